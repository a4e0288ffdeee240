// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_observables.hpp"
#include "core/fields/gauge_start.hpp"
#include "core/fields/random.hpp"
#include "test/catch.hpp"

#include <cmath>
#include <cstring>

using namespace kitt;

TEST_CASE("the counter-based generator is splitmix64") {
  // These are the first outputs of the published generator from state 0.
  CHECK(counter_bits(0, 0) == 0xE220A8397B1DCDAFU);
  CHECK(counter_bits(0, 1) == 0x6E789E6AA1B965F4U);
  CHECK(counter_bits(0, 2) == 0x06C45D188009454FU);
}

TEST_CASE("uniform numbers have the moments of [-1, 1)") {
  double mean = 0;
  double square = 0;
  int const count = 100000;
  for (int n = 0; n < count; ++n) {
    double const u = counter_uniform(42, static_cast<std::uint64_t>(n));
    CHECK((u >= -1.0 && u < 1.0));
    mean += u / count;
    square += u * u / count;
  }
  // The limits are five standard errors: 0.577 / sqrt(count) and 0.298 / sqrt(count) per error.
  CHECK(std::abs(mean) < 5 * 0.577 / std::sqrt(count));
  CHECK(std::abs(square - 1.0 / 3.0) < 5 * 0.298 / std::sqrt(count));
}

TEST_CASE("hot and weak links are in SU(3) and have the expected disorder") {
  Extents const extents{8, 4, 6, 4};
  auto const hot = hot_gauge(extents, 1);
  auto const weak = weak_gauge(extents, 1);
  for (auto const* field : {&hot, &weak}) {
    auto const error = unitarity_error(*field);
    CHECK(error.unitarity < 1e-13);
    CHECK(error.determinant < 1e-13);
  }
  // For the Haar measure, <Re tr U / 3> is 0 with variance 1/18 per link. The plaquette has the
  // same values.
  auto const links = static_cast<double>(hot.links.size());
  CHECK(std::abs(link_trace(hot)) < 5 * std::sqrt(1.0 / 18.0 / links));
  CHECK(std::abs(plaquette(hot).all) < 5 * std::sqrt(1.0 / 18.0 / links));
  CHECK(plaquette(weak).all > 0.7);
  CHECK(plaquette(weak).all < 1.0);
}

TEST_CASE("links depend on the seed and the site, but not on the extent in t") {
  auto const a = hot_gauge({4, 4, 4, 4}, 1);
  auto const longer = hot_gauge({4, 4, 4, 8}, 1);
  auto const other = hot_gauge({4, 4, 4, 4}, 2);
  CHECK(std::memcmp(a.links.data(), longer.links.data(), a.links.size() * sizeof(a.links[0])) == 0);
  CHECK(a.links[0] != other.links[0]);
}
