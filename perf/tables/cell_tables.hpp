// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/text/table.hpp"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// How results look on a terminal. Everything returns whole lines.

namespace kitt::perf {

/// Returns the table of a kind of measured cell, one row per cell. `split`: whether lattices are
/// split over ranks. `of`: what the lattice belongs to. If it is the whole job, the lattice is no
/// L^4, and the table shows the part of one rank instead of L.
template <CellFigures Kind>
Table cell_table(bool split = false, comms::VolumeOf of = comms::VolumeOf::node) {
  return cell_kind_named(Kind::benchmark).table(split, of);
}
/// The row of a measured cell. A line of energy follows if the machine has counters.
inline std::string cell_row(Cell const& cell, comms::VolumeOf of = comms::VolumeOf::node) {
  return cell_kind_named(cell.key.benchmark).rows(cell, of);
}
std::string skipped_row(SkippedCell const& cell, comms::VolumeOf of = comms::VolumeOf::node);
std::string failed_row(FailedCell const& cell, comms::VolumeOf of = comms::VolumeOf::node);

} // namespace kitt::perf
