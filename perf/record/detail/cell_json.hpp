// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"
#include "perf/record/cell.hpp"

#include <string>
#include <vector>

/// \file
/// Cells as a record writes them. Of a key's parameters, l, ls and precision are keys of the cell
/// itself, as they have always been; all others stand in its object "parameters".

namespace kitt::perf::detail {

/// Reads a cell. Throws nlohmann::json::exception, WrongValue or UserError for what is no such
/// cell.
Cell cell_from_json(Json const& from);
CellKey key_from_json(Json const& from);

/// Appends the paths of what cells without figures say.
void add_paths_without_figures(std::vector<std::string>& paths);

/// Throws WrongValue, naming the key, for a figure that no run can have measured: a number that is
/// not finite or below 0, or a time or rate of 0. For cells that somebody may have edited.
void check_possible(Cell const& cell);

/// Throws WrongValue if a number in an object or list of a record cannot be a figure. Such a number
/// is not finite, below 0, larger than any figure, or a rate of 0. `path` is the place of the
/// object; empty for a cell.
void check_numbers(Json const& from, std::string const& path);

} // namespace kitt::perf::detail
