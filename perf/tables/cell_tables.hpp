// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"
#include "perf/record/cell.hpp"
#include "perf/record/efficiency.hpp"
#include "perf/record/summary.hpp"
#include "perf/text/table.hpp"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// How results look on a terminal. Everything returns whole lines.

namespace kitt::perf {

/// Returns the table of a kind of measured cell, one row per cell. `split`: whether lattices are
/// split over ranks. `of`: what the lattice belongs to. If it is the whole job, the lattice is no
/// L^4, and the table shows the part of one rank instead of L. A line of energy follows a row if
/// the machine has counters.
template <class Cell>
Table cell_table(bool split = false, comms::VolumeOf of = comms::VolumeOf::node);
template <class Cell>
std::string cell_row(Cell const& cell, comms::VolumeOf of = comms::VolumeOf::node);
std::string skipped_row(SkippedCell const& cell, comms::VolumeOf of = comms::VolumeOf::node);
std::string failed_row(FailedCell const& cell, comms::VolumeOf of = comms::VolumeOf::node);

/// "Per node summary", L / Wilson / DWF4 / DWF5, then what to read off a run: memory bandwidth,
/// that of large messages, comparison point, robustness; says what is missing where there is no
/// figure.
std::string summary_text(Summary const& summary);

/// "Efficiency against FILE", one row per kernel and L.
std::string efficiency_text(Efficiency const& efficiency);

} // namespace kitt::perf
