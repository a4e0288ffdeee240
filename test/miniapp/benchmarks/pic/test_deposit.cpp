// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/miniapp/benchmarks/pic/particle_setup.hpp"

#include "miniapp/benchmarks/pic/particles/deposit.hpp"
#include "miniapp/benchmarks/pic/particles/start.hpp"

#include <cmath>

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::test;

namespace {

constexpr std::array all_depositions{Deposition::scatter, Deposition::atomic, Deposition::sorted};
constexpr std::array all_points{RingPoints::one, RingPoints::four};

/// Returns the charge at a point, computed from the definition. Each point of each ring adds a
/// product over the axes of 1 minus the distance along the axis.
double naive_charge(std::vector<Particle> const& particles, SlabGrid const& grid, RingPoints points,
                    int i, int j, int k) {
  auto const weight = [](double a, double b, double extent) {
    auto const apart = std::abs(std::remainder(a - b, extent));
    return apart < 1 ? 1 - apart : 0;
  };
  auto const radius = ring_radius;
  auto const offsets = points == RingPoints::one
                           ? std::vector<std::array<double, 2>>{{0, 0}}
                           : std::vector<std::array<double, 2>>{
                                 {radius, 0}, {-radius, 0}, {0, radius}, {0, -radius}};
  double sum = 0;
  for (auto const& p : particles)
    for (auto const& [dx, dy] : offsets)
      sum += p.charge / static_cast<double>(offsets.size()) * weight(p.x + dx, i, grid.whole[0]) *
             weight(p.y + dy, j, grid.whole[1]) *
             std::max(0.0, 1 - std::abs(p.z - grid.first_plane - k));
  return sum;
}

std::vector<Particle> random_particles(SlabGrid const& grid, std::int64_t per_cell) {
  Particles particles;
  particles = Particles(1, kokkos_memory);
  start_randomly(ExecutionSpace(), particles, grid, per_cell, 3);
  std::vector<Particle> all;
  for (std::int64_t p = 0; p < particles.count; ++p)
    all.push_back(get_particle(particles, p));
  return all;
}

double difference(FlatView<double> const& charge, std::vector<Particle> const& particles,
                  SlabGrid const& grid, RingPoints points) {
  double worst = 0;
  for (int k = 0; k <= grid.planes; ++k)
    for (int j = 0; j < grid.whole[1]; ++j)
      for (int i = 0; i < grid.whole[0]; ++i)
        worst = std::max(worst, std::abs(charge(grid.site(i, j, k)) -
                                         naive_charge(particles, grid, points, i, j, k)));
  return worst;
}

} // namespace

TEST_CASE("the charge on the grid is the sum of trilinear weights for every deposition method") {
  for (auto const& grid : {SlabGrid{{5, 4, 3}, 0, 3}, SlabGrid{{4, 6, 8}, 3, 1}})
    for (auto const points : all_points)
      for (auto const deposition : all_depositions) {
        INFO(to_string(deposition) << ", " << static_cast<int>(points) << " points");
        auto const all = random_particles(grid, 3);
        auto particles = make_particles(all);
        GridNumbers const charge(grid.sites());
        ChargeDeposit deposit(grid, points, deposition, kokkos_memory);
        for (int again = 0; again < 2; ++again) { // earlier charge must not be added again
          deposit(ExecutionSpace(), particles, charge.view);
          ExecutionSpace().fence("kitt::test: deposited");
          CHECK(difference(charge.view, all, grid, points) < 1e-13);
        }
      }
}

TEST_CASE("a particle on a grid point and a particle next to the edge deposit their whole charge") {
  SlabGrid const grid{{4, 4, 4}, 0, 4};
  std::vector<Particle> const all{{.x = 2, .y = 0, .z = 3, .charge = 8},
                                  {.x = std::nextafter(4, 0),
                                   .y = std::nextafter(4, 0),
                                   .z = std::nextafter(4, 0),
                                   .charge = 2}};
  for (auto const deposition : all_depositions) {
    auto particles = make_particles(all);
    GridNumbers const charge(grid.sites());
    ChargeDeposit deposit(grid, RingPoints::one, deposition, kokkos_memory);
    deposit(ExecutionSpace(), particles, charge.view);
    ExecutionSpace().fence("kitt::test: deposited");
    CHECK(charge.view(grid.site(2, 0, 3)) == 8);
    CHECK(std::abs(charge.view(grid.site(0, 0, 4)) - 2) < 1e-14); // in the top plane, which belongs
                                                                  // to the slab above
    CHECK(charge.view(grid.site(4, 0, 4)) == 0);                  // the repeated column stays empty
  }
}

TEST_CASE("a slab without particles has no charge") {
  SlabGrid const grid{{4, 4, 2}, 0, 2};
  for (auto const deposition : all_depositions) {
    auto particles = make_particles({});
    GridNumbers const charge(grid.sites());
    Kokkos::deep_copy(charge.view, 7.0);
    ChargeDeposit(grid, RingPoints::four, deposition, kokkos_memory)(ExecutionSpace(), particles,
                                                                     charge.view);
    ExecutionSpace().fence("kitt::test: deposited");
    for (std::size_t s = 0; s < grid.sites(); ++s)
      REQUIRE(charge.view(s) == 0);
  }
}

TEST_CASE("sorting puts particles into the order of cells and keeps each particle whole") {
  SlabGrid const grid{{4, 5, 8}, 2, 3};
  auto all = random_particles(grid, 4);
  auto particles = make_particles(all);
  ParticleSort sort(grid, kokkos_memory);
  auto const cell_of = [&](Particle const& p) {
    return (static_cast<int>(p.z) * grid.whole[1] + static_cast<int>(p.y)) * grid.whole[0] +
           static_cast<int>(p.x);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](auto const& a, auto const& b) { return cell_of(a) < cell_of(b); });
  auto const begins = sort(ExecutionSpace(), particles);
  REQUIRE(particles.count == static_cast<std::int64_t>(all.size()));
  for (std::int64_t p = 0; p < particles.count; ++p) {
    auto const found = get_particle(particles, p);
    auto const& expected = all[static_cast<std::size_t>(p)];
    REQUIRE(found.id == expected.id);
    REQUIRE(found.x == expected.x);
    REQUIRE(found.vz == expected.vz);
    REQUIRE(found.charge == expected.charge);
  }
  auto const per_plane = grid.cells_of_plane() * 4;
  CHECK(begins == std::vector<std::int64_t>{0, per_plane, 2 * per_plane, 3 * per_plane});
}
