// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

/// \file
/// Tests for numbers that are infinite or not a number (NaN), for verification. They look at the
/// bits, because -ffast-math lets a compiler take std::isfinite for true. Comparisons are no help:
/// the compiler then makes `error > bound` of `!(error <= bound)`, and a NaN passes.

namespace kitt {

namespace detail {

/// Returns the bits of a number without its sign. They go through memory: clang 19 recognises the
/// mask of the exponent, and with -ffinite-math-only replaces the whole test by `true`.
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

inline bool is_nan(double number) {
  return detail::magnitude_bits(number) > detail::infinity_bits;
}

/// Returns the size of an error, infinity if it is NaN: MPI's maximum and std::max lose NaN.
inline double error_or_infinity(double error) {
  return std::bit_cast<double>(std::min(detail::magnitude_bits(error), detail::infinity_bits));
}

/// Returns whether a finite error is at most `allowed`. Returns false if one of the two is NaN.
inline bool is_within(double error, double allowed) {
  return is_finite(error) && !is_nan(allowed) && error <= allowed;
}

} // namespace kitt
