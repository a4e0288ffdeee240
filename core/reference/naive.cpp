// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/reference/naive.hpp"

namespace kitt::reference {

namespace {

using C = std::complex<double>;
constexpr C i{0.0, 1.0};

Matrix<4> const gammas[4] = {
    {{{0, 0, 0, i}, {0, 0, i, 0}, {0, -i, 0, 0}, {-i, 0, 0, 0}}},
    {{{0, 0, 0, -1}, {0, 0, 1, 0}, {0, 1, 0, 0}, {-1, 0, 0, 0}}},
    {{{0, 0, i, 0}, {0, 0, 0, -i}, {-i, 0, 0, 0}, {0, i, 0, 0}}},
    {{{0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}}},
};

} // namespace

Matrix<4> const& gamma(int mu) {
  return gammas[mu];
}

} // namespace kitt::reference
