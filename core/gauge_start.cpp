// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_start.hpp"

#include "core/random.hpp"

#include <Kokkos_Core.hpp>

#include <cmath>
#include <numbers>

namespace kitt {

namespace {

using C = std::complex<double>;
using Row = std::array<C, 3>;

/// Box-Muller on the 2n-th and the following number of the stream; both parts of unit variance.
C gaussian(std::uint64_t seed, std::uint64_t n) {
  double const u = 0.5 * (1.0 - counter_uniform(seed, 2 * n)); // in (0, 1]
  double const phase = std::numbers::pi * counter_uniform(seed, 2 * n + 1);
  return std::polar(std::sqrt(-2.0 * std::log(u)), phase);
}

C dot(Row const& a, Row const& b) {
  return std::conj(a[0]) * b[0] + std::conj(a[1]) * b[1] + std::conj(a[2]) * b[2];
}

void normalize(Row& row) {
  double const norm = std::sqrt(dot(row, row).real());
  for (C& element : row)
    element /= norm;
}

/// The SU(3) matrix nearest in the sense of Gram-Schmidt: rows 0 and 1 orthonormalised, row 2 their
/// conjugate cross product.
void project_to_su3(GaugeField::Link& u) {
  normalize(u[0]);
  C const overlap = dot(u[0], u[1]);
  for (std::size_t c = 0; c < 3; ++c)
    u[1][c] -= overlap * u[0][c];
  normalize(u[1]);
  for (std::size_t c = 0; c < 3; ++c) {
    std::size_t const d = (c + 1) % 3;
    std::size_t const e = (c + 2) % 3;
    u[2][c] = std::conj(u[0][d] * u[1][e] - u[0][e] * u[1][d]);
  }
}

GaugeField random_gauge(Extents const& extents, std::uint64_t seed, double diagonal, double width) {
  GaugeField field{extents, std::vector<GaugeField::Link>(4 * volume(extents))};
  Kokkos::parallel_for(
      "kitt::core::gauge_start",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, field.links.size()),
      [&](std::size_t link) {
        auto& u = field.links[link];
        for (std::size_t i = 0; i < 9; ++i)
          u[i / 3][i % 3] = (i % 4 == 0 ? diagonal : 0.0) + width * gaussian(seed, 9 * link + i);
        project_to_su3(u);
      });
  Kokkos::DefaultHostExecutionSpace().fence("kitt::core::gauge_start: links complete");
  return field;
}

} // namespace

GaugeField unit_gauge(Extents const& extents) {
  GaugeField::Link one{};
  for (std::size_t i = 0; i < 3; ++i)
    one[i][i] = 1.0;
  return {extents, std::vector<GaugeField::Link>(4 * volume(extents), one)};
}

GaugeField hot_gauge(Extents const& extents, std::uint64_t seed) {
  return random_gauge(extents, seed, 0.0, 1.0);
}

GaugeField weak_gauge(Extents const& extents, std::uint64_t seed, double width) {
  return random_gauge(extents, seed, 1.0, width);
}

} // namespace kitt
