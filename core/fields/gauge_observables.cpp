// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_observables.hpp"

#include "core/base/error.hpp"
#include "core/fields/link_algebra.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace kitt {

namespace {

using Complex = std::complex<double>;
using Link = GaugeField::Link;
using SiteSteps = std::array<std::size_t, 4>;

// Returns Re tr A B^dagger for two links A and B.
double real_trace(Link const& a, Link const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < colours; ++i)
    for (std::size_t j = 0; j < colours; ++j)
      sum += a[i][j].real() * b[i][j].real() + a[i][j].imag() * b[i][j].imag();
  return sum;
}

// Sums of Re tr U_p over the spatial and the temporal planes at one site.
struct PlaneSums {
  double spatial = 0;
  double temporal = 0;
};

PlaneSums plane_sums(GaugeField const& field, std::size_t site, SiteSteps const& forward) {
  PlaneSums sums;
  for (int mu = 1; mu < 4; ++mu)
    for (int nu = 0; nu < mu; ++nu) {
      auto const at_mu = forward[static_cast<std::size_t>(mu)];
      auto const at_nu = forward[static_cast<std::size_t>(nu)];
      double const trace = real_trace(product(field.at(site, mu), field.at(at_mu, nu)),
                                      product(field.at(site, nu), field.at(at_nu, mu)));
      (mu == 3 ? sums.temporal : sums.spatial) += trace;
    }
  return sums;
}

// Returns the four sites one step forward of the site at `coordinates`, with periodic boundaries.
SiteSteps forward_sites(Extents const& extents, Extents const& coordinates, std::size_t site) {
  SiteSteps forward{};
  std::size_t stride = 1;
  for (std::size_t mu = 0; mu < 4; ++mu) {
    auto const extent = static_cast<std::size_t>(extents[mu]);
    bool const last = coordinates[mu] + 1 == extents[mu];
    forward[mu] = last ? site - (extent - 1) * stride : site + stride;
    stride *= extent;
  }
  return forward;
}

// Returns the larger of two positive numbers, or NaN if one of them is NaN. Compares bits: the bits
// of positive numbers have the same order as the numbers, and NaN is the largest. The comparison of
// bits also works with -ffast-math.
double larger_or_nan(double largest, double deviation) {
  return std::bit_cast<std::uint64_t>(deviation) > std::bit_cast<std::uint64_t>(largest) ? deviation
                                                                                         : largest;
}

// Returns the square of the largest deviation of one link from U U^dagger = 1. The root is taken
// only once, at the end: a root per element would take most of the time.
double unitarity_deviation(Link const& u) {
  double largest = 0;
  for (std::size_t i = 0; i < colours; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      Complex sum = i == j ? -1.0 : 0.0;
      for (std::size_t k = 0; k < colours; ++k)
        sum += product(u[i][k], std::conj(u[j][k]));
      largest = larger_or_nan(largest, std::norm(sum));
    }
  return largest;
}

} // namespace

Plaquette plaquette(GaugeField const& field) {
  KITT_EXPECT(field.links.size() == 4 * volume(field.extents));
  auto const& extents = field.extents;
  PlaneSums total;
  std::size_t site = 0;
  for (int t = 0; t < extents[3]; ++t)
    for (int z = 0; z < extents[2]; ++z)
      for (int y = 0; y < extents[1]; ++y) {
        PlaneSums line; // a partial sum per line keeps rounding errors small on large lattices
        for (int x = 0; x < extents[0]; ++x, ++site) {
          auto const here = plane_sums(field, site, forward_sites(extents, {x, y, z, t}, site));
          line.spatial += here.spatial;
          line.temporal += here.temporal;
        }
        total.spatial += line.spatial;
        total.temporal += line.temporal;
      }
  // largest possible sum of traces over the three spatial (or temporal) planes of all sites
  double const traces = 3.0 * colours * static_cast<double>(volume(extents));
  return {(total.spatial + total.temporal) / (2 * traces), total.spatial / traces,
          total.temporal / traces};
}

double link_trace(GaugeField const& field) {
  KITT_EXPECT(field.links.size() == 4 * volume(field.extents));
  double total = 0;
  for (std::size_t first = 0; first < field.links.size(); first += 4) {
    double at_site = 0;
    for (std::size_t link = first; link < first + 4; ++link)
      for (std::size_t i = 0; i < colours; ++i)
        at_site += field.links[link][i][i].real();
    total += at_site;
  }
  return total / (colours * static_cast<double>(field.links.size()));
}

UnitarityError unitarity_error(GaugeField const& field) {
  double unitarity = 0;
  double determinants = 0;
  for (auto const& link : field.links) {
    unitarity = larger_or_nan(unitarity, unitarity_deviation(link));
    determinants = larger_or_nan(determinants, std::norm(determinant(link) - Complex(1)));
  }
  return {std::sqrt(unitarity), std::sqrt(determinants)};
}

GaugeObservables measure_gauge(GaugeField const& field) {
  return {plaquette(field), link_trace(field), unitarity_error(field)};
}

} // namespace kitt
