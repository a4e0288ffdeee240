// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace kitt::perf {

/// Returns the JSON Schema of a record with cells of the kinds that the program knows. `kitt schema
/// record` prints it.
nlohmann::ordered_json record_schema(std::string const& title, std::string const& description);

} // namespace kitt::perf
