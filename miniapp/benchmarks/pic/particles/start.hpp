// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/random.hpp"
#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <array>
#include <cstdint>

/// \file
/// Start values of particles. The values depend only on the particle's number (id) in the
/// whole grid, so they do not depend on the number of ranks. Ids count from 1, plane by plane.

namespace kitt::miniapp {

/// Random start values of particles. The id of a particle decides in which plane of cells it
/// begins. Velocities are up to a quarter of a grid distance per step along each axis. Charges are
/// from 1 to 2 in steps of 2^-20, so that their sums are exact.
struct RandomStart {
  std::array<int, 3> whole; ///< points of the whole grid
  std::int64_t per_cell;    ///< mean number of particles per cell
  std::uint64_t seed;

  /// Position in grid distances, velocity in grid distances per step, and charge.
  struct Particle {
    double x, y, z;
    double vx, vy, vz;
    double charge;
  };
  KOKKOS_INLINE_FUNCTION Particle of(std::uint64_t id) const {
    constexpr double fastest = 0.25; // largest velocity along an axis
    auto const stream = counter_bits(seed, id);
    auto const plane = (static_cast<std::int64_t>(id) - 1) / (per_cell * whole[0] * whole[1]);
    return {place(counter_bits(stream, 0), whole[0]),
            place(counter_bits(stream, 1), whole[1]),
            static_cast<double>(plane) + place(counter_bits(stream, 2), 1),
            fastest * counter_uniform(stream, 3),
            fastest * counter_uniform(stream, 4),
            fastest * counter_uniform(stream, 5),
            1 + static_cast<double>(counter_bits(stream, 6) >> 44U) * 0x1p-20};
  }

private:
  /// Returns a coordinate in [0, extent) from random bits. The product is exact for extents below
  /// 2^21.
  KOKKOS_INLINE_FUNCTION static double place(std::uint64_t bits, int extent) {
    return static_cast<double>(bits >> 32U) * 0x1p-32 * extent;
  }
};

/// Makes `per_cell` particles for each cell of the slab, with the start values of RandomStart.
void start_randomly(ExecutionSpace const& exec, Particles& particles, SlabGrid const& grid,
                    std::int64_t per_cell, std::uint64_t seed);

/// Makes a particle in the middle of each cell of the slab, at rest along z, for
/// push_between_planes(). In each step the particle `id` goes hops_of(id) planes up, and
/// cells_of(id) cells along x and y. The test is from the Parallel Research Kernels.
void start_between_planes(ExecutionSpace const& exec, Particles& particles, SlabGrid const& grid);
/// Returns the number of planes that a particle goes up in a step: 1, 3 or 5, negative if it moves
/// down.
KOKKOS_INLINE_FUNCTION int hops_of(std::uint64_t id) {
  int const hops = 1 + 2 * static_cast<int>(id % 3);
  return id / 3 % 2 == 0 ? hops : -hops;
}
/// Returns the number of cells that a particle goes along x and y in a step: -1 to 2.
KOKKOS_INLINE_FUNCTION int cells_of(std::uint64_t id) {
  return static_cast<int>(id / 6 % 4) - 1;
}

/// Returns the largest distance of a particle of this rank from its known position, along any axis.
/// `steps` is the number of steps since start_between_planes().
double distance_from_course(ExecutionSpace const& exec, Particles const& particles,
                            SlabGrid const& grid, std::int64_t steps);

} // namespace kitt::miniapp
