// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace kitt::perf {

/// The text of a JSON value that its holder does not look into.
struct JsonText {
  std::string text = "null";

  bool operator==(JsonText const&) const = default;
};

} // namespace kitt::perf
