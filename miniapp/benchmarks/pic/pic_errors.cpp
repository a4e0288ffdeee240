// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/pic_errors.hpp"

#include "comms/particles/slab_exchange.hpp"
#include "core/particles/start.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

struct GridSums {
  double charge = 0;
  std::int64_t negative = 0; ///< points; what is no number counts
};

/// Of the points of a slab, the plane on top not counted: it is another's.
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

bool within(double error, double tolerance) {
  return error <= tolerance; // false for what is no number
}

} // namespace

std::vector<std::string> PicErrors::faults() const {
  std::vector<std::string> found;
  if (!within(charge, charge_tolerance))
    found.push_back(
        fmt::format("the charge on the grid differs from that of the particles by {:.2g}"
                    " of it, where {:.2g} is allowed",
                    charge, charge_tolerance));
  if (negative_points != 0)
    found.push_back(fmt::format("the charge is negative at {} points, where no particle's is",
                                negative_points));
  if (particles_lost != 0)
    found.push_back(fmt::format("{} particles were lost", particles_lost));
  if (ids_differ)
    found.push_back("the sum of the particles' numbers has changed");
  if (!within(trajectory, trajectory_tolerance))
    found.push_back(
        fmt::format("a particle whose motion is known is {:.2g} of a grid distance off, "
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
  errors.charge = within(error, errors.charge) ? errors.charge : error;
  errors.negative_points += world.sum(static_cast<double>(on_grid.negative));
  auto const sums = world.sums({own.count, own.ids});
  auto const n = static_cast<std::uint64_t>(simulation.shape().all_particles());
  errors.particles_lost = static_cast<double>(n) - static_cast<double>(sums[0]);
  errors.ids_differ = sums[1] != (n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n);
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
  auto const all = messages.world().sum(static_cast<double>(particles.count));
  auto const worst = messages.world().max(std::isfinite(own) ? own : HUGE_VAL);
  return all == static_cast<double>(grid.all_cells()) ? worst : HUGE_VAL; // one on no rank is lost
}

} // namespace kitt::miniapp
