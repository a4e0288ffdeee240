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

/// Seconds of a call in each phase of its steps. Each phase has the time of its slowest rank.
struct PicPhases {
  double charge_seconds = 0;   ///< charge of particles added to the grid, and sorting if used
  double exchange_seconds = 0; ///< exchange of planes of charge, potential and field between ranks
  double field_seconds = 0;    ///< field computed from the charge on the grid
  double push_seconds = 0;     ///< particles moved by the field on the grid
  double shift_seconds = 0;    ///< exchange of particles between ranks
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
             "time to add the charge of the particles to the grid, with the sorting if particles "
             "are sorted"),
      figure("exchange_seconds", &PicPhases::exchange_seconds, "s",
             "time to exchange planes of charge, potential and field between ranks"),
      figure("field_seconds", &PicPhases::field_seconds, "s",
             "time to compute the field on the grid from the charge: sweeps and differences"),
      figure("push_seconds", &PicPhases::push_seconds, "s",
             "time to gather the field at the particles and to move the particles"),
      figure("shift_seconds", &PicPhases::shift_seconds, "s",
             "time to exchange particles between ranks"));
}

/// Measured and verified simulation of particles in cells. A call makes all steps.
struct PicCell {
  static constexpr char const* benchmark = "pic";

  std::string deposition;       ///< "scatter", "atomic", "sorted"
  std::array<int, 3> extents{}; ///< number of points of the whole grid along x, y, z
  std::int64_t particles_per_cell = 0;
  std::int64_t points = 4;   ///< number of points on a particle's ring
  std::int64_t steps = 0;    ///< number of steps in a call
  std::size_t particles = 0; ///< number of particles of all ranks
  int ranks = 1;
  int nodes = 1;
  perf::Statistics seconds; ///< seconds per call of the slowest rank
  PicPhases phases;         ///< seconds per phase, medians over all calls
  double imbalance = 1; ///< particles of the fullest rank divided by the mean, at the end of a call
  std::size_t bytes_by_messages = 0; ///< bytes that one rank sends in a call, maximum over ranks
  /// Error of the charge on the grid, relative to the particles' charge.
  double verification_error = 0;
  double verification_tolerance = 0;
  double trajectory_error = 0; ///< error of a particle with known motion, in grid spacings
  double trajectory_tolerance = 0;
  perf::EnergyUse energy = {};
};
/// Returns "32.32.64".
std::string grid_name(std::array<int, 3> const& extents);
/// Returns the number of particles times the number of steps, per second and node.
double particles_per_s_per_node(PicCell const& cell);
/// Returns the rate of the charge phase: particles times steps per second of this phase and node.
/// Returns nothing if the phase took no time, as on a simulated machine.
std::optional<double> charge_particles_per_s_per_node(PicCell const& cell);
/// Returns the rate of the push phase: particles times steps per second of this phase and node.
/// Returns nothing if the phase took no time.
std::optional<double> push_particles_per_s_per_node(PicCell const& cell);
/// Returns the share of a phase in the median time of a call. The shares may add up to more than 1,
/// because each phase has its own slowest rank.
double share_of_call(PicCell const& cell, double PicPhases::*phase);
/// Returns the field with the share of a phase.
constexpr auto share_field(char const* key, double PicPhases::*phase, Meaning text,
                           char const* heading) {
  return figure(
             key, [phase](PicCell const& cell) { return share_of_call(cell, phase); }, "", text)
      .column(heading, as::percent(1, 6));
}
constexpr auto fields_of(PicCell const*) {
  return kitt::fields(
      derived("kernel", [](PicCell const&) { return std::string("step"); },
              {"name of the kernel: steps of a simulation of particles in cells"}),
      field("variant", &PicCell::deposition,
            "method by which threads add charge to the grid; scatter: to copies of the grid "
            "(Kokkos::ScatterView); atomic: by atomic additions; sorted: each thread to its own "
            "planes, from sorted particles")
          .like("^(scatter|atomic|sorted)$")
          .column("Deposit", as::text()),
      derived("parameters/grid", [](PicCell const& c) { return grid_name(c.extents); },
              {"numbers of points of the whole grid along x.y.z"}),
      field("parameters/particles_per_cell", &PicCell::particles_per_cell,
            "average number of particles per cell")
          .at_least(1),
      field("parameters/points", &PicCell::points,
            "number of points on a particle's ring, at which the particle adds charge and reads "
            "the field"),
      field("parameters/steps", &PicCell::steps, "number of steps in a call").at_least(1),
      field("extents", &PicCell::extents, "numbers of points of the whole grid along x, y, z")
          .at_least(2),
      field("particles", &PicCell::particles, "number of particles of all ranks")
          .at_least(1)
          .column("Particles", as::text(10)),
      field("ranks", &PicCell::ranks, "number of MPI ranks").at_least(1),
      field("nodes", &PicCell::nodes, "number of nodes: groups of ranks that share memory")
          .at_least(1),
      figure("particles_per_s_per_node", particles_per_s_per_node, "1/s/node",
             "particles times steps per second and node, from the median time")
          .above(0)
          .compared(1e-6)
          .column("Step (particles/s/node)", as::fixed(0, 12)),
      figure("charge_particles_per_s_per_node", charge_particles_per_s_per_node, "1/s/node",
             "particles times steps per second of the charge phase and node; null if the phase "
             "took no time, as on a simulated machine")
          .above(0)
          .column("Charge (particles/s/node)", as::fixed(0, 12)),
      figure("push_particles_per_s_per_node", push_particles_per_s_per_node, "1/s/node",
             "particles times steps per second of the push phase and node; null if the phase took "
             "no time, as on a simulated machine")
          .above(0)
          .column("Push (particles/s/node)", as::fixed(0, 12)),
      field("seconds", &PicCell::seconds, "wall time of one call on the slowest rank"),
      field("phases", &PicCell::phases,
            "seconds of a call in each phase of its steps; each phase has the time of its slowest "
            "rank, median over all calls"),
      share_field("charge_share", &PicPhases::charge_seconds,
                  "share of the charge phase in the median time of a call", "Charge (%)"),
      share_field("exchange_share", &PicPhases::exchange_seconds,
                  "share of the exchange of planes in the median time of a call", "Exch. (%)"),
      share_field("field_share", &PicPhases::field_seconds,
                  "share of the field phase in the median time of a call", "Field (%)"),
      share_field("push_share", &PicPhases::push_seconds,
                  "share of the push phase in the median time of a call", "Push (%)"),
      share_field("shift_share", &PicPhases::shift_seconds,
                  "share of the exchange of particles in the median time of a call", "Shift (%)"),
      field("imbalance", &PicCell::imbalance,
            "particles of the rank with most particles, divided by the mean over ranks, at the end "
            "of a call")
          .above(0)
          .column("Imbal.", as::fixed(3, 6)),
      figure("bytes_by_messages", &PicCell::bytes_by_messages, "bytes",
             "bytes that one rank sends in a call, maximum over ranks")
          .column("Sent (B/call)", as::text(10)),
      field("verification_error", &PicCell::verification_error,
            "relative error |charge on the grid - charge of the particles| / charge of the "
            "particles, maximum over all checked steps")
          .at_least(0)
          .column("Error", as::significant(2)),
      field("verification_tolerance", &PicCell::verification_tolerance,
            "largest error of a correct result")
          .above(0),
      field("trajectory_error", &PicCell::trajectory_error,
            "position error of particles with known motion (PIC of the Parallel Research Kernels), "
            "in grid spacings")
          .at_least(0),
      field("trajectory_tolerance", &PicCell::trajectory_tolerance,
            "largest trajectory_error of a correct result")
          .above(0),
      inlined(&PicCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(PicCell const& cell);

} // namespace kitt::miniapp
