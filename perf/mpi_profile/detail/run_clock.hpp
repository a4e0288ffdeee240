// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/recorder.hpp"

namespace kitt::mpi_profile::detail {

/// Communication time of a thread: time in MPI calls and in regions. Calls and regions inside
/// another one are not timed again and cost nothing, because the outer call or region switches
/// `watching` off. `watching` is off for all threads of the process, because only one thread's time
/// counts.
class RunClock {
public:
  void begin() {
    if (depth_++ > 0)
      return;
    watching.store(Watching::nothing, std::memory_order_relaxed);
    since_ = Clock::now();
  }
  void end() {
    if (--depth_ > 0)
      return;
    spent_ += Clock::now() - since_;
    watching.store(Watching::time, std::memory_order_relaxed);
  }
  Nanoseconds spent() const { return spent_; }

private:
  Nanoseconds spent_{0};
  Clock::time_point since_;
  int depth_ = 0;
};

/// Clock of this thread; null if its time does not count.
inline constinit thread_local RunClock* run_clock = nullptr;

/// Performs a call, and adds its time to this thread's clock if the thread has one. Returns the
/// result of the call.
template <class Call>
int timed(Call const& call) {
  auto* const clock = run_clock;
  if (clock == nullptr)
    return call();
  clock->begin();
  auto const code = call();
  clock->end();
  return code;
}

} // namespace kitt::mpi_profile::detail
