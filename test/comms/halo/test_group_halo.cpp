// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/rank_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "core/operators/hopping.hpp"
#include "test/catch.hpp"
#include "test/comms/all_grids.hpp"
#include "test/comms/mpi_test.hpp"
#include "test/core/group_setup.hpp"

using namespace kitt;
using namespace kitt::comms;
using namespace kitt::test;
using enum kitt::Representation;

namespace {

constexpr Extents local_extents{4, 4, 4, 4};

/// Returns the number of sites in the volume of a rank.
template <class G>
typename G::Plain part_of(typename G::Plain const& whole, LocalVolume const& volume) {
  typename G::Plain part(volume.extents, 1);
  reference::for_each_site(part, [&](Coordinate const& x, int s) {
    return reference::site_spinor(whole, volume.to_global(x), s);
  });
  return part;
}

} // namespace

TEMPLATE_TEST_CASE(
    "on any grid of ranks, the hopping term of any gauge group equals the result of one rank", "",
    (Group<2, adjoint>), (Group<6, fundamental>)) {
  using G = TestType;
  auto const& world = test_world();
  for (auto const& ranks : all_grids(world.size())) {
    INFO("grid " << to_string(ranks));
    ProcessGrid const grid(ranks, ranks, world.places());
    auto const volume = volume_of_rank(grid, world.rank(), local_extents);
    auto const in = G::random_field(volume.global, 92);

    auto const whole = G::lattice(volume.global);
    auto const whole_gauge = G::gauge(volume.global, 91);
    HoppingTerm const alone(Stencil(whole), G::links(whole, PeriodicLinksOf<G::D>{whole_gauge}), 1);
    auto const expected = part_of<G>(run<G>(full_hopping(alone), whole, in), volume);

    auto const gauge = G::gauge(volume, 91);
    auto const ghosts = exchange_link_ghosts(world, grid, gauge);
    auto const local = G::lattice(volume.extents);
    Stencil const stencil(local, grid.splitting());
    RankHalo<double, G::lanes, spins, G::D> const halo(world, grid, stencil, 1, {});
    for (auto const strategy : {Strategy::sequential, Strategy::overlap}) {
      HoppingTerm const shared(stencil, G::links(local, LocalLinksOf<G::D>{gauge, ghosts, volume}),
                               1, Order::lexicographic(), halo, Schedule{strategy});
      auto const out = run<G>(full_hopping(shared), local, part_of<G>(in, volume));
      if (strategy == Strategy::sequential)
        CHECK(out.values == expected.values); // equal bit for bit, because the hops have the same
                                              // order
      CHECK(world.max(relative_error(out, expected)) < 1e-13);
    }
  }
}
