// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/rank_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "core/operators/clover.hpp"
#include "test/catch.hpp"
#include "test/comms/all_grids.hpp"
#include "test/comms/mpi_test.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::comms;
using namespace kitt::test;

namespace {

using L = Layout<float, native_lanes<float>>;
using Term = CloverTerm<float, L::lanes>;

constexpr Extents local_extents{4, 4, 4, 4};
constexpr double mass = 0.1;
constexpr double csw = 1.2;

} // namespace

TEST_CASE("links of the margin equal the links of the whole lattice, also beyond corners") {
  auto const& world = test_world();
  for (auto const& ranks : all_grids(world.size())) {
    ProcessGrid const grid(ranks, ranks, world.places());
    auto const volume = volume_of_rank(grid, world.rank(), local_extents);
    auto const whole = hot_gauge(volume.global, 91);
    LinksWithMargin const links(world, grid, hot_gauge(volume, 91));
    PeriodicLinks const periodic{whole};
    Extents around = volume.extents;
    for (auto& extent : around)
      extent += 2;
    int wrong = 0;
    for (std::size_t site = 0; site < kitt::volume(around); ++site) {
      auto x = coordinate_of(site, around);
      for (auto& coordinate : x)
        --coordinate;
      for (int mu = 0; mu < 4; ++mu)
        wrong += links(x, mu) == periodic(volume.to_global(x), mu) ? 0 : 1;
    }
    INFO("grid " << to_string(ranks));
    CHECK(wrong == 0);
  }
}

TEST_CASE("on any grid of ranks, the clover operator equals the operator of one rank") {
  auto const& world = test_world();
  for (auto const& ranks : all_grids(world.size())) {
    ProcessGrid const grid(ranks, ranks, world.places());
    auto const volume = volume_of_rank(grid, world.rank(), local_extents);
    auto const part_of = [&](reference::Field<float> const& whole) {
      reference::Field<float> part(volume.extents, 1);
      reference::for_each_site(part, [&](Coordinate const& x, int s) {
        return reference::site_spinor(whole, volume.to_global(x), s);
      });
      return part;
    };
    auto const apply = [](auto const& op, reference::Field<float> const& in) {
      return run<L>([&](auto const& exec, auto const& from, auto const& to) { op(exec, from, to); },
                    op.lattice(), in);
    };
    auto const whole_in = random_field<float>(volume.global, 1, 92);
    auto const whole_gauge = hot_gauge(volume.global, 93);
    PeriodicLinks const whole_links{whole_gauge, TimeBoundary::antiperiodic};
    auto const whole_lattice = L::lattice(volume.global);
    CloverOperator const alone(L::hopping(whole_lattice, whole_links, 1),
                               Term(whole_lattice, whole_links, 4 + mass, csw));

    auto const gauge = hot_gauge(volume, 93);
    auto const ghosts = exchange_link_ghosts(world, grid, gauge);
    auto const lattice = L::lattice(volume.extents);
    Stencil const stencil(lattice, grid.splitting());
    RankHalo<float, L::lanes> const halo(world, grid, stencil, 1, {});
    HoppingTerm const hopping(
        stencil, L::links(lattice, LocalLinks{gauge, ghosts, volume, TimeBoundary::antiperiodic}),
        1, Order::lexicographic(), halo, {Strategy::sequential});
    CloverOperator const shared(hopping,
                                Term(lattice, LinksWithMargin(world, grid, gauge), 4 + mass, csw));
    INFO("grid " << to_string(ranks));
    // equal bit for bit: the boundary sign in the links of one rank cancels in each leaf, and the
    // hops have the same order
    CHECK(apply(shared, part_of(whole_in)).values == part_of(apply(alone, whole_in)).values);
  }
}
