// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace kitt::perf {

/// Text of a JSON value that the program passes on without reading it.
struct JsonText {
  std::string text = "null";

  bool operator==(JsonText const&) const = default;
};

} // namespace kitt::perf
