// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Seconds of a call in each phase of its steps, of the slowest rank each.
struct PicPhases {
  double charge_seconds = 0;   ///< particles to grid, with sorting them where that is done
  double exchange_seconds = 0; ///< planes of charge, potential and field, between ranks
  double field_seconds = 0;    ///< grid to grid
  double push_seconds = 0;     ///< grid to particles
  double shift_seconds = 0;    ///< particles between ranks
};
/// Calls `visit` with a pointer to each member.
template <class Visit>
void each_phase(Visit const& visit) {
  for (auto const phase :
       {&PicPhases::charge_seconds, &PicPhases::exchange_seconds, &PicPhases::field_seconds,
        &PicPhases::push_seconds, &PicPhases::shift_seconds})
    visit(phase);
}
constexpr auto fields_of(PicPhases const*) {
  return kitt::fields(
      figure("charge_seconds", &PicPhases::charge_seconds, "s",
             "particles to grid, with sorting them where that is done"),
      figure("exchange_seconds", &PicPhases::exchange_seconds, "s",
             "planes of charge, potential and field, between ranks"),
      figure("field_seconds", &PicPhases::field_seconds, "s", "grid to grid: sweeps, differences"),
      figure("push_seconds", &PicPhases::push_seconds, "s",
             "grid to particles: field gathered, particles moved"),
      figure("shift_seconds", &PicPhases::shift_seconds, "s", "particles between ranks"));
}

/// A simulation of particles in cells, measured and verified. A call is all of its steps.
struct PicCell {
  static constexpr char const* benchmark = "pic";

  std::string deposition;       ///< "scatter", "atomic", "sorted"
  std::array<int, 3> extents{}; ///< points of the whole grid along x, y, z
  std::int64_t particles_per_cell = 0;
  std::int64_t points = 4;   ///< of a particle's ring
  std::int64_t steps = 0;    ///< of a call
  std::size_t particles = 0; ///< all ranks
  int ranks = 1;
  int nodes = 1;
  perf::Statistics seconds; ///< of a call, of the slowest rank
  PicPhases phases;         ///< medians over all calls
  double imbalance = 1;     ///< most particles of a rank, over the mean, at the end of a call
  std::size_t bytes_by_messages = 0; ///< sent by one rank in a call, the most of any
  double verification_error = 0;     ///< of the charge on the grid, relative to the particles'
  double verification_tolerance = 0;
  double trajectory_error = 0; ///< of a particle whose motion is known, in distances of grid points
  double trajectory_tolerance = 0;
  perf::EnergyUse energy = {};
};
/// "32.32.64".
std::string grid_name(std::array<int, 3> const& extents);
/// Particles times steps in a second, on a node.
double particles_per_s_per_node(PicCell const& cell);
/// The same as if a call were this phase alone; none where it took no time, as on a simulated
/// machine.
std::optional<double> charge_particles_per_s_per_node(PicCell const& cell);
std::optional<double> push_particles_per_s_per_node(PicCell const& cell);
/// Of the time of a call, the median. Those of all phases add up to more than 1 where another rank
/// is slowest in each.
double share_of_call(PicCell const& cell, double PicPhases::*phase);
constexpr auto fields_of(PicCell const*) {
  return kitt::fields(
      derived("kernel", [](PicCell const&) { return std::string("step"); },
              {"steps of a simulation of particles in cells"}),
      field(
          "variant", &PicCell::deposition,
          "how threads add charge to the same points: in copies of the grid (Kokkos::ScatterView), "
          "by atomic additions, or in planes of their own of sorted particles")
          .like("^(scatter|atomic|sorted)$"),
      derived("parameters/grid", [](PicCell const& c) { return grid_name(c.extents); },
              {"extents of the whole grid, x.y.z"}),
      field("parameters/particles_per_cell", &PicCell::particles_per_cell, "on the average")
          .at_least(1),
      field("parameters/points", &PicCell::points,
            "of the ring of a particle, at which it meets the grid"),
      field("parameters/steps", &PicCell::steps, "of a call").at_least(1),
      field("extents", &PicCell::extents, "points of the whole grid along x, y, z").at_least(2),
      field("particles", &PicCell::particles, "all ranks").at_least(1),
      field("ranks", &PicCell::ranks, "MPI ranks").at_least(1),
      field("nodes", &PicCell::nodes, "groups of ranks that share memory").at_least(1),
      field("seconds", &PicCell::seconds, "Wall time of one call in seconds, of the slowest rank"),
      field("phases", &PicCell::phases,
            "seconds of a call in each phase of its steps, of the slowest rank each, medians over "
            "all calls"),
      figure("particles_per_s_per_node", particles_per_s_per_node, "1/s/node",
             "particles times steps per second and node, from the median")
          .above(0),
      figure("charge_particles_per_s_per_node", charge_particles_per_s_per_node, "1/s/node",
             "the same, as if a call were its charge phase; null where that took no time, as on a "
             "simulated machine")
          .above(0),
      figure("push_particles_per_s_per_node", push_particles_per_s_per_node, "1/s/node",
             "the same, as if a call were its push phase; null where that took no time, as on a "
             "simulated machine")
          .above(0),
      field("imbalance", &PicCell::imbalance,
            "most particles of a rank over the mean, at the end of a call")
          .above(0),
      figure("bytes_by_messages", &PicCell::bytes_by_messages, "bytes",
             "sent in a call by one rank, the most of any"),
      field("verification_error", &PicCell::verification_error,
            "|charge on the grid - charge of the particles| over that, the worst of all checked "
            "steps")
          .at_least(0),
      field("verification_tolerance", &PicCell::verification_tolerance,
            "a larger error fails the cell")
          .above(0),
      field("trajectory_error", &PicCell::trajectory_error,
            "of particles whose motion is known (PIC of the Parallel Research Kernels), in "
            "distances of grid points")
          .at_least(0),
      field("trajectory_tolerance", &PicCell::trajectory_tolerance, "a larger error fails the cell")
          .above(0),
      inlined(&PicCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(PicCell const& cell);

} // namespace kitt::miniapp
