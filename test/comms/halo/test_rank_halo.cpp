// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/rank_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "comms/halo/spinor_ghosts.hpp"
#include "core/operators/hopping.hpp"
#include "test/catch.hpp"
#include "test/comms/all_grids.hpp"
#include "test/comms/mpi_test.hpp"
#include "test/core/operator_setup.hpp"

#include <vector>

using namespace kitt;
using namespace kitt::comms;
using namespace kitt::test;

namespace {

constexpr Extents local_extents{4, 4, 4, 4};

/// One rank's part of a problem. Every rank also knows the whole problem.
template <class L>
struct Share {
  using T = typename L::value_type;

  ProcessGrid grid;
  LocalVolume volume;
  GaugeField whole_gauge;
  GaugeField gauge;
  LinkGhosts ghosts;
  Lattice lattice;
  int ls;
  reference::Field<T> whole_in;

  Share(Communicator const& world, RankGrid const& ranks)
      : grid(ranks, ranks, world.places()),
        volume(volume_of_rank(grid, world.rank(), local_extents)),
        whole_gauge(hot_gauge(volume.global, 71)), gauge(hot_gauge(volume, 71)),
        ghosts(exchange_link_ghosts(world, grid, gauge)), lattice(L::lattice(volume.extents)),
        ls(L::along_s ? L::lanes : 2), whole_in(random_field<T>(volume.global, ls, 72)) {}

  reference::Field<T> part_of(reference::Field<T> const& whole) const {
    reference::Field<T> part(volume.extents, ls);
    reference::for_each_site(part, [&](Coordinate const& x, int s) {
      return reference::site_spinor(whole, volume.to_global(x), s);
    });
    return part;
  }

  /// Returns the hopping term over all ranks, on this rank's sites.
  reference::Field<T> apply(Communicator const& world, HaloOptions const& options,
                            Schedule const& schedule, Dagger dagger) const {
    Stencil const stencil(lattice, grid.splitting());
    int const packs_s = ls / lattice.lanes_s();
    RankHalo<T, L::lanes> const halo(world, grid, stencil, packs_s, options);
    HoppingTerm const hopping(
        stencil, L::links(lattice, LocalLinks{gauge, ghosts, volume, TimeBoundary::antiperiodic}),
        packs_s, Order::lexicographic(), halo, schedule);
    return run<L>(full_hopping(hopping, dagger), lattice, part_of(whole_in));
  }

  /// Returns the hopping term of one rank that has the whole lattice, on this rank's sites.
  reference::Field<T> apply_alone(Dagger dagger) const {
    auto const whole_lattice = L::lattice(volume.global);
    auto const hopping =
        L::hopping(whole_lattice, PeriodicLinks{whole_gauge, TimeBoundary::antiperiodic}, ls);
    return part_of(run<L>(full_hopping(hopping, dagger), whole_lattice, whole_in));
  }
};

/// Returns the transports for grid number `count`. With many ranks there are many grids, so each
/// grid tests only one of the transports. On a CPU, `direct` differs from `mpi` only in the source
/// of its memory, so one grid is enough.
std::vector<Transport> transports_for(int ranks, int count) {
  constexpr int few = 4;
  if (ranks <= few && count == 0)
    return {Transport::mpi, Transport::shm, Transport::direct};
  if (ranks <= few)
    return {Transport::mpi, Transport::shm};
  return {static_cast<Transport>(count / 2 % 2)};
}

/// Returns the largest relative error over the elements of all ranks.
template <class T>
double error_of_all(Communicator const& world, reference::Field<T> const& a,
                    reference::Field<T> const& b) {
  return world.max(relative_error(a, b));
}

} // namespace

// Kernels over split lattices take long to compile. Therefore only one layout of each kind is
// tested.
#ifdef KITT_FEW_KERNELS
#define RANK_LAYOUTS (Layout<float, native_lanes<float>>)
#else
#define RANK_LAYOUTS (Layout<float, native_lanes<float>>), (Layout<double, native_lanes<double>, 1>)
#endif

TEMPLATE_TEST_CASE("on any grid of ranks, the hopping term equals the result of one rank", "",
                   RANK_LAYOUTS) {
  using T = typename TestType::value_type;
  auto const& world = test_world();
  int count = 0;
  for (auto const& ranks : all_grids(world.size())) {
    Share<TestType> const share(world, ranks);
    auto const dagger = static_cast<Dagger>(count % 2);
    auto const alone = share.apply_alone(dagger);
    for (auto const transport : transports_for(world.size(), count)) {
      INFO("grid " << to_string(ranks) << ", " << to_string(transport));
      auto const sequential =
          share.apply(world, {transport, Travel::same}, {Strategy::sequential}, dagger);
      CHECK(sequential.values == alone.values); // equal bit for bit, because the hops have the same
                                                // order
      // GPUs stage faces, or send them from their memory (direct). With overlap, the hopping term
      // may wait for the faces twice.
      HaloOptions const staged{.transport = transport, .staged = true};
      CHECK(share.apply(world, staged, {Strategy::sequential}, dagger).values == alone.values);
      CHECK(error_of_all(world, share.apply(world, staged, {Strategy::overlap}, dagger), alone) <
            (sizeof(T) == sizeof(float) ? 1e-6 : 1e-13));
      auto const overlap =
          share.apply(world, {transport, Travel::same}, {Strategy::overlap}, dagger);
      CHECK(error_of_all(world, overlap, alone) < (sizeof(T) == sizeof(float) ? 1e-6 : 1e-13));
      auto const half =
          share.apply(world, {transport, Travel::half_precision}, {Strategy::overlap}, dagger);
      CHECK(error_of_all(world, half, alone) < 2e-3);
    }
    ++count;
  }
}

TEST_CASE("ghost links equal the links of the neighbouring ranks") {
  auto const& world = test_world();
  for (auto const& ranks : all_grids(world.size())) {
    ProcessGrid const grid(ranks, ranks, world.places());
    auto const volume = volume_of_rank(grid, world.rank(), local_extents);
    auto const whole = hot_gauge(volume.global, 73);
    auto const gauge = hot_gauge(volume, 73);
    auto const ghosts = exchange_link_ghosts(world, grid, gauge);
    LocalLinks const local{gauge, ghosts, volume, TimeBoundary::antiperiodic};
    PeriodicLinks const periodic{whole, TimeBoundary::antiperiodic};
    for (std::size_t site = 0; site < kitt::volume(volume.extents); ++site)
      for (int mu = 0; mu < 4; ++mu) {
        auto x = coordinate_of(site, volume.extents);
        CHECK(local(x, mu) == periodic(volume.to_global(x), mu));
        x[static_cast<std::size_t>(mu)] -= 1;
        CHECK(local(x, mu) == periodic(volume.to_global(x), mu));
      }
  }
}

TEST_CASE("the naive operators of a rank read the spinors of neighbouring ranks") {
  constexpr int ls = 3;
  reference::DomainWall const wall{ls, 1.8, 0.1};
  auto const& world = test_world();
  for (auto const& ranks : all_grids(world.size())) {
    ProcessGrid const grid(ranks, ranks, world.places());
    auto const volume = volume_of_rank(grid, world.rank(), local_extents);
    RandomSource const source{74, volume.global};
    auto const psi = [&](Coordinate const& x, int s) {
      reference::SiteSpinor site;
      for (int c = 0; c < 12; ++c) {
        auto const value = source(volume.to_global(x), s, c / 3, c % 3);
        site[c / 3][c % 3] = {value.re, value.im};
      }
      return site;
    };
    reference::Field<double> own(volume.extents, ls);
    reference::for_each_site(own, psi);
    SpinorsWithGhosts const found(world, grid, own);
    auto const gauge = hot_gauge(volume, 73);
    auto const ghosts = exchange_link_ghosts(world, grid, gauge);
    LocalLinks const links{gauge, ghosts, volume, TimeBoundary::antiperiodic};
    for (std::size_t site = 0; site < kitt::volume(volume.extents); ++site) {
      auto const x = coordinate_of(site, volume.extents);
      for (auto const dagger : {Dagger::no, Dagger::yes}) {
        CHECK(reference::wilson(links, found, x, 1, 0.1, dagger) ==
              reference::wilson(links, psi, x, 1, 0.1, dagger));
        CHECK(reference::domain_wall(links, found, x, 2, wall, dagger) ==
              reference::domain_wall(links, psi, x, 2, wall, dagger));
      }
    }
  }
}

TEST_CASE("a spinor on one site reaches each of its eight neighbours once on all ranks") {
  using L = Layout<double, 1>;
  auto const& world = test_world();
  auto const ranks = all_grids(world.size()).front();
  ProcessGrid const grid(ranks, ranks, world.places());
  auto const volume = volume_of_rank(grid, world.rank(), local_extents);
  auto const lattice = L::lattice(volume.extents);
  Stencil const stencil(lattice, grid.splitting());
  auto const gauge = unit_gauge(volume.extents);
  auto const ghosts = exchange_link_ghosts(world, grid, gauge);
  RankHalo<double, 1> const halo(world, grid, stencil, 1, {});
  HoppingTerm const hopping(stencil, L::links(lattice, LocalLinks{gauge, ghosts, volume}), 1,
                            Order::lexicographic(), halo, {Strategy::overlap});
  // Takes some sites of every rank. The odd step meets all values of the coordinates.
  for (std::size_t site = 0; site < kitt::volume(volume.global); site += 11) {
    auto const y = coordinate_of(site, volume.global);
    reference::Field<double> in(volume.extents, 1);
    reference::for_each_site(in, [&](Coordinate const& x, int) {
      reference::SiteSpinor psi{};
      psi[0][0] = volume.to_global(x) == y ? 1.0 : 0.0;
      return psi;
    });
    auto const out = run<L>(full_hopping(hopping), lattice, in);
    double sum = 0;
    double sites = 0;
    for (auto const& value : out.values)
      sum += value.real();
    for (std::size_t x = 0; x < kitt::volume(volume.extents); ++x)
      sites += out.at(coordinate_of(x, volume.extents), 0)[0].real() == -0.5 ? 1 : 0;
    REQUIRE(world.sum(sites) == 8); // counts spin 0 of each neighbour, forward and backward
    REQUIRE(world.sum(sum) < 0);
  }
}
