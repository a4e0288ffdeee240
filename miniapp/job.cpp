// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/job.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <new>

namespace kitt::miniapp {

namespace {

constexpr int failed = 1;
constexpr int user_error = 2;

/// Ranks that fail alike do so within a fraction of this; the others of a rank that fails alone
/// wait so much longer.
constexpr double seconds_to_meet = 2;

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

} // namespace

Failure describe(std::exception_ptr const& error) {
  try {
    std::rethrow_exception(error);
  } catch (UserError const& caught) {
    return {user_error, one_line(caught.what())};
  } catch (std::bad_alloc const&) {
    return {user_error, "out of memory (the system refused an allocation): take a smaller L or Ls, "
                        "or a machine with more"};
  } catch (std::exception const& caught) {
    return {failed, one_line(caught.what())};
  } catch (...) {
    return {failed, "an unknown exception"};
  }
}

void report(std::string const& text) {
  std::fflush(stdout);
  std::fprintf(stderr, "kitt: error: %s\n", text.c_str());
}

Job::Job(int& argc, char**& argv, comms::MpiThreads threads) : mpi_(argc, argv, threads) {}

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
