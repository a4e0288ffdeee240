// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/pic_simulation.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// How far a simulation is from what must hold, on all ranks together.
struct PicErrors {
  double charge = 0;            ///< |charge on the grid - of particles| / of particles
  double negative_points = 0;   ///< with negative charge; no particle has such a charge
  double particles_lost = 0;    ///< how many fewer, or more, than before
  bool ids_differ = false;      ///< sums tell that ids are not 1 to n, once each
  double potential = 0;         ///< error in a wave of charge, in units of its amplitude
  double field = 0;             ///< likewise
  double trajectory = 0;        ///< error of particles with known motion, in grid distances
  bool messages_differ = false; ///< checksums of messages at both ends differ

  double end = 0; ///< change of state_of() from the first timed call, per particle

  static constexpr double charge_tolerance = 1e-12;
  static constexpr double end_tolerance = 1e-12;
  static constexpr double field_tolerance = 1e-11;
  static constexpr double trajectory_tolerance = 1e-9;
  /// What is wrong, each in words.
  std::vector<std::string> faults() const;
};

/// Compares the charge and the particles of a simulation, after a step, with what they must be.
/// Keeps the faults of earlier steps. Collective.
void check_sums(PicSimulation& simulation, PicErrors& errors);

/// Returns a sum over the velocities and places of all particles. Two simulations from the start
/// end with the same sum, except for rounding. Collective.
double state_of(PicSimulation& simulation);

/// Compares a wave of charge with its formula (particles/wave.hpp), which reads neither the
/// grid nor messages. The sweeps and exchanges of a step find potential and field. The push and the
/// shift of a step then move one particle for each cell, `steps` times. Collective.
void check_wave(PicSimulation& simulation, std::int64_t steps, MemorySource const& memory,
                PicErrors& errors);

/// Moves particles between planes of alternating charges through the same slabs for so many steps:
/// the test of the Parallel Research Kernels, whose trajectories are known. It passes particles on
/// over several slabs. Returns the largest error. Collective.
double trajectory_error(PicSimulation& simulation, std::int64_t steps, MemorySource const& memory);

} // namespace kitt::miniapp
