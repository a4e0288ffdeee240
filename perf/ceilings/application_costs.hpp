// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Work and traffic of the application benchmarks, as cost_table.hpp has them for lattice
/// kernels. All are in double precision.

namespace kitt::perf {

/// Bytes per complex number of the three passes of a transform over a box. Each pass reads and
/// writes every number once.
inline constexpr double transform_bytes = 3 * (16 + 16);

/// Flops and bytes per particle, or per grid point.
struct ParticleCost {
  double flops = 0;
  /// bytes of particles; without particles, all bytes read and written
  double bytes = 0;
  double grid_bytes = 0; ///< bytes of the grid points around a particle
};

/// Cost of depositing the charge of a particle on the grid, on a ring of `points` points. 5 flops
/// for the height above the plane and the charges above and below. 3 flops per point for its place.
/// 12 flops per point and plane: four weights and four sums. Position and charge are read. Each of
/// the eight corners of a point is read and written.
constexpr ParticleCost charge_cost(int points) {
  return {5. + 27. * points, 4 * 8., points * 8 * 16.};
}
/// Bytes per particle of sorting particles by cell, before charges are deposited. x, y and z are
/// read once to count and once to place, and all eight numbers of a particle move.
inline constexpr double sort_bytes = 2 * 3 * 8 + 2 * 8 * 8;

/// Cost of pushing a particle. 26 flops for its height, the scale of the force and the motion along
/// three axes. 3 flops per point of the ring for its place, and 2 for weights. 19 flops per point
/// for each of four pairs of corners: three weights, and two products and two sums for each of four
/// numbers. Position and velocity are read and written. Each of the eight corners has four numbers.
constexpr ParticleCost push_cost(int points) {
  return {26. + 81. * points, 2 * 6 * 8., points * 8 * 32.};
}

/// Bytes per particle of finding the particles that left a slab: z is read.
inline constexpr double leaver_bytes = 8;

/// Sweeps per time step. The potential is kept from one step to the next.
inline constexpr int sweeps_of_step = 10;
/// Cost per grid point of a sweep of Jacobi's method: potential and charge are read, the potential
/// is written.
inline constexpr ParticleCost sweep_cost{9, 3 * 8, 0};
/// Cost per grid point of central differences: the potential is read, four numbers are written.
inline constexpr ParticleCost gradient_cost{6, 8 + 4 * 8, 0};

} // namespace kitt::perf
