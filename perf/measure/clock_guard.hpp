// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "perf/measure/sampling.hpp"

#include <string>

namespace kitt::perf {

/// Longest allowed tick of a clock, in seconds. The limit is 1/20 of the shortest sample, and 1/100
/// of the calls that measure ceilings.
constexpr double longest_tick = 1e-5;

/// Returns the error that a clock cannot time calls. `why` is the observation, for example "it
/// stands still".
UserError clock_error(std::string const& why);

/// Bounds a loop that ends when a clock has advanced far enough. Reading a clock takes some time on
/// every machine, and so does a call. If the clock shows less time, it stands still or runs too
/// slowly, and the loop might never end. The guard demands that after n readings the clock has
/// advanced by at least n times `shortest_reading`, minus two ticks.
class ClockGuard {
public:
  /// Lower bounds, in seconds, of the time of one clock reading and of one call. Every real machine
  /// takes longer.
  static constexpr double shortest_reading = 4e-9;
  static constexpr double shortest_call = 1e-9;

  /// Notes that `calls` calls took `seconds` by the clock. All ranks must pass equal values, so
  /// that all of them throw together. Throws UserError if the clock stands still, runs too slowly
  /// or was set back.
  void note(double calls, double seconds);

private:
  double behind_ = 0; ///< seconds by which the clock has advanced too little
};

/// Returns the resolution of a clock: the seconds between two different readings. Takes the
/// smallest of several differences of readings, or the first difference of at most `longest_tick`.
/// Returns infinity if the clock stands still. Takes some nanoseconds with a good clock, and at
/// most about a second.
double clock_resolution(Sampler::Clock const& now = SteadySeconds());

/// Throws UserError if a clock with the given resolution (seconds) cannot time calls.
void check_clock(double resolution);

} // namespace kitt::perf
