// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace kitt {

namespace detail {

/// Returns the bits of an error as an integer, which grows with the error. For NaN, returns the
/// bits of infinity. A negative number gives an integer below 0. Kokkos::Max needs integers below
/// 0, because it starts from a negative number.
KOKKOS_INLINE_FUNCTION std::int64_t error_bits(double error) {
  constexpr std::int64_t magnitude = 0x7fff'ffff'ffff'ffff;
  constexpr std::int64_t infinity = 0x7ff0'0000'0000'0000;
  auto const bits = Kokkos::bit_cast<std::int64_t>(error);
  return (bits & magnitude) > infinity ? infinity : bits;
}

} // namespace detail

/// Returns the larger of two errors, for use in kernels. NaN counts as infinite, because
/// Kokkos::Max would lose it. The function compares bits, because -ffast-math lets a compiler drop
/// a test for NaN.
KOKKOS_INLINE_FUNCTION double larger_error(double a, double b) {
  auto const bits_of_a = detail::error_bits(a);
  auto const bits_of_b = detail::error_bits(b);
  return Kokkos::bit_cast<double>(bits_of_a > bits_of_b ? bits_of_a : bits_of_b);
}

} // namespace kitt
