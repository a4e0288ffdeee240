// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
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
class WrongValue : public std::runtime_error {
  using runtime_error::runtime_error;
};

/// On one line, whatever bytes it holds.
inline std::string text_of(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A whole number from 0 that an int holds; of a larger one get<int>() would take some of the bits.
template <class Json>
int count_of(Json const& object, char const* key) {
  auto const& value = object.at(key);
  if (!value.is_number_integer() || value < 0 || value > std::numeric_limits<int>::max())
    throw WrongValue(std::string(key) + " is " + value.dump() + ", not a whole number");
  return value.template get<int>();
}

/// Throws WrongValue where `stored` has a value of another kind (number, text...) than `written`,
/// what this program would have written: reading passes over what it does not need, and takes true
/// for 1. Keys that only one of them has are left to reading, and so is null.
template <class Json>
void check_kinds(Json const& stored, Json const& written, std::string const& key = "a cell") {
  bool const alike = stored.type() == written.type() ||
                     (stored.is_number() && written.is_number()) || stored.is_null() ||
                     written.is_null();
  if (!alike)
    throw WrongValue(key + " is " + stored.dump() + ", not of the type \"" + written.type_name() +
                     "\"");
  if (stored.is_object() && written.is_object())
    for (auto const& [name, value] : written.items())
      if (auto const found = stored.find(name); found != stored.end())
        check_kinds(*found, value, name);
}

} // namespace detail
} // namespace kitt::perf
