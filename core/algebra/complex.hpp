// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/kokkos_ext.hpp"

namespace kitt {

/// Complex numbers, one per lane: all real parts in one pack, all imaginary parts in another, so
/// that a product needs no shuffle.
template <class P>
struct Complex {
  P re;
  P im;
};
/// The product a * b, computed by multiply-adds.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> operator*(Complex<P> const& a, Complex<P> const& b) {
  return {multiply_subtract(a.im, b.im, a.re * b.re), multiply_add(a.im, b.re, a.re * b.im)};
}

/// c + a * b
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> multiply_add(Complex<P> const& a, Complex<P> const& b,
                                                    Complex<P> const& c) {
  return {multiply_subtract(a.im, b.im, multiply_add(a.re, b.re, c.re)),
          multiply_add(a.im, b.re, multiply_add(a.re, b.im, c.im))};
}

/// The product of a real number with a complex one.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> operator*(P const& a, Complex<P> const& b) {
  return {a * b.re, a * b.im};
}

/// c + a * b, a real
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> multiply_add(P const& a, Complex<P> const& b,
                                                    Complex<P> const& c) {
  return {multiply_add(a, b.re, c.re), multiply_add(a, b.im, c.im)};
}

/// The four factors a gamma matrix of the chiral basis holds.
enum class Phase { plus_one, plus_i, minus_one, minus_i };

/// The product of two phases.
constexpr Phase operator*(Phase a, Phase b) {
  return static_cast<Phase>((static_cast<int>(a) + static_cast<int>(b)) % 4);
}

/// Factor * a
template <Phase Factor, class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> times(Complex<P> const& a) {
  if constexpr (Factor == Phase::plus_one)
    return a;
  else if constexpr (Factor == Phase::minus_one)
    return {negate(a.re), negate(a.im)};
  else if constexpr (Factor == Phase::plus_i)
    return {negate(a.im), a.re};
  else
    return {a.im, negate(a.re)};
}

/// a + Factor * b
template <Phase Factor, class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> add(Complex<P> const& a, Complex<P> const& b) {
  if constexpr (Factor == Phase::plus_one)
    return {a.re + b.re, a.im + b.im};
  else if constexpr (Factor == Phase::minus_one)
    return {a.re - b.re, a.im - b.im};
  else if constexpr (Factor == Phase::plus_i)
    return {a.re - b.im, a.im + b.re};
  else
    return {a.re + b.im, a.im - b.re};
}

/// Exchanges lanes `Distance` apart in both parts.
template <int Distance, class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> permute_lanes(Complex<P> const& a) {
  return {permute_lanes<Distance>(a.re), permute_lanes<Distance>(a.im)};
}

/// The same with a distance known when the program runs: 1, 2, 4 or 8.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> permute_lanes(Complex<P> const& a, int distance) {
  return with_lane_distance(distance, [&](auto apart) { return permute_lanes<apart()>(a); });
}

/// Each part of a number in a register (backend/kokkos_ext.hpp).
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> loaded_once(Complex<P> const& a) {
  return {loaded_once(a.re), loaded_once(a.im)};
}

} // namespace kitt
