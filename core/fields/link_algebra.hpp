// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"

#include <array>
#include <complex>

namespace kitt {

/// Returns a * b. The function is faster than the operator* of std::complex, which recovers
/// infinities from NaN and needs a branch per product for that.
inline std::complex<double> product(std::complex<double> const& a, std::complex<double> const& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Returns A^dagger for a link matrix A.
inline GaugeField::Link adjoint(GaugeField::Link const& a) {
  GaugeField::Link c;
  for (std::size_t i = 0; i < colours; ++i)
    for (std::size_t j = 0; j < colours; ++j)
      c[i][j] = std::conj(a[j][i]);
  return c;
}

/// Returns the matrix product A B of two links.
inline GaugeField::Link product(GaugeField::Link const& a, GaugeField::Link const& b) {
  GaugeField::Link c;
  for (std::size_t i = 0; i < colours; ++i)
    for (std::size_t j = 0; j < colours; ++j)
      c[i][j] = product(a[i][0], b[0][j]) + product(a[i][1], b[1][j]) + product(a[i][2], b[2][j]);
  return c;
}

/// Returns the determinant of a link matrix.
inline std::complex<double> determinant(GaugeField::Link const& a) {
  auto const minor = [&a](std::size_t i, std::size_t j) {
    return product(a[1][i], a[2][j]) - product(a[1][j], a[2][i]);
  };
  return product(a[0][0], minor(1, 2)) - product(a[0][1], minor(0, 2)) +
         product(a[0][2], minor(0, 1));
}

/// Computes sum += factor * A for link matrices and a real factor.
inline void add(GaugeField::Link& sum, GaugeField::Link const& a, double factor = 1) {
  for (std::size_t i = 0; i < colours; ++i)
    for (std::size_t j = 0; j < colours; ++j)
      sum[i][j] += factor * a[i][j];
}

/// Returns the unitary matrix nearest to each link V: V (V^dagger V)^(-1/2), in U(3). Throws
/// UserError if a link is singular within rounding errors.
GaugeField unitary_links(GaugeField links);

} // namespace kitt
