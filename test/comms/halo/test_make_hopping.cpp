// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/make_hopping.hpp"
#include "test/catch.hpp"
#include "test/comms/all_grids.hpp"
#include "test/comms/mpi_test.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::comms;
using namespace kitt::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr int ls = 2;

/// Applies D to psi on the whole lattice with all ranks. Returns the result on this rank's sites.
reference::Field<double> apply_shared(SharedLattice const& lattice, GaugeField const& gauge,
                                      reference::Field<double> const& whole_in) {
  auto const hopping = comms::make_hopping<double>(
      test_world(), lattice, gauge, {.boundary = TimeBoundary::antiperiodic, .ls = ls});
  auto const in = make_spinors<double>(hopping.lattice(), hopping.ls());
  auto const out = make_spinors<double>(hopping.lattice(), hopping.ls());
  fill(in, [&](Coordinate const& x, int s, int spin, int colour) {
    auto const value = whole_in.at(lattice.volume.to_global(x), s)[3 * spin + colour];
    return Complex<double>{value.real(), value.imag()};
  });
  ExecutionSpace const exec;
  hopping(exec, in, out);
  exec.fence("kitt::test: hopping term applied");
  return from_kernel(out);
}

/// Returns the largest difference between this rank's sites and the same sites of the whole
/// lattice.
double difference(LocalVolume const& volume, reference::Field<double> const& part,
                  reference::Field<double> const& whole) {
  double largest = 0;
  for (std::size_t site = 0; site < kitt::volume(volume.extents); ++site)
    for (int s = 0; s < ls; ++s)
      for (int c = 0; c < 12; ++c) {
        auto const x = coordinate_of(site, volume.extents);
        largest =
            std::max(largest, std::abs(part.at(x, s)[c] - whole.at(volume.to_global(x), s)[c]));
      }
  return largest;
}

} // namespace

TEST_CASE("make_hopping on all ranks gives the naive hopping term of the whole lattice") {
  auto const& world = test_world();
  Extents const whole{8, 8, 8, 16};
  auto const all_links = hot_gauge(whole, 74);
  auto const in = random_field<double>(whole, ls, 75);
  auto const expected =
      reference::apply_hopping(PeriodicLinks{all_links, TimeBoundary::antiperiodic}, in);
  auto const check = [&](SharedLattice const& lattice) {
    CHECK(lattice.grid.size() == world.size());
    auto const out = apply_shared(lattice, hot_gauge(lattice.volume, 74), in);
    CHECK(difference(lattice.volume, out, expected) < 1e-12);
  };
  check(share_lattice(world, whole));
  auto const asked = share_lattice(world, whole, RankGrid{1, 1, 1, world.size()});
  CHECK(asked.grid.ranks() == RankGrid{1, 1, 1, world.size()});
  check(asked);
}

TEST_CASE("a lattice that cannot be split, or a gauge field of another lattice, is refused on all "
          "ranks") {
  auto const& world = test_world();
  CHECK_THROWS_AS(share_lattice(world, {8, 8, 8, 7}), UserError);
  auto const lattice = share_lattice(world, {8, 8, 8, 16});
  // only one rank has links of another volume
  auto extents = lattice.volume.extents;
  if (world.rank() == world.size() - 1)
    extents[0] *= 2;
  CHECK_THROWS_WITH(comms::make_hopping<double>(world, lattice, unit_gauge(extents)),
                    ContainsSubstring("the gauge field has the extents"));
}
