// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/sweep/sweep.hpp"

#include <filesystem>

namespace kitt::perf {

/// Names of figures that are no cell's.
inline constexpr char const* comparison_figure = "comparison point";
inline constexpr char const* seconds_figure = "seconds";

/// Whether the point's run has come to its end, so that it need not be started again. Throws
/// UserError if there is a record, but none that can be read.
bool is_complete(SweepPoint const& point, std::filesystem::path const& folder);

/// Reads the point's record if there is a complete one: status, figure, times, memory. Where the
/// sweep's figure has no name yet, this record's is chosen: the comparison point, else DWF4 at
/// the largest L, else the last cell. `asked` names another: "seconds" of the whole run, or a cell
/// as `kitt compare` prints it ("DWF4 L = 16"; blanks and case do not matter).
void read_point(Sweep& sweep, SweepPoint& point, std::filesystem::path const& folder,
                std::string const& asked);
/// All of them, and which is best.
void read_points(Sweep& sweep, std::filesystem::path const& folder, std::string const& asked);

} // namespace kitt::perf
