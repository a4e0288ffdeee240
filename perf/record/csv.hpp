// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"

#include <string>

namespace kitt::perf {

/// The names of all columns, whatever kinds of cells follow.
std::string csv_head();
/// One cell of a record; a column that it has not is empty.
std::string csv_row(Json const& cell);

} // namespace kitt::perf
