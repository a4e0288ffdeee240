// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace kitt::perf {

/// Keeps the order of keys, for people who read a file.
using Json = nlohmann::ordered_json;

namespace detail {

/// What is wrong with a document, without the library's name and number before it: "key 'cells' not
/// found".
inline std::string words_of(nlohmann::json::exception const& error) {
  std::string const text = error.what();
  auto const prefix = text.find("] ");
  return prefix == std::string::npos ? text : text.substr(prefix + 2);
}

/// A value that a document should not have; says which.
class WrongValue : public UserError {
  using UserError::UserError;
};

/// `value` on one line, whatever bytes it holds.
inline std::string text_of(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace detail
} // namespace kitt::perf
