// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/padded_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "core/backend/whole_view.hpp"
#include "core/fields/gauge_start.hpp"
#include "core/gauge_action/plaquette_action.hpp"
#include "test/catch.hpp"
#include "test/comms/all_grids.hpp"
#include "test/comms/mpi_test.hpp"

#include <algorithm>
#include <cmath>

using namespace kitt;
using namespace kitt::comms;
using namespace kitt::test;

namespace {

constexpr std::uint64_t seed = 5;

/// Returns the force of U_mu at each site and direction of the global lattice, sum of all
/// coefficients a with weight a + 1. Other sites are zero.
std::vector<double> weighted_force(PaddedLinks const& links) {
  auto const lattice = links.lattice();
  AlgebraField const force(lattice);
  ExecutionSpace const exec;
  add_plaquette_force(exec, links, 6, 1, force);
  exec.fence("test: force complete");
  auto const view = host_copy(force.view());
  std::vector<double> by_link(4 * volume(lattice.volume().global));
  for (int n = 0; n < lattice.sites(); ++n)
    for (int lane = 0; lane < gauge_lanes; ++lane)
      for (int mu = 0; mu < 4; ++mu)
        for (int a = 0; a < 8; ++a)
          by_link[4 * lattice.global_site(n, lane) + static_cast<std::size_t>(mu)] +=
              (a + 1) * view(n, mu, a, lane);
  return by_link;
}

} // namespace

// The force needs ghosts of next neighbours and of neighbours in two directions. The whole lattice
// on one rank has no messages.
TEST_CASE("forces on several ranks are the forces of the whole lattice on one rank") {
  auto const& world = test_world();
  constexpr Extents local{4, 2, 6, 4};
  for (auto const transport : {Transport::shm, Transport::mpi, Transport::direct})
    for (auto const& ranks : all_grids(world.size())) {
      CAPTURE(ranks);
      ProcessGrid const grid(ranks, ranks, world.places());
      auto const part = volume_of_rank(grid, world.rank(), local);
      PaddedLattice const lattice(part);
      PaddedLinks const links(lattice);
      set_links(hot_gauge(part, seed), links);
      PaddedHalo const halo(world, grid, links, transport, HugePages::none);
      ExecutionSpace const exec;
      halo.fill(exec, links);
      auto const own = weighted_force(links);

      PaddedLinks const whole{PaddedLattice(LocalVolume::whole(part.global))};
      set_links(hot_gauge(part.global, seed), whole);
      for (int mu = 0; mu < 4; ++mu)
        copy_layers(exec, whole, mu);
      auto const expected = weighted_force(whole);
      std::size_t compared = 0;
      double worst = 0;
      for (std::size_t i = 0; i < own.size(); ++i)
        if (own[i] != 0) {
          worst = std::max(worst, std::abs(own[i] - expected[i]));
          ++compared;
        }
      CHECK(compared == 4 * volume(local));
      CHECK(worst < 1e-12);
      auto const sum = world.sum(sum_of_plaquettes(exec, links));
      CHECK(std::abs(sum - sum_of_plaquettes(exec, whole)) < 1e-10);
      CHECK((halo.bytes_sent() > 0) == (world.size() > 1));
    }
}

TEST_CASE("rank 0 gathers the parts of all ranks") {
  auto const& world = test_world();
  constexpr Extents local{4, 2, 6, 2};
  for (auto const& ranks : all_grids(world.size())) {
    ProcessGrid const grid(ranks, ranks, world.places());
    auto const part = volume_of_rank(grid, world.rank(), local);
    auto const whole = gather_gauge_field(world, grid, hot_gauge(part, seed));
    if (world.rank() == 0) {
      CHECK(whole.extents == part.global);
      CHECK(whole.links == hot_gauge(part.global, seed).links);
    }
  }
}
