// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <cstddef>

namespace kitt::perf {

/// precision of the numbers of a field
enum class Precision { single_precision, double_precision };
constexpr auto names_of(Precision) {
  return std::array{"single", "double"};
}
/// Returns the bytes of one real number.
constexpr std::size_t bytes_per_real(Precision precision) {
  return precision == Precision::single_precision ? sizeof(float) : sizeof(double);
}

/// The precision of type T: `precision_of<float>` or `precision_of<double>`.
template <class T>
inline constexpr Precision precision_of = sizeof(T) == sizeof(float) ? Precision::single_precision
                                                                     : Precision::double_precision;

} // namespace kitt::perf
