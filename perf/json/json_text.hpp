// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace kitt::perf {

/// A JSON value kept as text, because its owner does not read its content.
struct JsonText {
  std::string text = "null";

  bool operator==(JsonText const&) const = default;
};

} // namespace kitt::perf
