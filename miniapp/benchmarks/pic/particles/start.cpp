// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/start.hpp"

#include "core/backend/larger_error.hpp"
#include "miniapp/benchmarks/pic/particles/push.hpp"
#include "miniapp/benchmarks/pic/particles/ring.hpp"

namespace kitt::miniapp {

namespace {

/// Cell in which a particle of start_between_planes() begins.
struct Cell {
  int i, j, k; ///< coordinates in the whole grid
};
KOKKOS_INLINE_FUNCTION Cell first_cell(std::uint64_t id, SlabGrid const& grid) {
  auto const cell = static_cast<std::int64_t>(id) - 1;
  auto const in_plane = static_cast<int>(cell % grid.cells_of_plane());
  return {in_plane % grid.whole[0], in_plane / grid.whole[0],
          static_cast<int>(cell / grid.cells_of_plane())};
}

} // namespace

void start_randomly(ExecutionSpace const& exec, Particles& particles, SlabGrid const& grid,
                    std::int64_t per_cell, std::uint64_t seed) {
  auto const per_plane = grid.cells_of_plane() * per_cell;
  auto const first = grid.first_plane * per_plane;
  particles.count = 0;
  particles.reserve(grid.planes * per_plane);
  particles.count = grid.planes * per_plane;
  auto const views = particles.views();
  RandomStart const start{grid.whole, per_cell, seed};
  Kokkos::parallel_for(
      "kitt::particles::start", ParticlePolicy(exec, 0, particles.count),
      KOKKOS_LAMBDA(std::int64_t p) {
        auto const id = static_cast<std::uint64_t>(first + p + 1);
        auto const particle = start.of(id);
        views.id(p) = id;
        views.x(p) = particle.x;
        views.y(p) = particle.y;
        views.z(p) = particle.z;
        views.vx(p) = particle.vx;
        views.vy(p) = particle.vy;
        views.vz(p) = particle.vz;
        views.charge(p) = particle.charge;
      });
}

void start_between_planes(ExecutionSpace const& exec, Particles& particles, SlabGrid const& grid) {
  particles.count = 0;
  particles.reserve(grid.cells());
  particles.count = grid.cells();
  auto const views = particles.views();
  auto const first = grid.first_plane * grid.cells_of_plane();
  auto const unit = unit_charge_between_planes();
  Kokkos::parallel_for(
      "kitt::particles::start_between_planes", ParticlePolicy(exec, 0, particles.count),
      KOKKOS_LAMBDA(std::int64_t p) {
        auto const id = static_cast<std::uint64_t>(first + p + 1);
        auto const [i, j, k] = first_cell(id, grid);
        views.id(p) = id;
        views.x(p) = i + 0.5;
        views.y(p) = j + 0.5;
        views.z(p) = k + 0.5;
        views.vx(p) = cells_of(id);
        views.vy(p) = cells_of(id);
        views.vz(p) = 0;
        views.charge(p) = unit * hops_of(id) * charge_of_plane(k);
      });
}

double distance_from_course(ExecutionSpace const& exec, Particles const& particles,
                            SlabGrid const& grid, std::int64_t steps) {
  auto const views = particles.views();
  double worst = 0;
  Kokkos::parallel_reduce(
      "kitt::particles::distance_from_course", ParticlePolicy(exec, 0, particles.count),
      KOKKOS_LAMBDA(std::int64_t p, double& largest) {
        auto const id = views.id(p);
        auto const [i, j, k] = first_cell(id, grid);
        auto const along = static_cast<double>(steps * cells_of(id));
        auto const up = static_cast<double>(steps * hops_of(id));
        auto const [nx, ny, nz] = grid.whole;
        double const x = periodic_distance(views.x(p), i + 0.5 + along, nx);
        double const y = periodic_distance(views.y(p), j + 0.5 + along, ny);
        double const z = periodic_distance(views.z(p), k + 0.5 + up, nz);
        for (double const distance : {x, y, z})
          largest = larger_error(distance, largest);
      },
      Kokkos::Max<double>(worst));
  return worst;
}

} // namespace kitt::miniapp
