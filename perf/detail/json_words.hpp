// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/error.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

namespace kitt::perf::detail {

/// What is wrong with a document, without the library's name and number before it: "key 'cells' not
/// found".
inline std::string words_of(nlohmann::json::exception const& error) {
  std::string const text = error.what();
  auto const prefix = text.find("] ");
  return prefix == std::string::npos ? text : text.substr(prefix + 2);
}

/// A whole number from 0 that an int holds; of a larger one get<int>() would take some of the bits.
template <class Json>
int count_of(Json const& object, char const* key) {
  auto const& value = object.at(key);
  bool const good =
      value.is_number_integer() && value >= 0 && value <= std::numeric_limits<int>::max();
  KITT_VALIDATE(good, std::string(key) + " is " + value.dump() +
                          " (a whole number is meant): mend the file");
  return value.template get<int>();
}

} // namespace kitt::perf::detail
