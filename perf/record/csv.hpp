// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kitt::perf {

/// The kinds of cells, each of which has columns of its own: "hopping", "p2p".
std::vector<std::string> csv_kinds();

/// The names of the columns of a kind of cells: they come from its list of fields in cells.hpp, and
/// from those of a cell without a figure.
std::string csv_head(std::string const& kind);
/// Returns the row of a cell in the form that a record has, below the head of its kind. A column
/// that the cell or the provenance lacks is empty.
std::string csv_row(Json const& cell, Json const& provenance = Json::object());

/// The last columns of every table tell rows of several files apart:
/// "host,label,time,commit,command", without the end of the line.
std::string csv_run_head();
/// Returns these of a record's provenance.
std::string csv_run_columns(Json const& provenance);

/// Whether a file begins as such a table, whatever version wrote it, or holds nothing.
bool is_record_csv(std::filesystem::path const& path);

} // namespace kitt::perf
