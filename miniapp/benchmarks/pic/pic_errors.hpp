// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/pic_simulation.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// Deviations of a simulation from its known properties, for all ranks together.
struct PicErrors {
  /// |charge on the grid - charge of the particles| / charge of the particles
  double charge = 0;
  /// number of points with negative charge, although all particles have positive charge
  double negative_points = 0;
  double particles_lost = 0; ///< number of missing particles; negative if too many
  /// whether the ids of the particles are not 1 to n, once each (judged by the sum of the ids)
  bool ids_differ = false;
  /// error of the potential of a wave of charge, in units of the potential's amplitude
  double potential = 0;
  /// error of the field of a wave of charge, in units of the potential's amplitude
  double field = 0;
  /// largest error of a particle with a known trajectory, in grid distances
  double trajectory = 0;
  bool messages_differ = false; ///< whether checksums of a message differ at its two ends

  double end = 0; ///< difference of state_of() from the first timed call, per particle

  static constexpr double charge_tolerance = 1e-12;
  static constexpr double end_tolerance = 1e-12;
  static constexpr double field_tolerance = 1e-11;
  static constexpr double trajectory_tolerance = 1e-9;
  /// Returns a sentence for each deviation that exceeds its tolerance.
  std::vector<std::string> faults() const;
};

/// Compares the charge and the particles of a simulation, after a step, with the known totals. Adds
/// the deviations to `errors`, which keeps the deviations of earlier steps. Collective.
void check_sums(PicSimulation& simulation, PicErrors& errors);

/// Returns a sum over the velocities and positions of all particles. Two runs from the same start
/// give the same sum, except for rounding. Collective.
double state_of(PicSimulation& simulation);

/// Checks a simulation against the known solution for a wave of charge (particles/wave.hpp). The
/// formulas of the solution use neither the grid nor messages. First the sweeps and exchanges of a
/// step find the potential and the field. Second, the push and the shift of a step move one
/// particle per cell, `steps` times. Collective.
void check_wave(PicSimulation& simulation, std::int64_t steps, MemorySource const& memory,
                PicErrors& errors);

/// Moves particles between planes of alternating charges for `steps` steps, in the slabs of
/// `simulation`. The test comes from the Parallel Research Kernels, whose trajectories are known.
/// Particles move across several slabs. Returns the largest error in grid distances. Collective.
double trajectory_error(PicSimulation& simulation, std::int64_t steps, MemorySource const& memory);

} // namespace kitt::miniapp
