// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

/// \file
/// Tests for numbers that are infinite or not a number (NaN), for verification. The tests
/// look at the bits, because with -ffast-math a compiler may replace std::isfinite by true.
/// Comparisons do not help: the compiler may replace `!(error <= bound)` by `error > bound`, and
/// then a NaN passes.

namespace kitt {

namespace detail {

/// Returns the bits of a number without its sign. The function stores and loads the number, so that
/// the compiler does not recognise the test. Without the store, clang 19 with -ffinite-math-only
/// replaces the whole test by `true`.
inline std::uint64_t magnitude_bits(double number) {
  double const volatile stored = number;
  return std::bit_cast<std::uint64_t>(double{stored}) & 0x7fff'ffff'ffff'ffffU;
}

constexpr std::uint64_t infinity_bits = 0x7ff0'0000'0000'0000U;

} // namespace detail

/// Returns false for an infinite number and for NaN.
inline bool is_finite(double number) {
  return detail::magnitude_bits(number) < detail::infinity_bits;
}

/// Returns true only for NaN.
inline bool is_nan(double number) {
  return detail::magnitude_bits(number) > detail::infinity_bits;
}

/// Returns the absolute value of an error, or infinity if the error is NaN. The maximum of MPI and
/// std::max can lose a NaN.
inline double error_or_infinity(double error) {
  return std::bit_cast<double>(std::min(detail::magnitude_bits(error), detail::infinity_bits));
}

/// Returns true if `error` is finite and at most `allowed`. Returns false if `error` or `allowed`
/// is NaN.
inline bool is_within(double error, double allowed) {
  return is_finite(error) && !is_nan(allowed) && error <= allowed;
}

} // namespace kitt
