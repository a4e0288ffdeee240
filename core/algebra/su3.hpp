// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/complex.hpp"

#include <type_traits>

namespace kitt {

/// A complex 3 x 3 matrix per lane, such as a link.
template <class P>
struct Su3Matrix {
  Complex<P> elements[3][3];

  KOKKOS_FORCEINLINE_FUNCTION Complex<P>& operator()(int row, int column) {
    return elements[row][column];
  }
  KOKKOS_FORCEINLINE_FUNCTION Complex<P> const& operator()(int row, int column) const {
    return elements[row][column];
  }
};

/// Whether a factor of a product is adjoint.
enum class Adjoint { no, yes };

namespace detail {

/// Calls f(std::integral_constant<int, i>) for i = 0, 1, 2, without a loop. Compilers leave nested
/// loops over matrices in place, and then keep the matrices in memory instead of registers.
template <class F>
KOKKOS_FORCEINLINE_FUNCTION void for_three(F const& f) {
  f(std::integral_constant<int, 0>{});
  f(std::integral_constant<int, 1>{});
  f(std::integral_constant<int, 2>{});
}

/// Returns c + a b or, if `Subtracts`, c - a b.
template <bool Subtracts, class P>
KOKKOS_FORCEINLINE_FUNCTION P add_product(P const& a, P const& b, P const& c) {
  if constexpr (Subtracts)
    return multiply_subtract(a, b, c);
  else
    return multiply_add(a, b, c);
}

/// Returns c + a b. Each of a and b is replaced by its complex conjugate if its argument is `yes`.
template <Adjoint OfA, Adjoint OfB, class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> add_product(Complex<P> const& a, Complex<P> const& b,
                                                   Complex<P> const& c) {
  constexpr bool conj_a = OfA == Adjoint::yes;
  constexpr bool conj_b = OfB == Adjoint::yes;
  return {add_product<conj_a == conj_b>(a.im, b.im, multiply_add(a.re, b.re, c.re)),
          add_product<conj_a>(a.im, b.re, add_product<conj_b>(a.re, b.im, c.im))};
}

} // namespace detail

/// Returns c + A B. Each of A and B is replaced by its adjoint if the template argument says so.
template <Adjoint OfA = Adjoint::no, Adjoint OfB = Adjoint::no, class P>
KOKKOS_FORCEINLINE_FUNCTION Su3Matrix<P> multiply_add(Su3Matrix<P> const& a, Su3Matrix<P> const& b,
                                                      Su3Matrix<P> const& c) {
  Su3Matrix<P> sum = c;
  detail::for_three([&](auto i) {
    detail::for_three([&](auto k) {
      Complex<P> const& factor = OfA == Adjoint::no ? a(i, k) : a(k, i);
      detail::for_three([&](auto j) {
        Complex<P> const& other = OfB == Adjoint::no ? b(k, j) : b(j, k);
        sum(i, j) = detail::add_product<OfA, OfB>(factor, other, sum(i, j));
      });
    });
  });
  return sum;
}

/// Returns the matrix whose elements are all zero.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Su3Matrix<P> zero_matrix() {
  Su3Matrix<P> zero;
  detail::for_three([&](auto i) {
    detail::for_three([&](auto j) { zero(i, j) = {P(0.0), P(0.0)}; });
  });
  return zero;
}

/// Returns A B. Each of A and B is replaced by its adjoint if the template argument says so.
template <Adjoint OfA = Adjoint::no, Adjoint OfB = Adjoint::no, class P>
KOKKOS_FORCEINLINE_FUNCTION Su3Matrix<P> multiply(Su3Matrix<P> const& a, Su3Matrix<P> const& b) {
  return multiply_add<OfA, OfB>(a, b, zero_matrix<P>());
}

/// Returns Re tr(A B^dagger).
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P real_trace_with_adjoint(Su3Matrix<P> const& a,
                                                      Su3Matrix<P> const& b) {
  P sum(0.0);
  detail::for_three([&](auto i) {
    detail::for_three([&](auto j) {
      sum = multiply_add(a(i, j).re, b(i, j).re, multiply_add(a(i, j).im, b(i, j).im, sum));
    });
  });
  return sum;
}

/// An element A = i sum_a x_a lambda_a / 2 of the Lie algebra su(3), by its eight coefficients.
/// lambda_a are the Gell-Mann matrices, so tr A^2 = -1/2 sum_a x_a^2.
template <class P>
struct Su3Algebra {
  P x[8];
};

namespace detail {
inline constexpr double inverse_sqrt3 = 0.577350269189625764509148780502;
} // namespace detail

/// Returns the anti-hermitian, traceless matrix of an element of su(3).
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Su3Matrix<P> matrix_of(Su3Algebra<P> const& a) {
  P const half(0.5);
  P const zero(0.0);
  Su3Matrix<P> m;
  P const eighth = a.x[7] * P(0.5 * detail::inverse_sqrt3);
  P const third = a.x[2] * half;
  m(0, 0) = {zero, third + eighth};
  m(1, 1) = {zero, eighth - third};
  m(2, 2) = {zero, eighth * P(-2.0)};
  auto const set_pair = [&](int row, int column, P const& x, P const& y) {
    P const re = y * half;
    P const im = x * half;
    m(row, column) = {re, im};
    m(column, row) = {negate(re), im};
  };
  set_pair(0, 1, a.x[0], a.x[1]); // lambda_1 and lambda_2
  set_pair(0, 2, a.x[3], a.x[4]); // lambda_4 and lambda_5
  set_pair(1, 2, a.x[5], a.x[6]); // lambda_6 and lambda_7
  return m;
}

/// Returns the traceless, anti-hermitian part of a matrix: (W - W^dagger) / 2 minus its trace / 3.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Su3Algebra<P> project_to_algebra(Su3Matrix<P> const& w) {
  Su3Algebra<P> a;
  a.x[0] = w(0, 1).im + w(1, 0).im;
  a.x[1] = w(0, 1).re - w(1, 0).re;
  a.x[2] = w(0, 0).im - w(1, 1).im;
  a.x[3] = w(0, 2).im + w(2, 0).im;
  a.x[4] = w(0, 2).re - w(2, 0).re;
  a.x[5] = w(1, 2).im + w(2, 1).im;
  a.x[6] = w(1, 2).re - w(2, 1).re;
  a.x[7] = (w(0, 0).im + w(1, 1).im - P(2.0) * w(2, 2).im) * P(detail::inverse_sqrt3);
  return a;
}

/// Returns sum_a x_a^2, which is -2 tr A^2.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P norm_squared(Su3Algebra<P> const& a) {
  P sum = a.x[0] * a.x[0];
  for (int i = 1; i < 8; ++i)
    sum = multiply_add(a.x[i], a.x[i], sum);
  return sum;
}

namespace detail {

/// Returns the determinant of a matrix.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> determinant(Su3Matrix<P> const& m) {
  auto const minor = [&](int i, int j) {
    auto const a = m(1, i) * m(2, j);
    auto const b = m(1, j) * m(2, i);
    return Complex<P>{a.re - b.re, a.im - b.im};
  };
  auto const a = m(0, 0) * minor(1, 2);
  auto const b = m(0, 1) * minor(0, 2);
  auto const c = m(0, 2) * minor(0, 1);
  return {a.re - b.re + c.re, a.im - b.im + c.im};
}

/// Returns the largest lane.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION double largest_lane(P const& pack) {
  constexpr int lanes = PackTraits<P>::lanes;
  alignas(P) double values[lanes];
  store(pack, values);
  double largest = values[0];
  for (int lane = 1; lane < lanes; ++lane)
    largest = values[lane] > largest ? values[lane] : largest;
  return largest;
}

} // namespace detail

/// Returns exp(step A) in SU(3), within rounding errors. By Cayley and Hamilton, A^3 = t A + d with
/// t = tr A^2 / 2 and d = det A, so the Taylor series has only three matrix terms: q0 + q1 A + q2
/// A^2. A large A is halved until the series converges quickly, and the result is squared as often.
/// Source: Morningstar, Peardon, Phys. Rev. D 69 (2004) 054501, eq. (19) for the three terms.
template <class P>
KOKKOS_FUNCTION Su3Matrix<P> exponential(Su3Algebra<P> a, double step) {
  constexpr int terms = 17; // for sum_a x_a^2 <= 2 the next term is below 1e-17
  constexpr double converges_quickly = 2;
  double norm = detail::largest_lane(norm_squared(a)) * step * step;
  int squarings = 0;
  for (; norm > converges_quickly && squarings < 32; norm /= 4, step /= 2)
    ++squarings;
  for (int i = 0; i < 8; ++i)
    a.x[i] = a.x[i] * P(step);
  auto const m = matrix_of(a);
  P const t = norm_squared(a) * P(-0.25);
  P const d = detail::determinant(m).im; // the determinant of an anti-hermitian matrix is imaginary
  Complex<P> q0{P(1.0), P(0.0)};
  Complex<P> q1{P(0.0), P(0.0)};
  Complex<P> q2{P(0.0), P(0.0)};
  for (int k = terms; k > 0; --k) { // Horner: q <- 1 + A q / k
    P const factor(1.0 / k);
    P const df = d * factor;
    P const tf = t * factor;
    Complex<P> const next0{multiply_subtract(df, q2.im, P(1.0)), df * q2.re};
    Complex<P> const next1{multiply_add(tf, q2.re, factor * q0.re),
                           multiply_add(tf, q2.im, factor * q0.im)};
    q2 = factor * q1;
    q0 = next0;
    q1 = next1;
  }
  auto const square = multiply(m, m);
  Su3Matrix<P> result;
  detail::for_three([&](auto i) {
    detail::for_three([&](auto j) { result(i, j) = multiply_add(q2, square(i, j), q1 * m(i, j)); });
    result(i, i) = {result(i, i).re + q0.re, result(i, i).im + q0.im};
  });
  for (int i = 0; i < squarings; ++i)
    result = multiply(result, result);
  return result;
}

/// Returns the SU(3) matrix next to a matrix that differs from one by rounding errors only:
/// Gram-Schmidt on the first two rows, and their conjugate cross product. 1 / sqrt(n) is replaced
/// by its first two terms around n = 1, whose error is the square of the rounding error.
template <class P>
KOKKOS_FUNCTION Su3Matrix<P> restore_group(Su3Matrix<P> u) {
  auto const normalise = [&](int row) {
    P n(0.0);
    for (int c = 0; c < 3; ++c)
      n = multiply_add(u(row, c).re, u(row, c).re, multiply_add(u(row, c).im, u(row, c).im, n));
    P const scale = multiply_subtract(P(0.5), n, P(1.5));
    for (int c = 0; c < 3; ++c)
      u(row, c) = scale * u(row, c);
  };
  normalise(0);
  Complex<P> overlap{P(0.0), P(0.0)}; // row 0 conjugate times row 1
  for (int c = 0; c < 3; ++c)
    overlap = multiply_add(Complex<P>{u(0, c).re, negate(u(0, c).im)}, u(1, c), overlap);
  for (int c = 0; c < 3; ++c)
    u(1, c) = multiply_add(Complex<P>{negate(overlap.re), negate(overlap.im)}, u(0, c), u(1, c));
  normalise(1);
  for (int c = 0; c < 3; ++c) {
    int const j = (c + 1) % 3;
    int const k = (c + 2) % 3;
    auto const plus = u(0, j) * u(1, k);
    auto const minus = u(0, k) * u(1, j);
    u(2, c) = {plus.re - minus.re, minus.im - plus.im};
  }
  return u;
}

} // namespace kitt
