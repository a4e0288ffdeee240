// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/job.hpp"

#include "comms/ranks/communicator.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::comms {

namespace {

/// Seconds that a failed rank waits for the others. If all ranks fail, they meet within a fraction
/// of this time. If only one rank fails, it ends the job after this time.
constexpr double seconds_to_meet = 2;

} // namespace

Job::Job(int& argc, char**& argv, MpiThreads threads) : mpi_(argc, argv, threads) {}

int Job::run(std::function<int()> const& work) const {
  Failure failure;
  try {
    return work();
  } catch (...) {
    failure = failure_of(std::current_exception());
  }
  if (reserve_.barrier_within(seconds_to_meet))
    return end_together(failure);
  report_failure(name(world_.rank()) + ": " + failure.text);
  MpiEnvironment::abort(failure.status);
}

int Job::end_together(Failure const& failure) const {
  auto const texts = reserve_.gather(failure.text);
  bool const alike =
      std::all_of(texts.begin(), texts.end(), [&](auto const& text) { return text == texts[0]; });
  if (alike && world_.rank() == 0)
    report_failure(failure.text);
  if (!alike)
    report_failure(name(world_.rank()) + ": " + failure.text);
  return failure.status;
}

std::string Job::name(int rank) const {
  return fmt::format("rank {} ({})", rank, world_.hostname(rank));
}

int run_main(int argc, char** argv, std::function<int(Communicator const& world)> const& body) {
  return kitt::run_main([&] { // also catches errors that occur while MPI starts
    Job const job(argc, argv, MpiThreads::funneled);
    return job.run([&] { return body(job.world()); });
  });
}

void on_all_ranks(Communicator const& world, std::function<void()> const& work) {
  std::string refused;
  try {
    work();
  } catch (UserError const& error) {
    refused = error.what();
  }
  for (auto const& text : world.gather(refused))
    KITT_VALIDATE(text.empty(), text);
}

std::string on_first_rank(Communicator const& world, std::function<std::string()> const& work) {
  std::string text;
  on_all_ranks(world, [&] {
    if (world.rank() == 0)
      text = work();
  });
  return world.broadcast(text);
}

} // namespace kitt::comms
