// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/text/table.hpp"

#include <string>
#include <string_view>

/// \file
/// Tables of cells on a terminal. Every function returns whole lines.

namespace kitt::perf {

/// Returns the table of a kind of measured cells: one column for each field that has a column.
/// `of`: owner of the lattice. If the lattice belongs to the whole job, the table shows the
/// sublattice of a rank instead of L. `requested`: key of the object whose columns on request the
/// table has.
Table cell_table(CellKind const& kind, comms::VolumeOf of, std::string_view requested = "");
template <CellFigures Kind>
Table cell_table(comms::VolumeOf of = comms::VolumeOf::node, std::string_view requested = "") {
  return cell_table(cell_kind_named(Kind::benchmark), of, requested);
}
/// Returns the row of a measured cell, or one row for each object of a list that has columns. A
/// line of energy follows if the machine has counters.
std::string cell_row(Cell const& cell, comms::VolumeOf of = comms::VolumeOf::node,
                     std::string_view requested = "");
std::string skipped_row(SkippedCell const& cell, comms::VolumeOf of = comms::VolumeOf::node);
std::string failed_row(FailedCell const& cell, comms::VolumeOf of = comms::VolumeOf::node);

} // namespace kitt::perf
