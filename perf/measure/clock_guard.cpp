// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/clock_guard.hpp"

#include "core/base/finite.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace kitt::perf {

UserError clock_error(std::string const& why) {
  return UserError(fmt::format(
      "the system's clock cannot time calls ({}): choose another clock source of the kernel "
      "(/sys/devices/system/clocksource), or run without a library that replaces clock_gettime",
      why));
}

void ClockGuard::note(double calls, double seconds) {
  if (seconds < 0)
    throw clock_error(fmt::format("it was set back by {:.3g} s", -seconds));
  behind_ = std::max(0.0, behind_ + shortest_reading + calls * shortest_call - seconds);
  if (behind_ > 2 * longest_tick)
    throw clock_error("it stands still, or runs far too slowly");
}

double clock_resolution(Sampler::Clock const& now) {
  constexpr int most_steps = 10; // several, because some ticks may be long on a busy system
  constexpr long most_readings = 1L << 22; // also ends the loop if the clock stands still
  double shortest = std::numeric_limits<double>::infinity();
  auto before = now();
  int steps = 0;
  for (long reading = 0; reading < most_readings && steps < most_steps; ++reading) {
    auto const after = now();
    if (after <= before)
      continue;
    shortest = std::min(shortest, after - before);
    if (shortest <= longest_tick)
      break;
    before = after;
    ++steps;
  }
  return shortest;
}

void check_clock(double resolution) {
  if (is_within(resolution, longest_tick))
    return;
  auto const found = is_finite(resolution)
                         ? fmt::format("the shortest tick seen is {:.3g} ms", 1e3 * resolution)
                         : std::string("it stands still");
  throw clock_error(
      fmt::format("{}; ticks of at most {:.3g} ms are needed", found, 1e3 * longest_tick));
}

} // namespace kitt::perf
