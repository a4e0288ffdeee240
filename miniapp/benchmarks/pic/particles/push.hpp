// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/ring.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

namespace kitt::miniapp {

/// Rule by which a step of length 1 moves a particle: x += v + `early` * a with the old v, then v
/// += a. `early` = 1 is leapfrog: velocities are half a step behind the positions. `early` = 1/2 is
/// exact for constant acceleration, with velocity and position at the same time.
struct Mover {
  double charge_over_mass = 1;
  double early = 1;
};

/// Moves particles in the field `e` (from ParticleField, on grid.sites() points). The field is
/// gathered with the weights of the charge deposit and averaged over the ring points. Requires that
/// particles lie in the slab. Afterwards a particle lies somewhere in the whole grid, perhaps in
/// another slab.
void push(ExecutionSpace const& exec, Particles const& particles, SlabGrid const& grid,
          RingPoints points, FlatView<double> const& e, Mover const& mover);

/// Returns the charge at all points of a plane of the whole grid. Planes have charges 1 and -1
/// alternately, as in the test of the Parallel Research Kernels (Georganas, Van der Wijngaart,
/// Mattson, IPDPS 2016).
constexpr double charge_of_plane(int plane) {
  return plane % 2 == 0 ? 1 : -1;
}
/// Returns the charge that gives a particle, halfway between two planes of opposite charge, an
/// acceleration of 2 grid distances per step squared.
double unit_charge_between_planes();

/// Moves particles by the forces of four charges, at the corners of their cell in the plane of y
/// and z. The acceleration is constant during a step, and masses are 1, as in the test of the
/// Parallel Research Kernels.
void push_between_planes(ExecutionSpace const& exec, Particles const& particles,
                         SlabGrid const& grid);

} // namespace kitt::miniapp
