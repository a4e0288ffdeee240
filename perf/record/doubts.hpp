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
/// What a reader should know before believing a run's figures.

namespace kitt::perf {

/// Whether the standard error is more than 5 % of the mean.
bool is_uncertain(Statistics const& seconds);
/// Returns whether a figure is so far above its ceiling that one of the two cannot be right. In a
/// range of ceilings the highest one counts.
bool is_above_ceiling(std::optional<double> const& roofline_fraction);

/// How many figures of a run are in doubt.
struct Doubts {
  std::size_t figures = 0; ///< all that were measured
  std::size_t uncertain = 0;
  std::size_t above_ceiling = 0;
  std::size_t faster_than_operator = 0;
};
Doubts doubts_of(std::vector<Cell> const& cells);

/// How far measurements of the ceilings lie apart; empty of fewer than two.
std::string ceilings_text(std::vector<CeilingReading> const& readings);

/// One line per kind of doubt, which explains the mark of the rows; and one per ceiling that is
/// missing. Empty if there is none. Says that something disturbed the ceilings only if their
/// readings lie apart.
std::string doubts_text(Doubts const& doubts, Ceilings const& ceilings);

} // namespace kitt::perf
