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
using Row = std::array<C, colours>;

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
  for (std::size_t c = 0; c < colours; ++c)
    u[1][c] -= overlap * u[0][c];
  normalize(u[1]);
  for (std::size_t c = 0; c < colours; ++c) {
    std::size_t const d = (c + 1) % colours;
    std::size_t const e = (c + 2) % colours;
    u[2][c] = std::conj(u[0][d] * u[1][e] - u[0][e] * u[1][d]);
  }
}

/// Sets every link from its global site and direction.
template <class LinkAt>
GaugeField make_gauge(LocalVolume const& part, LinkAt const& link_at) {
  GaugeField field{part.extents, std::vector<GaugeField::Link>(4 * volume(part.extents))};
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

GaugeField random_gauge(LocalVolume const& part, std::uint64_t seed, double diagonal,
                        double width) {
  return make_gauge(part, [=](std::size_t site, int mu) {
    auto const link = 4 * site + static_cast<std::size_t>(mu);
    GaugeField::Link u;
    std::size_t number = link * colours * colours;
    for (std::size_t row = 0; row < colours; ++row)
      for (std::size_t column = 0; column < colours; ++column)
        u[row][column] = (row == column ? diagonal : 0.0) + width * gaussian(seed, number++);
    project_to_su3(u);
    return u;
  });
}

} // namespace

GaugeField unit_gauge(Extents const& extents) {
  GaugeField::Link one{};
  for (std::size_t i = 0; i < colours; ++i)
    one[i][i] = 1.0;
  return {extents, std::vector<GaugeField::Link>(4 * volume(extents), one)};
}

GaugeField hot_gauge(LocalVolume const& volume, std::uint64_t seed) {
  return random_gauge(volume, seed, 0.0, 1.0);
}
GaugeField hot_gauge(Extents const& extents, std::uint64_t seed) {
  return hot_gauge(LocalVolume::whole(extents), seed);
}

GaugeField weak_gauge(LocalVolume const& volume, std::uint64_t seed, double width) {
  return random_gauge(volume, seed, 1.0, width);
}
GaugeField weak_gauge(Extents const& extents, std::uint64_t seed, double width) {
  return weak_gauge(LocalVolume::whole(extents), seed, width);
}

GaugeField cut_out(GaugeField const& whole, LocalVolume const& volume) {
  return make_gauge(volume, [&](std::size_t site, int mu) { return whole.at(site, mu); });
}

} // namespace kitt
