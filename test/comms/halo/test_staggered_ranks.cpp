// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/long_links.hpp"
#include "comms/halo/rank_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "comms/halo/spinor_ghosts.hpp"
#include "core/fields/gauge_start.hpp"
#include "core/fields/staggered_links.hpp"
#include "test/catch.hpp"
#include "test/comms/all_grids.hpp"
#include "test/comms/mpi_test.hpp"
#include "test/core/staggered_setup.hpp"

#include <algorithm>

using namespace kitt;
using namespace kitt::comms;
using namespace kitt::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double mass = 0.3;
constexpr auto boundary = TimeBoundary::antiperiodic;

GaugeField near_links(LocalVolume const& volume) {
  return with_staggered_phases(hot_gauge(volume, 61), volume, boundary);
}
GaugeField far_links(LocalVolume const& volume) {
  return with_staggered_phases(hot_gauge(volume, 62), volume, boundary, long_hop);
}

/// One rank's part of a staggered operator with one slice.
template <class S>
struct Share {
  using Plain = typename S::Plain;

  Communicator const& world;
  ProcessGrid grid;
  LocalVolume volume;
  GaugeField near, far;
  LinkGhosts near_ghosts, far_ghosts;
  Lattice lattice;
  Plain in;

  Share(Communicator const& all, RankGrid const& ranks, Extents const& local)
      : world(all), grid(ranks, ranks, all.places()),
        volume(volume_of_rank(grid, all.rank(), local)), near(near_links(volume)),
        far(far_links(volume)), near_ghosts(exchange_link_ghosts(all, grid, near)),
        far_ghosts(exchange_link_ghosts(all, grid, far, long_hop)),
        lattice(local, choose_lane_grid(local, S::lanes, least_block(grid.splitting(), long_hop))),
        in(part_of(random_field<double, 1>(volume.global, 1, 63))) {}

  Plain part_of(Plain const& whole) const {
    Plain part(volume.extents, 1);
    reference::for_each_site(part, [&](Coordinate const& x, int s) {
      return reference::site_spinor(whole, volume.to_global(x), s);
    });
    return part;
  }

  StaggeredReach<typename S::Links> reach(GaugeField const& gauge, LinkGhosts const& ghosts,
                                          int hop, int depth) const {
    return make_staggered_reach<typename S::Links>(Stencil(lattice, grid.splitting(), hop, depth),
                                                   LocalLinks{gauge, ghosts, volume});
  }

  /// Calls f(D), where D is the hopping term over all ranks.
  template <class F>
  auto with_hopping(Action action, Transport transport, Schedule const& schedule,
                    F const& f) const {
    using Links = typename S::Links;
    using Halo = RankHalo<double, S::lanes, 1>;
    int const depth = action == Action::naive ? 1 : long_hop;
    Order const order{{Order::whole, 2, 4, Order::whole}, Order::whole, Access::plain};
    auto const one = reach(near, near_ghosts, 1, depth);
    Halo const halo(world, grid, one.stencil, 1, {transport});
    if (action == Action::naive)
      return f(StaggeredHopping<Links, 1, Halo>({one}, order, halo, schedule));
    return f(StaggeredHopping<Links, 2, Halo>({one, reach(far, far_ghosts, long_hop, depth)}, order,
                                              halo, schedule));
  }

  Plain hop(Action action, Transport transport, Schedule const& schedule = {}) const {
    return with_hopping(action, transport, schedule, [&](auto const& hopping) {
      return run<S>(full_hopping(hopping), lattice, in);
    });
  }

  Plain normal(Action action, double& product) const {
    return with_hopping(action, Transport::shm, {}, [&](auto const& hopping) {
      return normal_of<S>(hopping, lattice, in, mass, product);
    });
  }

  /// Returns D applied to `in`, computed by the reference operator.
  Plain expected(Action action) const {
    SpinorsWithGhosts const chi(world, grid, in, long_hop);
    Plain out(volume.extents, 1);
    reference::for_each_site(out, [&](Coordinate const& x, int s) {
      auto sum = reference::staggered_legs(LocalLinks{near, near_ghosts, volume}, chi, x, s, 1);
      if (action == Action::improved)
        reference::add(
            sum, reference::staggered_legs(LocalLinks{far, far_ghosts, volume}, chi, x, s, 3));
      return sum;
    });
    return out;
  }
};

/// The staggered operator on one rank that has the whole lattice.
template <class S>
StaggeredCase<S> alone(Action action, Extents const& global) {
  auto const whole = LocalVolume::whole(global);
  return {action, near_links(whole), far_links(whole)};
}

template <class Plain>
double error_of_all(Communicator const& world, Plain const& a, Plain const& b) {
  return world.max(relative_error(a, b));
}

} // namespace

// Layouts with lanes across the edges that ranks share, and short lattices without such lanes.
TEMPLATE_TEST_CASE("on any grid of ranks, the staggered operator equals the result of one rank", "",
                   (Layout<double, native_lanes<double>>), (Layout<double, 1>)) {
  using S = Staggered<TestType>;
  auto const& world = test_world();
  Extents const local = TestType::lanes == 1 ? Extents{4, 4, 6, 4} : Extents{4, 8, 8, 8};
  int count = 0;
  for (auto const& ranks : all_grids(world.size())) {
    Share<S> const share(world, ranks, local);
    auto const in = random_field<double, 1>(share.volume.global, 1, 63);
    auto const transport = static_cast<Transport>(count % 2);
    auto const action = count % 3 == 2 ? Action::naive : Action::improved;
    INFO("grid " << to_string(ranks) << ", " << to_string(transport));
    auto const whole = alone<S>(action, share.volume.global);
    auto const found = share.hop(action, transport);
    CHECK(found.values == share.part_of(whole.hop(in)).values); // equal, because the hops have the
                                                                // same order
    auto const expected = share.expected(action);
    CHECK(error_of_all(world, found, expected) < 1e-13);
    CHECK(error_of_all(world, share.hop(action, transport, {Strategy::overlap}), expected) < 1e-13);
    if (count++ > 0)
      continue;
    double product = 0;
    double product_alone = 0;
    auto const normal = share.normal(action, product);
    CHECK(normal.values == share.part_of(whole.normal(in, mass, product_alone)).values);
    CHECK(std::abs(world.sum(product) / product_alone - 1) < 1e-13);
  }
}

TEST_CASE("ghost links three sites deep equal the links of the neighbouring ranks") {
  auto const& world = test_world();
  for (auto const& ranks : all_grids(world.size())) {
    ProcessGrid const grid(ranks, ranks, world.places());
    auto const volume = volume_of_rank(grid, world.rank(), {4, 4, 4, 6});
    auto const whole = far_links(LocalVolume::whole(volume.global));
    auto const own = far_links(volume);
    auto const ghosts = exchange_link_ghosts(world, grid, own, long_hop);
    LocalLinks const local{own, ghosts, volume};
    PeriodicLinks const periodic{whole};
    for (std::size_t site = 0; site < kitt::volume(volume.extents); ++site)
      for (int mu = 0; mu < 4; ++mu)
        for (int step = 0; step < long_hop; ++step) {
          auto x = coordinate_of(site, volume.extents);
          x[static_cast<std::size_t>(mu)] -= step;
          CHECK(local(x, mu) == periodic(volume.to_global(x), mu));
        }
  }
}

TEST_CASE("long links are products of three links, whatever rank has them") {
  auto const& world = test_world();
  for (auto const& ranks : all_grids(world.size())) {
    ProcessGrid const grid(ranks, ranks, world.places());
    auto const volume = volume_of_rank(grid, world.rank(), {4, 2, 4, 2});
    auto const whole = asqtad_links(near_links(LocalVolume::whole(volume.global))).longer;
    auto const found = make_long_links(world, grid, near_links(volume), -1.0 / 24);
    auto const expected = cut_out(whole, volume);
    double worst = 0;
    for (std::size_t i = 0; i < found.links.size(); ++i)
      for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
          worst = std::max(worst,
                           std::abs(found.links[i][row][column] - expected.links[i][row][column]));
    CHECK(world.max(worst) < 1e-15);
  }
}

TEST_CASE("hops longer than a rank's lattice are refused on all ranks") {
  auto const& world = test_world();
  if (world.size() == 1)
    KITT_SKIP("a single rank does not share a lattice");
  RankGrid const ranks{1, 1, 1, world.size()};
  ProcessGrid const grid(ranks, ranks, world.places());
  auto const volume = volume_of_rank(grid, world.rank(), {4, 4, 4, 2});
  CHECK_THROWS_WITH(exchange_link_ghosts(world, grid, hot_gauge(volume, 64), long_hop),
                    ContainsSubstring("use fewer ranks in this direction"));
  Lattice const lattice(volume.extents, {1, 1, 1, 1, 1});
  CHECK_THROWS_WITH(Stencil(lattice, grid.splitting(), long_hop), ContainsSubstring("4.4.4.2"));
  CHECK_THROWS_WITH(choose_lane_grid({4, 4, 4, 4}, 16, least_block(grid.splitting(), long_hop)),
                    ContainsSubstring("2.2.2.4 or more"));
}
