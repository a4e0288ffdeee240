// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace kitt::perf {

enum class Precision { single_precision, double_precision }; ///< Of the numbers in a field.
/// As options and records write it.
constexpr char const* to_string(Precision precision) {
  return precision == Precision::single_precision ? "single" : "double";
}

/// The inverse of to_string; none for another name.
constexpr std::optional<Precision> precision_named(std::string_view name) {
  for (auto const precision : {Precision::single_precision, Precision::double_precision})
    if (name == to_string(precision))
      return precision;
  return std::nullopt;
}
/// Of one real number.
constexpr std::size_t bytes_per_real(Precision precision) {
  return precision == Precision::single_precision ? sizeof(float) : sizeof(double);
}

/// `precision_of<float>` and `precision_of<double>`.
template <class T>
inline constexpr Precision precision_of = sizeof(T) == sizeof(float) ? Precision::single_precision
                                                                     : Precision::double_precision;

} // namespace kitt::perf
