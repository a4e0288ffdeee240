// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/job.hpp"

#include "comms/node/memory_causes.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

/// Ranks that fail alike do so within a fraction of this; the others of a rank that fails alone
/// wait so much longer.
constexpr double seconds_to_meet = 2;

} // namespace

Job::MemoryBeforeMpi::MemoryBeforeMpi() {
  comms::note_memory_before_mpi();
}

Job::Job(int& argc, char**& argv, comms::MpiThreads threads) : mpi_(argc, argv, threads) {
  comms::note_memory_after_mpi();
}

int Job::run(std::function<int()> const& work) const {
  Failure failure;
  try {
    return work();
  } catch (...) {
    failure = describe(std::current_exception());
  }
  if (reserve_.barrier_within(seconds_to_meet))
    return end_together(failure);
  report(name(world_.rank()) + ": " + failure.text);
  comms::MpiEnvironment::abort(failure.status);
}

int Job::end_together(Failure const& failure) const {
  auto const texts = reserve_.gather(failure.text);
  bool const alike =
      std::all_of(texts.begin(), texts.end(), [&](auto const& text) { return text == texts[0]; });
  if (alike && world_.rank() == 0)
    report(failure.text);
  if (!alike)
    report(name(world_.rank()) + ": " + failure.text);
  return failure.status;
}

std::string Job::name(int rank) const {
  return fmt::format("rank {} ({})", rank, world_.hostname(rank));
}

} // namespace kitt::miniapp
