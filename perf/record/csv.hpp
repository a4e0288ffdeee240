// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace kitt::perf {

/// The cells of a record as comma-separated values (RFC 4180, lines end in a newline): a header,
/// then one row per cell. What a cell does not have is empty; lists are joined by dots.
std::string csv_text(nlohmann::ordered_json const& cells);

} // namespace kitt::perf
