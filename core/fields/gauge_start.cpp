// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_start.hpp"

#include "core/fields/random.hpp"

#include <Kokkos_Core.hpp>

#include <cmath>
#include <numbers>

namespace kitt {

namespace {

using C = std::complex<double>;

/// Returns a complex Gaussian random number, with unit variance of both parts (Box-Muller). Uses
/// the random numbers 2n and 2n + 1 of the stream `seed`.
C gaussian(std::uint64_t seed, std::uint64_t n) {
  double const u = 0.5 * (1.0 - counter_uniform(seed, 2 * n)); // uniform in (0, 1]
  double const phase = std::numbers::pi * counter_uniform(seed, 2 * n + 1);
  return std::polar(std::sqrt(-2.0 * std::log(u)), phase);
}

template <std::size_t N>
C dot(std::array<C, N> const& a, std::array<C, N> const& b) {
  C sum = std::conj(a[0]) * b[0];
  for (std::size_t i = 1; i < N; ++i)
    sum += std::conj(a[i]) * b[i];
  return sum;
}

template <std::size_t N>
void normalize(std::array<C, N>& row) {
  double const norm = std::sqrt(dot(row, row).real());
  for (C& element : row)
    element /= norm;
}

/// Orthonormalises the first `rows` rows one after the other (Gram-Schmidt).
template <int N>
void orthonormalize(ColourMatrix<N>& u, std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t before = 0; before < row; ++before) {
      C const overlap = dot(u[before], u[row]);
      for (std::size_t c = 0; c < N; ++c)
        u[row][c] -= overlap * u[before][c];
    }
    normalize(u[row]);
  }
}

/// Returns the determinant, by elimination without pivoting. The elimination is accurate enough for
/// unitary matrices that are random or near one.
template <int N>
C determinant(ColourMatrix<N> u) {
  C product = 1.0;
  for (std::size_t pivot = 0; pivot < N; ++pivot) {
    product *= u[pivot][pivot];
    for (std::size_t row = pivot + 1; row < N; ++row) {
      C const factor = u[row][pivot] / u[pivot][pivot];
      for (std::size_t c = pivot; c < N; ++c)
        u[row][c] -= factor * u[pivot][c];
    }
  }
  return product;
}

/// Replaces a matrix by an SU(N) matrix. Gram-Schmidt makes its rows orthonormal, and the last row
/// is chosen so that the determinant is one.
template <int N>
void project_to_group(ColourMatrix<N>& u) {
  if constexpr (N == 3) { // the last row is the conjugate cross product of the other two
    orthonormalize<N>(u, 2);
    for (std::size_t c = 0; c < N; ++c) {
      std::size_t const d = (c + 1) % N;
      std::size_t const e = (c + 2) % N;
      u[2][c] = std::conj(u[0][d] * u[1][e] - u[0][e] * u[1][d]);
    }
  } else {
    orthonormalize<N>(u, N);
    C const turn = std::polar(1.0, -std::arg(determinant<N>(u)));
    for (C& element : u[N - 1])
      element *= turn;
  }
}

/// Returns a gauge field in which each link is `link_at(global site, direction)`.
template <int N, class LinkAt>
GaugeFieldOf<N> make_gauge(LocalVolume const& part, LinkAt const& link_at) {
  GaugeFieldOf<N> field{part.extents, std::vector<ColourMatrix<N>>(4 * volume(part.extents))};
  Kokkos::parallel_for(
      "kitt::core::gauge_start",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, volume(part.extents)),
      [&](std::size_t site) {
        auto const global = part.to_global(coordinate_of(site, part.extents));
        for (int mu = 0; mu < 4; ++mu)
          field.at(site, mu) = link_at(lexicographic(global, part.global), mu);
      });
  Kokkos::DefaultHostExecutionSpace().fence("kitt::core::gauge_start: links complete");
  return field;
}

template <int N>
GaugeFieldOf<N> random_gauge(LocalVolume const& part, std::uint64_t seed, double diagonal,
                             double width) {
  return make_gauge<N>(part, [=](std::size_t site, int mu) {
    auto const link = 4 * site + static_cast<std::size_t>(mu);
    ColourMatrix<N> u;
    std::size_t number = link * N * N;
    for (std::size_t row = 0; row < N; ++row)
      for (std::size_t column = 0; column < N; ++column)
        u[row][column] = (row == column ? diagonal : 0.0) + width * gaussian(seed, number++);
    project_to_group<N>(u);
    return u;
  });
}

} // namespace

template <int N>
GaugeFieldOf<N> hot_gauge(LocalVolume const& volume, std::uint64_t seed) {
  return random_gauge<N>(volume, seed, 0.0, 1.0);
}

template <int N>
GaugeFieldOf<N> weak_gauge(LocalVolume const& volume, std::uint64_t seed, double width) {
  return random_gauge<N>(volume, seed, 1.0, width);
}

template GaugeFieldOf<2> hot_gauge<2>(LocalVolume const&, std::uint64_t);
template GaugeFieldOf<3> hot_gauge<3>(LocalVolume const&, std::uint64_t);
template GaugeFieldOf<4> hot_gauge<4>(LocalVolume const&, std::uint64_t);
template GaugeFieldOf<6> hot_gauge<6>(LocalVolume const&, std::uint64_t);
template GaugeFieldOf<2> weak_gauge<2>(LocalVolume const&, std::uint64_t, double);
template GaugeFieldOf<3> weak_gauge<3>(LocalVolume const&, std::uint64_t, double);
template GaugeFieldOf<4> weak_gauge<4>(LocalVolume const&, std::uint64_t, double);
template GaugeFieldOf<6> weak_gauge<6>(LocalVolume const&, std::uint64_t, double);

GaugeField cut_out(GaugeField const& whole, LocalVolume const& volume) {
  return make_gauge<colours>(volume, [&](std::size_t site, int mu) { return whole.at(site, mu); });
}

} // namespace kitt
