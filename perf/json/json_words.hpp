// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace kitt::perf {

/// JSON type of KITT. The type keeps the order of keys, so that people can read the files easily.
using Json = nlohmann::ordered_json;

namespace detail {

/// Returns what is wrong with a document, for example "key 'cells' not found". Removes the prefix
/// of the JSON library (its name and error number).
inline std::string words_of(nlohmann::json::exception const& error) {
  std::string const text = error.what();
  auto const prefix = text.find("] ");
  return prefix == std::string::npos ? text : text.substr(prefix + 2);
}

/// Error about a value that a document must not have. The message names the value.
class WrongValue : public UserError {
  using UserError::UserError;
};

/// Returns `value` as one line of JSON. Bytes that are not UTF-8 are replaced.
inline std::string text_of(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace detail
} // namespace kitt::perf
