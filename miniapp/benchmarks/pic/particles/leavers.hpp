// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <cstdint>
#include <span>
#include <vector>

/// \file
/// Particles that have left a slab, on their way to another.

namespace kitt::miniapp {

/// Indices of particles that have left the slab, in ascending order. Particles in `below` go down,
/// and particles in `above` go up, because that is the shorter way to their own slab.
struct Leavers {
  std::vector<std::int64_t> below;
  std::vector<std::int64_t> above;
};
/// Returns the particles that have left the slab, among the particles from index `first` on.
Leavers find_leavers(ExecutionSpace const& exec, Particles const& particles, SlabGrid const& grid,
                     std::int64_t first);

/// Returns all data of particles for a message, `particle_words` numbers for each particle.
std::vector<double> pack_particles(ExecutionSpace const& exec, Particles const& particles,
                                   std::vector<std::int64_t> const& indices);

/// Removes the leavers. The last of the remaining particles move to their places.
void remove_particles(ExecutionSpace const& exec, Particles& particles, Leavers const& leavers);

/// Appends packed particles, as pack_particles() returns them.
void append_particles(ExecutionSpace const& exec, Particles& particles,
                      std::span<double const> packed);

} // namespace kitt::miniapp
