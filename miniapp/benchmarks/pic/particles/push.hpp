// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/ring.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

namespace kitt::miniapp {

/// How a step of length 1 moves a particle: v += a, x += v + `early` * a with the v before.
/// 1: leapfrog, whose velocities are half a step behind the positions. 1/2: what a constant
/// acceleration does to velocity and position of the same time.
struct Mover {
  double charge_over_mass = 1;
  double early = 1;
};

/// Moves particles by the field `e` (of ParticleField, on grid.sites()), gathered with the weights
/// with which their charge is deposited and averaged over the points of their rings. They lie in
/// the slab before; afterwards they are within the whole grid, perhaps in another slab.
void push(ExecutionSpace const& exec, Particles const& particles, SlabGrid const& grid,
          RingPoints points, FlatView<double> const& e, Mover const& mover);

/// The charge at all points of a plane of the whole grid in the test of the Parallel Research
/// Kernels (Georganas, Van der Wijngaart, Mattson, IPDPS 2016): planes attract and repel in turn.
constexpr double charge_of_plane(int plane) {
  return plane % 2 == 0 ? 1 : -1;
}
/// What a particle in the middle between two planes of opposite charge must have for a charge to be
/// accelerated by 2 distances per step squared.
double unit_charge_between_planes();

/// Moves particles by the forces of four charges each, at the corners of their cell in the plane of
/// y and z, as the test of the Parallel Research Kernels does: constant acceleration, masses of 1.
void push_between_planes(ExecutionSpace const& exec, Particles const& particles,
                         SlabGrid const& grid);

} // namespace kitt::miniapp
