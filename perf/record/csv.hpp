// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kitt::perf {

/// Returns the kinds of cells, such as "hopping" and "p2p". Each kind has its own columns.
std::vector<std::string> csv_kinds();

/// Returns the names of the columns of a kind of cells. They come from its list of fields,
/// and from the lists of cells without a figure.
std::string csv_head(std::string const& kind);
/// Returns the row of a cell, with the columns of csv_head(). `cell` and `provenance` have the form
/// of a record. A column is empty if the cell or the provenance lacks it.
std::string csv_row(Json const& cell, Json const& provenance = Json::object());

/// Returns the names of the last columns of every table: "host,label,time,commit,command", without
/// the end of the line. These columns distinguish rows of several files.
std::string csv_run_head();
/// Returns the values of these columns for the provenance of a record.
std::string csv_run_columns(Json const& provenance);

/// Returns a text as one field of CSV, in quotes if necessary.
std::string csv_field(std::string const& text);

/// Returns whether a file is empty or begins like a table of cells.
bool is_record_csv(std::filesystem::path const& path);

} // namespace kitt::perf
