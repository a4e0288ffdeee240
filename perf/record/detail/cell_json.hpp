// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"
#include "perf/record/cell.hpp"

#include <string>
#include <vector>

/// \file
/// Conversion of cells to the JSON of a record and back. The parameters l, ls and precision are
/// keys of the cell itself. All other parameters are in its object "parameters".

namespace kitt::perf::detail {

/// Reads a cell. Throws nlohmann::json::exception, WrongValue or UserError if it is not a cell of
/// the program's kinds.
Cell cell_from_json(Json const& from);
CellKey key_from_json(Json const& from);

/// Appends the paths of the fields of cells without figures.
void add_paths_without_figures(std::vector<std::string>& paths);

/// Throws WrongValue, which names the key, if no run can have measured a figure: the number is not
/// finite, is below 0, or is a time or rate of 0. Use it for cells that a user may have edited.
void check_possible(Cell const& cell);

/// Throws WrongValue if a number in an object or list of a record cannot be a figure: if it is not
/// finite, below 0, larger than any figure, or a rate of 0. `path` is the place of the object in
/// the record; empty for a cell.
void check_numbers(Json const& from, std::string const& path);

} // namespace kitt::perf::detail
