// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/roofline.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/text/table.hpp"

#include <cstddef>
#include <optional>
#include <string>

/// \file
/// What stands in the columns of several kinds of cells.

namespace kitt::perf {

/// `figure` with the mark of figures in doubt, or a blank in its place; see doubts_text.
std::string marked(std::string const& figure, bool in_doubt);
/// Of the mean, in percent, marked if large.
std::string error_percent(Statistics const& seconds);
std::string or_dash(std::string const& text);
/// Returns "65.0 ", or "25-65 " for a range.
std::string roof_text(std::optional<double> const& fraction, std::optional<RoofRange> const& range);
/// The fraction of its roofline that a cell reaches, in percent, marked if it is above the ceiling.
template <class Cell>
std::string roof_percent(Cell const& cell) {
  return roof_text(cell.roofline_fraction, cell.roof.range);
}
/// The ceiling that binds a cell, or the two that may bind it.
template <class Cell>
std::string ceiling_name(Cell const& cell) {
  return cell.roof.range ? ceilings_of(*cell.roof.range) : or_dash(cell.ceiling);
}
/// Microseconds, "-" for none.
std::string microseconds(std::optional<double> const& seconds);
/// The size of pages, "-" for none.
std::string page_size(std::optional<std::size_t> const& bytes);

} // namespace kitt::perf
