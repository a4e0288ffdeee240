// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/sampling.hpp"

namespace kitt::perf {

/// The longest tick in seconds of a clock that serves: a twentieth of the shortest sample, and a
/// hundredth of the calls from which ceilings are taken.
constexpr double longest_tick = 1e-5;

/// Returns the seconds between two readings of a clock that differ: the fewest of some, or the
/// first that are at most `longest_tick`. Returns infinity if the clock stands still. Takes some
/// nanoseconds with a good clock, and at most about a second.
double clock_resolution(Sampler::Clock const& now = SteadySeconds());

/// Throws UserError if a clock of this resolution cannot time calls.
void check_clock(double resolution);

} // namespace kitt::perf
