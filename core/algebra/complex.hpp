// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/kokkos_ext.hpp"

namespace kitt {

/// Complex numbers, one per lane. All real parts are in one pack and all imaginary parts in
/// another, so that a product needs no shuffle.
template <class P>
struct Complex {
  P re;
  P im;
};
/// Returns the complex product a * b, computed with multiply-add instructions.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> operator*(Complex<P> const& a, Complex<P> const& b) {
  return {multiply_subtract(a.im, b.im, a.re * b.re), multiply_add(a.im, b.re, a.re * b.im)};
}

/// Returns c + a * b for complex numbers a, b and c.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> multiply_add(Complex<P> const& a, Complex<P> const& b,
                                                    Complex<P> const& c) {
  return {multiply_subtract(a.im, b.im, multiply_add(a.re, b.re, c.re)),
          multiply_add(a.im, b.re, multiply_add(a.re, b.im, c.im))};
}

/// Returns the product of a real number and a complex number.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> operator*(P const& a, Complex<P> const& b) {
  return {a * b.re, a * b.im};
}

/// Returns c + a * b for a real number a and complex numbers b and c.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> multiply_add(P const& a, Complex<P> const& b,
                                                    Complex<P> const& c) {
  return {multiply_add(a, b.re, c.re), multiply_add(a, b.im, c.im)};
}

/// The four factors that occur as elements of gamma matrices in the chiral basis.
enum class Phase { plus_one, plus_i, minus_one, minus_i };

/// Returns the product of two phases. A phase is 1, i, -1 or -i.
constexpr Phase operator*(Phase a, Phase b) {
  return static_cast<Phase>((static_cast<int>(a) + static_cast<int>(b)) % 4);
}

/// Returns `Factor` * a, where `Factor` is 1, i, -1 or -i.
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

/// Returns a + `Factor` * b, where `Factor` is 1, i, -1 or -i.
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

/// Returns `a` with lanes exchanged that are `Distance` apart, in the real and the imaginary part.
template <int Distance, class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> permute_lanes(Complex<P> const& a) {
  return {permute_lanes<Distance>(a.re), permute_lanes<Distance>(a.im)};
}

/// Returns `a` with lanes exchanged that are `distance` apart. The distance, 1, 2, 4 or 8, is known
/// only at run time.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> permute_lanes(Complex<P> const& a, int distance) {
  return with_lane_distance(distance, [&](auto apart) { return permute_lanes<apart()>(a); });
}

/// Returns the number with both parts held in registers (loaded_once() in backend/kokkos_ext.hpp).
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> loaded_once(Complex<P> const& a) {
  return {loaded_once(a.re), loaded_once(a.im)};
}

} // namespace kitt
