// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// How much work and traffic the applications' benchmarks have, as cost_table.hpp says it of
/// lattice kernels. All in double precision.

namespace kitt::perf {

/// Bytes of the three passes of a transform over a box, for each complex number: each pass reads
/// and writes it once.
inline constexpr double transform_bytes = 3 * (16 + 16);

/// Of a particle, or of a point of a grid.
struct ParticleCost {
  double flops = 0;
  double bytes = 0;      ///< of particles, or of all that is read and written where there are none
  double grid_bytes = 0; ///< of the points of the grid around a particle
};

/// Charge of a particle to the grid. Five flops for its height above the plane and its charge above
/// and below; for each point of the ring three for the place, and in either plane twelve: four
/// weights and four sums. Position and charge are read; each of the eight corners of a point is
/// read and written.
constexpr ParticleCost charge_cost(int points) {
  return {5. + 27. * points, 4 * 8., points * 8 * 16.};
}
/// Sorting particles by cell before that: x, y and z are read to count and once more to place, and
/// all eight words of a particle move.
inline constexpr double sort_bytes = 2 * 3 * 8 + 2 * 8 * 8;

/// Push of a particle. 26 flops for its height, the scale of the force and the motion along three
/// axes; for each point of the ring three for the place and two for weights, and for each of four
/// pairs of corners 19: three weights, and of four numbers two products and two sums. Position and
/// velocity are read and written; each of eight corners has four numbers.
constexpr ParticleCost push_cost(int points) {
  return {26. + 81. * points, 2 * 6 * 8., points * 8 * 32.};
}

/// Finding who has left a slab, of each particle: z is read.
inline constexpr double leaver_bytes = 8;

/// Sweeps of a step; the potential goes on from one step to the next.
inline constexpr int sweeps_of_step = 10;
/// A sweep of Jacobi's method, of each point: potential and charge are read, the potential written.
inline constexpr ParticleCost sweep_cost{9, 3 * 8, 0};
/// Central differences: the potential is read, four numbers are written.
inline constexpr ParticleCost gradient_cost{6, 8 + 4 * 8, 0};

} // namespace kitt::perf
