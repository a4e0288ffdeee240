// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/deposit.hpp"
#include "miniapp/benchmarks/pic/particles/push.hpp"
#include "miniapp/benchmarks/pic/particles/slab_exchange.hpp"
#include "miniapp/benchmarks/pic/particles/start.hpp"
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"
#include "test/miniapp/benchmarks/pic/particle_setup.hpp"

#include <cmath>
#include <map>
#include <tuple>

using namespace kitt;
using namespace kitt::comms;
using namespace kitt::miniapp;
using namespace kitt::test;

namespace {

constexpr std::array whole{4, 5, 14}; // 3, 4 and 6 ranks get unequal numbers of planes

SlabGrid own_slab() {
  return slab_of(whole, test_world().rank(), test_world().size());
}
std::uint64_t sum_of_all(std::uint64_t own) {
  return test_world().sums({own})[0];
}

/// Returns the charge of all particles on the whole grid, as a single rank computes it.
std::vector<double> charge_of_one_rank() {
  auto const grid = slab_of(whole, 0, 1);
  Particles particles(1, kokkos_memory);
  start_randomly(ExecutionSpace(), particles, grid, 6, 5);
  GridNumbers const charge(grid.sites());
  ChargeDeposit(grid, RingPoints::four, Deposition::atomic, kokkos_memory)(ExecutionSpace(),
                                                                           particles, charge.view);
  ExecutionSpace().fence("kitt::test: deposited");
  // a single rank is its own neighbour above
  auto const top = grid.site(0, 0, grid.planes);
  for (int s = 0; s < grid.plane_sites(); ++s)
    charge.view(s) += charge.view(top + s);
  return {charge.view.data(), charge.view.data() + top};
}

} // namespace

TEST_CASE("slabs cover the grid in order, and their sizes differ by at most one plane") {
  for (int slabs = 1; slabs <= whole[2]; ++slabs) {
    int planes = 0;
    for (int slab = 0; slab < slabs; ++slab) {
      auto const part = slab_of(whole, slab, slabs);
      CHECK(part.first_plane == planes);
      CHECK((part.planes == whole[2] / slabs || part.planes == whole[2] / slabs + 1));
      planes += part.planes;
    }
    CHECK(planes == whole[2]);
  }
}

TEST_CASE("messages reach the slabs above and below, and lists of any length arrive whole") {
  auto const& world = test_world();
  SlabMessages messages(world);
  auto const rank = world.rank();
  auto const below = (rank + world.size() - 1) % world.size();
  auto const above = (rank + 1) % world.size();
  std::array const up{10.0 * rank, 1.0};
  std::array const down{-10.0 * rank};
  std::array<double, 2> from_below{};
  std::array<double, 1> from_above{};
  messages.pass({up, from_below}, {down, from_above});
  CHECK(from_below == std::array{10.0 * below, 1.0});
  CHECK(from_above == std::array{-10.0 * above});
  auto const length = [](int of) { return static_cast<std::size_t>(of % 3 * 5000); };
  auto const in = messages.pass_lists({.below = std::vector<double>(length(rank), rank),
                                       .above = std::vector<double>(length(rank + 1), rank + 0.5)});
  CHECK(in.below == std::vector<double>(length(below + 1), below + 0.5));
  CHECK(in.above == std::vector<double>(length(above), above));
  if (world.size() > 1)
    CHECK(messages.bytes_sent() == 8 * (5 + length(rank) + length(rank + 1)));
  else
    CHECK(messages.bytes_sent() == 0);
}

TEST_CASE("the charge on the grid is equal on any number of ranks for every deposition method") {
  auto const grid = own_slab();
  auto const expected = charge_of_one_rank();
  double largest = 0;
  for (auto const value : expected)
    largest = std::max(largest, value);
  for (auto const deposition : {Deposition::scatter, Deposition::atomic, Deposition::sorted}) {
    Particles particles(1, kokkos_memory);
    ExecutionSpace const exec;
    start_randomly(exec, particles, grid, 6, 5);
    GridNumbers const charge(grid.sites());
    ChargeDeposit deposit(grid, RingPoints::four, deposition, kokkos_memory);
    deposit(exec, particles, charge.view);
    SlabMessages messages(test_world());
    add_charge_on_top(exec, grid, charge.view, messages);
    double worst = 0;
    auto const first = grid.site(0, 0, grid.first_plane);
    for (int s = 0; s < grid.site(0, 0, grid.planes); ++s)
      worst =
          std::max(worst, std::abs(charge.view(s) - expected[static_cast<std::size_t>(first + s)]));
    CHECK(worst <= 1e-12 * largest);
  }
}

TEST_CASE("planes of potential and field come from the slabs that have them") {
  auto const grid = own_slab();
  ExecutionSpace const exec;
  ParticleField const field(grid, kokkos_memory);
  auto const value = [&](int k, std::size_t s) { // the value at site s of plane k of the whole grid
    return 1000.0 * ((k + whole[2]) % whole[2]) + static_cast<double>(s);
  };
  auto const sites = static_cast<std::size_t>(grid.cells_of_plane());
  for (int k = 0; k < grid.planes; ++k) {
    for (std::size_t s = 0; s < sites; ++s)
      field.potential_plane(k)(s) = value(grid.first_plane + k, s);
    for (std::size_t s = 0; s < field.field_plane(k).extent(0); ++s)
      field.field_plane(k)(s) = -value(grid.first_plane + k, s);
  }
  SlabMessages messages(test_world());
  fetch_potential(exec, grid, field, messages);
  fetch_field(exec, grid, field, messages);
  for (std::size_t s = 0; s < sites; ++s) {
    REQUIRE(field.potential_plane(-1)(s) == value(grid.first_plane - 1, s));
    REQUIRE(field.potential_plane(grid.planes)(s) == value(grid.first_plane + grid.planes, s));
  }
  for (std::size_t s = 0; s < field.field_plane(0).extent(0); ++s)
    REQUIRE(field.field_plane(grid.planes)(s) == -value(grid.first_plane + grid.planes, s));
}

TEST_CASE("particles that leave a slab reach their new slab at any distance") {
  auto const grid = own_slab();
  ExecutionSpace const exec;
  SlabMessages messages(test_world());
  Particles particles(1, kokkos_memory);
  start_randomly(exec, particles, grid, 3, 9);
  auto const before = sum_particles(exec, particles);
  for (std::int64_t p = 0; p < particles.count; ++p) { // particles are moved to any height
    auto& z = particles.views().z(p);
    z = std::fmod(z + static_cast<double>(particles.views().id(p) * 5 % 14), 14);
    particles.views().vy(p) = z;
  }
  shift_particles(exec, particles, grid, messages);
  for (std::int64_t p = 0; p < particles.count; ++p) {
    auto const found = get_particle(particles, p);
    REQUIRE(grid.holds(found.z));
    REQUIRE(found.vy == found.z); // each particle arrives whole
  }
  auto const after = sum_particles(exec, particles);
  CHECK(sum_of_all(after.count) == sum_of_all(before.count));
  CHECK(sum_of_all(after.ids) == sum_of_all(before.ids));
  CHECK(test_world().sum(after.charge) ==
        test_world().sum(before.charge)); // the charge is exactly conserved
}

TEST_CASE("particles that go to the next slab are passed on once") {
  auto const grid = own_slab();
  ExecutionSpace const exec;
  SlabMessages messages(test_world());
  Particles particles(1, kokkos_memory);
  start_randomly(exec, particles, grid, 1, 9);
  if (test_world().rank() == 0)
    particles.views().z(0) = grid.planes % whole[2];
  CHECK(shift_particles(exec, particles, grid, messages) == (test_world().size() > 1 ? 1 : 0));
}

TEST_CASE("particles follow their known trajectories on any number of ranks") {
  auto const grid = own_slab();
  ExecutionSpace const exec;
  SlabMessages messages(test_world());
  Particles particles(1, kokkos_memory);
  start_between_planes(exec, particles, grid);
  for (int step = 1; step <= 10; ++step) {
    push_between_planes(exec, particles, grid);
    shift_particles(exec, particles, grid, messages);
    CHECK(distance_from_course(exec, particles, grid, step) < 1e-9);
  }
  CHECK(sum_of_all(static_cast<std::uint64_t>(particles.count)) == 4 * 5 * 14);
}

TEST_CASE("an arriving particle outside of the grid is refused") {
  if (test_world().size() == 1)
    return; // a single rank receives no particles
  auto const grid = own_slab();
  ExecutionSpace const exec;
  for (double const place : {-1.0, 5.0, std::nan("")}) {
    SlabMessages messages(test_world());
    Particles particles(1, kokkos_memory);
    start_randomly(exec, particles, grid, 1, 9);
    particles.views().y(0) = place;
    particles.views().z(0) = (grid.first_plane + grid.planes) % whole[2];
    CHECK_THROWS_WITH(shift_particles(exec, particles, grid, messages),
                      Catch::Matchers::ContainsSubstring("lies outside of the grid"));
  }
}

TEST_CASE("received planes and lists are compared with the sent ones, if this is requested") {
  auto const grid = own_slab();
  SlabMessages messages(test_world());
  MessageChecks checks;
  messages.note_in(&checks);
  ParticleField const field(grid, kokkos_memory);
  fetch_potential(ExecutionSpace(), grid, field, messages);
  auto const lists = messages.pass_lists({{1, 2, 3}, {4, 5}});
  CHECK(lists.below == std::vector<double>{4, 5});
  CHECK(checks.agree(test_world()));
  messages.note_in(nullptr);
  fetch_potential(ExecutionSpace(), grid, field, messages);
  CHECK(checks.agree(test_world()));
}
