// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"

#include <filesystem>
#include <string>

namespace kitt::perf {

/// The names of all columns, whatever kinds of cells follow: they come from the lists of fields in
/// cells.hpp.
std::string csv_head();
/// Returns the row of a cell in the form that a record has. The last columns are from the record's
/// provenance and tell rows of several files apart: host, label, time, commit, command. A column
/// that the cell or the provenance lacks is empty.
std::string csv_row(Json const& cell, Json const& provenance = Json::object());

/// Whether a file begins as such a table, whatever version wrote it, or holds nothing.
bool is_record_csv(std::filesystem::path const& path);

} // namespace kitt::perf
