// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"

#include <string>

namespace kitt::perf {

/// Longest allowed tick of a clock, in seconds. It is 1/20 of the shortest sample, and 1/100 of the
/// calls that measure ceilings.
constexpr double longest_tick = 1e-5;

/// Returns the error that a clock cannot time calls; `why` is what was found, "it stands still".
UserError clock_error(std::string const& why);

/// Bounds a loop whose end a clock decides. Readings of a clock and calls take some time on every
/// machine. If the clock says less, it stands still or runs too slowly, and the loop might not end.
/// After n looks the clock has advanced by at least n shortest readings, less two ticks.
class ClockGuard {
public:
  /// Seconds that a reading takes at least, and a call. Both are below those of any machine.
  static constexpr double shortest_reading = 4e-9;
  static constexpr double shortest_call = 1e-9;

  /// Notes that `calls` calls took `seconds` by the clock. On several ranks the same on all, so
  /// that all of them throw. Throws UserError if the clock stands still, runs too slowly, or was
  /// set back.
  void note(double calls, double seconds);

private:
  double behind_ = 0; ///< by how many seconds the clock has advanced too little
};

} // namespace kitt::perf
