// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/reference/naive.hpp"

namespace kitt::reference {

namespace {

using C = std::complex<double>;
using Matrix = std::array<std::array<C, 4>, 4>;
constexpr C i{0.0, 1.0};

Matrix const gammas[4] = {
    {{{0, 0, 0, i}, {0, 0, i, 0}, {0, -i, 0, 0}, {-i, 0, 0, 0}}},
    {{{0, 0, 0, -1}, {0, 0, 1, 0}, {0, 1, 0, 0}, {-1, 0, 0, 0}}},
    {{{0, 0, i, 0}, {0, 0, 0, -i}, {-i, 0, 0, 0}, {0, i, 0, 0}}},
    {{{0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}}},
};

/// sum + a * b, spelled out: the library's product also handles infinities, at ten times the cost.
C plus_product(C sum, C a, C b) {
  return {sum.real() + a.real() * b.real() - a.imag() * b.imag(),
          sum.imag() + a.real() * b.imag() + a.imag() * b.real()};
}

} // namespace

Matrix const& gamma(int mu) {
  return gammas[mu];
}

void add_projected(SiteSpinor& sum, SiteSpinor const& psi, int mu, double sign, double factor) {
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t colour = 0; colour < 3; ++colour) {
      C projected = psi[row][colour];
      for (std::size_t column = 0; column < 4; ++column)
        projected = plus_product(projected, sign * gammas[mu][row][column], psi[column][colour]);
      sum[row][colour] += factor * projected;
    }
}

SiteSpinor times(GaugeField::Link const& matrix, SiteSpinor const& psi, Dagger dagger) {
  SiteSpinor product{};
  for (std::size_t spin = 0; spin < 4; ++spin)
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 3; ++column)
        product[spin][row] = plus_product(product[spin][row],
                                          dagger == Dagger::no ? matrix[row][column]
                                                               : std::conj(matrix[column][row]),
                                          psi[spin][column]);
  return product;
}

} // namespace kitt::reference
