// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/clock_guard.hpp"
#include "perf/measure/sampling.hpp"

namespace kitt::perf {

/// Returns the resolution of a clock: the seconds between two different readings. Takes the
/// smallest of several differences of readings, or the first difference of at most `longest_tick`.
/// Returns infinity if the clock stands still. Takes some nanoseconds with a good clock, and at
/// most about a second.
double clock_resolution(Sampler::Clock const& now = SteadySeconds());

/// Throws UserError if a clock with the given resolution (seconds) cannot time calls.
void check_clock(double resolution);

} // namespace kitt::perf
