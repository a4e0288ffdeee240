// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "core/fields/link_algebra.hpp"
#include "core/fields/staggered_links.hpp"
#include "test/core/fields/link_errors.hpp"

using namespace kitt;
using namespace kitt::test;
using Catch::Matchers::ContainsSubstring;

namespace {

Extents const extents{4, 2, 6, 4};

/// Returns the products of the links of a and the links of b.
GaugeField products(GaugeField a, GaugeField const& b) {
  for (std::size_t i = 0; i < a.links.size(); ++i)
    a.links[i] = product(a.links[i], b.links[i]);
  return a;
}

GaugeField adjoints(GaugeField field) {
  for (auto& link : field.links)
    link = adjoint(link);
  return field;
}

/// Returns Hermitian positive matrices with the eigenvalues 2, 0.5 and `least`.
GaugeField positive(double least) {
  auto const turn = hot_gauge(extents, 7);
  auto values = unit_gauge(extents);
  for (auto& link : values.links) {
    link[0][0] = 2;
    link[1][1] = 0.5;
    link[2][2] = least;
  }
  return products(products(turn, values), adjoints(turn));
}

} // namespace

TEST_CASE("the unitary part of U P, with P positive, is U") {
  auto const unitary = hot_gauge(extents, 6);
  CHECK(relative_error(unitary_links(unitary), unitary) < 1e-14);
  CHECK(relative_error(unitary_links(products(unitary, positive(1))), unitary) < 1e-14);
  CHECK(relative_error(unitary_links(products(unitary, positive(1e-6))), unitary) < 1e-9);
}

TEST_CASE("the unitary part is unitary to rounding, also for smeared random links") {
  auto const one = unit_gauge(extents);
  for (auto const& links : {products(hot_gauge(extents, 6), positive(1e-6)), fat7_links(one),
                            fat7_links(hot_gauge(extents, 8))}) {
    auto const unitary = unitary_links(links);
    CHECK(relative_error(products(adjoints(unitary), unitary), one) < 1e-14);
  }
}

TEST_CASE("a singular link has no unitary part, and the error names the link") {
  auto links = products(hot_gauge(extents, 6), positive(1));
  auto& bad = links.at(5, 2);
  SECTION("zero") {
    bad = {};
  }
  SECTION("a row that is the sum of the other two") {
    for (std::size_t j = 0; j < 3; ++j)
      bad[2][j] = bad[0][j] + bad[1][j];
  }
  SECTION("a link with an element that is not a number") {
    bad[1][1] = NAN;
  }
  CHECK_THROWS_AS(unitary_links(links), UserError);
  CHECK_THROWS_WITH(unitary_links(links), ContainsSubstring("direction z of site 5"));
}
