// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/rank_links.hpp"
#include "core/fields/gauge_start.hpp"
#include "test/catch.hpp"
#include "test/comms/all_grids.hpp"
#include "test/comms/mpi_test.hpp"

using namespace kitt;
using namespace kitt::comms;
using namespace kitt::test;

namespace {

/// Returns one row of each site's first link, as a field.
ColourVectors first_rows(GaugeField const& links) {
  ColourVectors rows{links.extents, {}};
  for (std::size_t site = 0; site < links.links.size() / 4; ++site)
    rows.vectors.push_back(links.at(site, 0)[0]);
  return rows;
}

} // namespace

// Checks against a hot start. A hot link depends only on its place in the whole lattice, so each
// rank can make its own part of the expected field.
TEST_CASE("each rank receives its own part of a field that only rank 0 has") {
  auto const& world = test_world();
  constexpr Extents local{4, 2, 6, 2};
  constexpr int seed = 5;
  for (auto const& ranks : all_grids(world.size())) {
    ProcessGrid const grid(ranks, ranks, world.places());
    auto const part = volume_of_rank(grid, world.rank(), local);
    auto const whole = world.rank() == 0 ? hot_gauge(part.global, seed) : GaugeField();
    auto const own = scatter_gauge_field(world, grid, local, whole);
    CHECK(own.extents == local);
    CHECK(own.links == hot_gauge(part, seed).links);
    auto const vectors = scatter_colour_vectors(world, grid, local, first_rows(whole));
    CHECK(vectors.extents == local);
    CHECK(vectors.vectors == first_rows(own).vectors);
  }
}
