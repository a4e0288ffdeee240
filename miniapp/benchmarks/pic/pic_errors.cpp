// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/pic_errors.hpp"

#include "core/base/finite.hpp"
#include "miniapp/benchmarks/pic/particles/slab_exchange.hpp"
#include "miniapp/benchmarks/pic/particles/start.hpp"
#include "miniapp/benchmarks/pic/particles/wave.hpp"
#include "perf/ceilings/application_costs.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace kitt::miniapp {

namespace {

struct GridSums {
  double charge = 0;
  std::int64_t negative = 0; ///< points with negative charge, or with a charge of NaN
};

/// Sums the charge over the points of a slab. The plane on top belongs to the next slab and is left
/// out.
GridSums sum_grid(PicSimulation const& simulation) {
  auto const grid = simulation.grid();
  auto const charge = simulation.charge();
  GridSums sums;
  Kokkos::parallel_reduce(
      "kitt::pic::sum_grid",
      ParticlePolicy(simulation.execution_space(), 0,
                     static_cast<std::int64_t>(grid.plane_sites()) * grid.planes),
      KOKKOS_LAMBDA(std::int64_t s, double& sum, std::int64_t& negative) {
        sum += charge(s);
        negative += charge(s) >= 0 ? 0 : 1;
      },
      sums.charge, sums.negative);
  return sums;
}

/// Returns the largest error of all ranks. Returns infinity if the number of particles differs from
/// the number of cells.
double worst_of_all(PicSimulation& simulation, Particles const& particles, double own) {
  auto const& world = simulation.messages().world();
  auto const all = world.sum(static_cast<double>(particles.count));
  auto const worst = world.max(error_or_infinity(own));
  return all == static_cast<double>(simulation.grid().all_cells()) ? worst : HUGE_VAL;
}

} // namespace

std::vector<std::string> PicErrors::faults() const {
  std::vector<std::string> found;
  if (!is_within(charge, charge_tolerance))
    found.push_back(
        fmt::format("the charge on the grid differs from the charge of the particles by {:.2g} "
                    "(relative), where {:.2g} is allowed",
                    charge, charge_tolerance));
  if (negative_points != 0)
    found.push_back(fmt::format("the charge is negative at {} points, although no particle has a "
                                "negative charge",
                                negative_points));
  if (particles_lost != 0)
    found.push_back(fmt::format("{} particles were lost", particles_lost));
  if (ids_differ)
    found.push_back("the sum of the particles' numbers (ids) has changed");
  if (!is_within(potential, field_tolerance))
    found.push_back(
        fmt::format("the potential of a known wave of charge is wrong by {:.2g} of its largest "
                    "value, where {:.2g} is allowed",
                    potential, field_tolerance));
  if (!is_within(field, field_tolerance))
    found.push_back(fmt::format("the field of a known wave of charge is wrong by {:.2g} of the "
                                "largest potential, where {:.2g} is allowed",
                                field, field_tolerance));
  if (!is_within(end, end_tolerance))
    found.push_back(fmt::format("the final state of a timed call differs from the first call's by "
                                "{:.2g} per particle, where {:.2g} is allowed",
                                end, end_tolerance));
  if (messages_differ)
    found.push_back("a plane or a list of particles arrived at a neighbour rank with other "
                    "contents than were sent");
  if (!is_within(trajectory, trajectory_tolerance))
    found.push_back(
        fmt::format("a particle with a known trajectory is {:.2g} grid distances away from it, "
                    "where {:.2g} is allowed",
                    trajectory, trajectory_tolerance));
  return found;
}

void check_sums(PicSimulation& simulation, PicErrors& errors) {
  auto const& world = simulation.messages().world();
  auto const own = sum_particles(simulation.execution_space(), simulation.particles());
  auto const on_grid = sum_grid(simulation);
  auto const charge = world.sum(own.charge);
  auto const error = std::abs(world.sum(on_grid.charge) - charge) / charge;
  errors.charge = std::max(errors.charge, error_or_infinity(error));
  errors.negative_points += world.sum(static_cast<double>(on_grid.negative));
  auto const sums = world.sums({own.count, own.ids});
  auto const n = static_cast<std::uint64_t>(simulation.shape().all_particles());
  if (errors.particles_lost == 0)
    errors.particles_lost = static_cast<double>(n) - static_cast<double>(sums[0]);
  errors.ids_differ |= sums[1] != (n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n);
}

double state_of(PicSimulation& simulation) {
  auto const views = simulation.particles().views();
  auto const grid = simulation.grid();
  constexpr double turn = 2 * std::numbers::pi;
  double sum = 0;
  Kokkos::parallel_reduce(
      "kitt::pic::state",
      ParticlePolicy(simulation.execution_space(), 0, simulation.particles().count),
      KOKKOS_LAMBDA(std::int64_t p, double& part) {
        auto const [nx, ny, nz] = grid.whole;
        part += views.vx(p) * views.vx(p) + views.vy(p) * views.vy(p) + views.vz(p) * views.vz(p) +
                Kokkos::sin(turn * (views.x(p) / nx + 0.1)) +
                Kokkos::sin(turn * (views.y(p) / ny + 0.2)) +
                Kokkos::sin(turn * (views.z(p) / nz + 0.3));
      },
      sum);
  return simulation.messages().world().sum(sum);
}

void check_wave(PicSimulation& simulation, std::int64_t steps, MemorySource const& memory,
                PicErrors& errors) {
  auto const& exec = simulation.execution_space();
  auto const& grid = simulation.grid();
  auto const& world = simulation.messages().world();
  ChargeWave const wave(grid.whole, perf::sweeps_of_step);
  simulation.find_field_of(wave);
  auto const worst = [&](double own) { return world.max(error_or_infinity(own)); };
  errors.potential = worst(potential_error(exec, grid, simulation.field(), wave));
  errors.field = worst(field_error(exec, grid, simulation.field(), wave));
  RandomStart const start{grid.whole, 1, simulation.seed()};
  Particles particles(with_room(grid.cells()), memory);
  start_randomly(exec, particles, grid, start.per_cell, start.seed);
  for (std::int64_t step = 0; step < steps; ++step)
    simulation.move(particles);
  auto const own = distance_from_course(exec, particles, simulation.course_in(wave, start), steps);
  errors.trajectory = std::max(errors.trajectory, worst_of_all(simulation, particles, own));
}

double trajectory_error(PicSimulation& simulation, std::int64_t steps, MemorySource const& memory) {
  auto const& exec = simulation.execution_space();
  auto const& grid = simulation.grid();
  auto& messages = simulation.messages();
  Particles particles(with_room(grid.cells()), memory);
  start_between_planes(exec, particles, grid);
  for (std::int64_t step = 0; step < steps; ++step) {
    push_between_planes(exec, particles, grid);
    shift_particles(exec, particles, grid, messages);
  }
  auto const own = distance_from_course(exec, particles, grid, steps);
  return worst_of_all(simulation, particles, own);
}

} // namespace kitt::miniapp
