// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/ceilings.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// \file
/// Reasons to doubt the figures of a run.

namespace kitt::perf {

/// Returns whether the standard error is more than 5 % of the mean.
bool is_uncertain(Statistics const& seconds);
/// Returns whether a figure is so far above its ceiling that the figure or the ceiling must be
/// wrong. If the ceiling was measured several times, the highest value counts.
bool is_above_ceiling(std::optional<double> const& roofline_fraction);

/// Numbers of doubtful figures of a run.
struct Doubts {
  std::size_t figures = 0; ///< all measured figures
  std::size_t uncertain = 0;
  std::size_t above_ceiling = 0;
  std::size_t faster_than_operator = 0;
};
Doubts doubts_of(std::vector<Cell> const& cells);

/// Returns a sentence on the spread of the measurements of ceilings. Returns an empty text for
/// fewer than two measurements.
std::string ceilings_text(std::vector<CeilingReading> const& readings);

/// Returns one line per kind of doubt, which explains the mark of the rows, and one line per
/// missing ceiling. Empty without doubts. The text names a disturbance as the reason only if
/// measurements of the ceilings differ.
std::string doubts_text(Doubts const& doubts, Ceilings const& ceilings);

} // namespace kitt::perf
