// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <nlohmann/json_fwd.hpp>

namespace kitt::perf {

/// Version of the documents that KITT writes: records, machine files, sweeps and others. Raised
/// when a key changes its meaning or is removed.
inline constexpr int schema_version = 2;

/// Returns the field with the version of a document.
template <class Document>
constexpr auto version_field(char const* key = "schema_version") {
  return derived(key, [](Document const&) { return schema_version; },
                 {"version of the schema, raised when a key changes its meaning or is removed"})
      .always(schema_version);
}

/// Throws WrongValue if a document has another version.
void check_version(nlohmann::ordered_json const& document, char const* key = "schema_version");

} // namespace kitt::perf
