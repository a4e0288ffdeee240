// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_observables.hpp"
#include "test/catch.hpp"
#include "test/core/gauge_file/sample_fields.hpp"

#include <limits>
#include <numbers>

using namespace kitt;
using namespace kitt::test;

namespace {

constexpr double rounding = 1e-13;

// Returns a field of constant abelian flux. U_first(x) = diag(e^{i phi n}, e^{-i phi n}, 1), where
// n is the coordinate in direction `second` and phi = 2 pi / extent. Every plaquette in the plane
// of the two directions has trace 1 + 2 cos(phi). All other plaquettes have trace 3.
GaugeField flux_field(Extents const& extents, int first, std::size_t second) {
  auto field = unit_field(extents);
  std::size_t stride = 1;
  for (std::size_t mu = 0; mu < second; ++mu)
    stride *= static_cast<std::size_t>(extents[mu]);
  auto const extent = static_cast<std::size_t>(extents[second]);
  for (std::size_t site = 0; site < volume(extents); ++site) {
    double const angle =
        2 * std::numbers::pi * static_cast<double>(site / stride % extent) / extents[second];
    field.at(site, first)[0][0] = std::polar(1.0, angle);
    field.at(site, first)[1][1] = std::polar(1.0, -angle);
  }
  return field;
}

double flux_plaquette(int extent) {
  return (1 + 2 * std::cos(2 * std::numbers::pi / extent)) / 3;
}

// Returns the field after a random gauge transformation: U_mu(x) -> g(x) U_mu(x) g(x+mu)^dagger.
GaugeField transformed(GaugeField field) {
  auto const& extents = field.extents;
  Numbers numbers(77);
  std::vector<Link> g(volume(extents));
  for (auto& one : g)
    one = random_link(numbers);
  for (std::size_t site = 0; site < g.size(); ++site) {
    std::size_t stride = 1;
    for (std::size_t mu = 0; mu < 4; ++mu) {
      auto const extent = static_cast<std::size_t>(extents[mu]);
      bool const wraps = site / stride % extent == extent - 1;
      auto const next = wraps ? site - (extent - 1) * stride : site + stride;
      auto& link = field.at(site, static_cast<int>(mu));
      link = product(product(g[site], link), dagger(g[next]));
      stride *= extent;
    }
  }
  return field;
}

} // namespace

TEST_CASE("the unit field has plaquette and link trace one, also on odd and unequal extents") {
  for (Extents const& extents : {Extents{1, 1, 1, 1}, Extents{2, 3, 4, 5}, Extents{1, 4, 1, 3}}) {
    auto const observables = measure_gauge(unit_field(extents));
    CHECK(observables.plaquette.all == 1);
    CHECK(observables.plaquette.spatial == 1);
    CHECK(observables.plaquette.temporal == 1);
    CHECK(observables.link_trace == 1);
    CHECK(observables.unitarity_error.unitarity == 0);
    CHECK(observables.unitarity_error.determinant == 0);
  }
}

TEST_CASE("a constant flux changes only the plaquettes of its plane") {
  Extents const extents{4, 6, 3, 5};
  for (int first = 0; first < 4; ++first)
    for (int second = 0; second < 4; ++second) {
      if (first == second)
        continue;
      auto const field = flux_field(extents, first, static_cast<std::size_t>(second));
      double const flux = flux_plaquette(extents[static_cast<std::size_t>(second)]);
      bool const in_time = first == 3 || second == 3;
      auto const found = plaquette(field);
      CHECK(std::abs(found.all - (5 + flux) / 6) < rounding);
      CHECK(std::abs(found.spatial - (in_time ? 1 : (2 + flux) / 3)) < rounding);
      CHECK(std::abs(found.temporal - (in_time ? (2 + flux) / 3 : 1)) < rounding);
      // The cosines of a whole period add up to zero.
      CHECK(std::abs(link_trace(field) - (3 + 1.0 / 3) / 4) < rounding);
    }
}

TEST_CASE("a gauge transformation changes the link trace but not the plaquette") {
  auto const field = random_field({2, 3, 4, 2});
  auto const other = transformed(field);
  CHECK(std::abs(plaquette(field).spatial - plaquette(other).spatial) < rounding);
  CHECK(std::abs(plaquette(field).temporal - plaquette(other).temporal) < rounding);
  CHECK(std::abs(link_trace(field) - link_trace(other)) > 1e-3);
  CHECK(unitarity_error(other).unitarity < rounding);
}

TEST_CASE("unitarity errors are the largest deviations, and a NaN is never lost") {
  auto field = random_field({2, 2, 2, 2});
  CHECK(unitarity_error(field).unitarity < rounding);
  CHECK(unitarity_error(field).determinant < rounding);
  for (auto& row : field.links[17])
    for (auto& element : row)
      element *= 1.01;
  CHECK(std::abs(unitarity_error(field).unitarity - 0.0201) < rounding);
  CHECK(std::abs(unitarity_error(field).determinant - 0.030301) < rounding);
  for (auto& element : field.links[5][2])
    element = -element; // still unitary, but det U = -1
  CHECK(std::abs(unitarity_error(field).unitarity - 0.0201) < rounding);
  CHECK(std::abs(unitarity_error(field).determinant - 2) < rounding);
  field.links[3][1][1] = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(unitarity_error(field).unitarity));
  CHECK(std::isnan(unitarity_error(field).determinant));
}
