// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/fields/storage.hpp"

#include <Kokkos_Core.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>

/// \file
/// Links in a representation R of SU(N). The links are matrices R(U), and act on spinors that
/// have as many colours as R has dimensions.

namespace kitt {

/// A representation of SU(N). fundamental: U itself; adjoint: real matrices; symmetric and
/// antisymmetric: tensors of two indices.
enum class Representation { fundamental, adjoint, symmetric, antisymmetric };
constexpr auto names_of(Representation) {
  return std::array{"fundamental", "adjoint", "symmetric", "antisymmetric"};
}

/// Returns the dimension of R(U) for U in SU(n).
constexpr int dimension_of(int n, Representation representation) {
  switch (representation) {
  case Representation::adjoint:
    return n * n - 1;
  case Representation::symmetric:
    return n * (n + 1) / 2;
  case Representation::antisymmetric:
    return n * (n - 1) / 2;
  default:
    return n;
  }
}
constexpr bool is_real(Representation representation) {
  return representation == Representation::adjoint;
}
/// Returns the storage for uncompressed links of a representation.
constexpr LinkStorage storage_of(Representation representation) {
  return is_real(representation) ? LinkStorage::real : LinkStorage::full;
}

namespace detail {

/// Returns the generator T_a of SU(N), normalised to tr T_a T_b = 1/2 delta_ab. A generator has few
/// non-zero elements. A generator belongs to a pair (i, j), symmetric or antisymmetric, or is
/// diagonal.
template <int N>
ColourMatrix<N> generator(std::size_t a) {
  ColourMatrix<N> t{};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = i + 1; j < N; ++j) {
      if (a == 0)
        t[i][j] = t[j][i] = 0.5;
      if (a == 1)
        t[j][i] = std::conj(t[i][j] = {0.0, -0.5});
      if (a < 2)
        return t;
      a -= 2;
    }
  // The diagonal generator diag(1, ..., 1, -k, 0, ...) / sqrt(2 k (k + 1)), with k ones.
  auto const k = static_cast<double>(a + 1);
  for (std::size_t i = 0; i <= a; ++i)
    t[i][i] = 1 / std::sqrt(2 * k * (k + 1));
  t[a + 1][a + 1] = -k / std::sqrt(2 * k * (k + 1));
  return t;
}

template <int N>
std::array<ColourMatrix<N>, static_cast<std::size_t>(N* N - 1)> generators() {
  std::array<ColourMatrix<N>, static_cast<std::size_t>(N * N - 1)> all;
  for (std::size_t a = 0; a < all.size(); ++a)
    all[a] = generator<N>(a);
  return all;
}

/// Returns the adjoint representation of U: R_ab = 2 Re tr(T_a U T_b U^dagger).
template <int N>
auto adjoint_of(ColourMatrix<N> const& u) {
  static auto const t = generators<N>();
  ColourMatrix<N * N - 1> r{};
  for (std::size_t b = 0; b < t.size(); ++b) {
    ColourMatrix<N> turned{}; // the matrix U T_b U^dagger
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t l = 0; l < N; ++l)
        if (t[b][k][l] != 0.0)
          for (std::size_t i = 0; i < N; ++i)
            for (std::size_t j = 0; j < N; ++j)
              turned[i][j] += u[i][k] * t[b][k][l] * std::conj(u[j][l]);
    for (std::size_t a = 0; a < t.size(); ++a) {
      std::complex<double> trace = 0;
      for (std::size_t i = 0; i < N; ++i)
        for (std::size_t j = 0; j < N; ++j)
          if (t[a][i][j] != 0.0)
            trace += t[a][i][j] * turned[j][i];
      r[a][b] = 2 * trace.real();
    }
  }
  return r;
}

/// Returns the two-index representation of U, symmetric (sign 1) or antisymmetric (sign -1). The
/// symmetric basis is e_ii and (e_i x e_j + e_j x e_i) / sqrt(2), in the order 11, 12, 22, 13, 23,
/// 33, ... The antisymmetric basis is (e_i x e_j - e_j x e_i) / sqrt(2), in the order 12, 13, 23,
/// ...
template <int D, int N>
ColourMatrix<D> two_index(ColourMatrix<N> const& u, double sign) {
  // Weight of a basis vector. For i = j the weight is smaller, because e_ii is half of e_i x e_i +
  // e_i x e_i.
  auto const weight = [](std::size_t i, std::size_t j) { return i == j ? std::sqrt(0.5) : 1.0; };
  ColourMatrix<D> r;
  std::size_t row = 0;
  for (std::size_t j = 0; j < N; ++j)
    for (std::size_t i = 0; i < j + (sign > 0 ? 1 : 0); ++i, ++row) {
      std::size_t column = 0;
      for (std::size_t l = 0; l < N; ++l)
        for (std::size_t k = 0; k < l + (sign > 0 ? 1 : 0); ++k, ++column)
          r[row][column] =
              weight(i, j) * weight(k, l) * (u[i][k] * u[j][l] + sign * u[i][l] * u[j][k]);
    }
  return r;
}

} // namespace detail

/// Returns the matrix R(U) that represents a link U.
template <Representation R, int N>
ColourMatrix<dimension_of(N, R)> represent(ColourMatrix<N> const& u) {
  if constexpr (R == Representation::fundamental)
    return u;
  else if constexpr (R == Representation::adjoint)
    return detail::adjoint_of<N>(u);
  else
    return detail::two_index<dimension_of(N, R), N>(u, R == Representation::symmetric ? 1 : -1);
}

/// Returns a gauge field whose links are R(U) for all links U of `gauge`.
template <Representation R, int N>
GaugeFieldOf<dimension_of(N, R)> represent(GaugeFieldOf<N> const& gauge) {
  GaugeFieldOf<dimension_of(N, R)> field{gauge.extents, {}};
  field.links.resize(gauge.links.size());
  Kokkos::parallel_for(
      "kitt::core::represent",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, gauge.links.size()),
      [&](std::size_t i) { field.links[i] = represent<R, N>(gauge.links[i]); });
  Kokkos::DefaultHostExecutionSpace().fence("kitt::core::represent: links complete");
  return field;
}

} // namespace kitt
