// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/sweep/sweep.hpp"

#include <filesystem>

namespace kitt::perf {

/// Names of figures that belong to a whole run, not to a cell of its record.
inline constexpr char const* comparison_figure = "comparison point";
inline constexpr char const* seconds_figure = "seconds";

/// Returns whether the run of a point is complete and need not be started again. Throws UserError
/// if the record cannot be read.
bool is_complete(SweepPoint const& point, std::filesystem::path const& folder);

/// Reads the record of a point if the record is complete: status, figure, times and memory. If the
/// sweep has not chosen a figure yet, chooses one: the comparison point, otherwise DWF4 at the
/// largest L, otherwise the last cell. `asked` selects another figure: "seconds" of the whole run,
/// or a cell as `kitt compare` prints it ("DWF4 L = 16"; blanks and case do not matter).
void read_point(Sweep& sweep, SweepPoint& point, std::filesystem::path const& folder,
                std::string const& asked);
/// Reads the records of all points and finds the best one.
void read_points(Sweep& sweep, std::filesystem::path const& folder, std::string const& asked);

} // namespace kitt::perf
