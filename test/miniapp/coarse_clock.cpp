// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// A library to preload. It makes clocks advance in ticks of KITT_COARSE_CLOCK nanoseconds. The
/// monotonic clock stops after KITT_CLOCK_READINGS readings.

#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <mutex>

namespace {

long number(char const* variable, long otherwise) {
  char const* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atol(text);
}

/// Repeats the last allowed reading once the clock must stop.
void stop(timespec& time) {
  static long const most = number("KITT_CLOCK_READINGS", 0);
  static std::mutex mutex;
  static long readings = 0;
  static timespec last{};
  if (most == 0)
    return;
  std::scoped_lock const lock(mutex);
  if (++readings <= most)
    last = time;
  time = last;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                                    timespec* time) noexcept {
  static auto* const real =
      reinterpret_cast<int (*)(clockid_t, timespec*)>(dlsym(RTLD_NEXT, "clock_gettime"));
  static long const tick = number("KITT_COARSE_CLOCK", 1);
  int const status = real(clock, time);
  time->tv_nsec -= time->tv_nsec % tick;
  if (clock == CLOCK_MONOTONIC)
    stop(*time);
  return status;
}
