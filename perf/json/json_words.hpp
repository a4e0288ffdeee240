// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace kitt::perf {

/// JSON value that keeps the order of keys, for people who read a file.
using Json = nlohmann::ordered_json;

namespace detail {

/// Returns the text of an error without the library's name and number: "key 'cells' not found".
inline std::string words_of(nlohmann::json::exception const& error) {
  std::string const text = error.what();
  auto const prefix = text.find("] ");
  return prefix == std::string::npos ? text : text.substr(prefix + 2);
}

/// Error that names a wrong value of a document.
class WrongValue : public UserError {
  using UserError::UserError;
};

/// Returns `value` on one line. Invalid UTF-8 is replaced.
inline std::string text_of(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace detail

/// Reads a JSON document that somebody may have edited by hand. Throws WrongValue if the text is
/// not JSON, if a number is too large for any type, or if an object has the same key twice. (JSON
/// libraries silently keep one of two equal keys.) The message gives the position, such as
/// "cells[3].seconds".
Json parse_document(std::string const& text);

} // namespace kitt::perf
