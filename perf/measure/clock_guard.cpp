// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/clock_guard.hpp"

#include <algorithm>
#include <fmt/format.h>

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

} // namespace kitt::perf
