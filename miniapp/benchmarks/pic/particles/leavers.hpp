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

/// Indices of those that are nearer to their own slab by going down, or up; ascending.
struct Leavers {
  std::vector<std::int64_t> below;
  std::vector<std::int64_t> above;
};
/// Of the particles from `first` on.
Leavers find_leavers(ExecutionSpace const& exec, Particles const& particles, SlabGrid const& grid,
                     std::int64_t first);

/// All that is known of particles, `particle_words` numbers each, to be sent.
std::vector<double> pack_particles(ExecutionSpace const& exec, Particles const& particles,
                                   std::vector<std::int64_t> const& indices);

/// Takes the leavers away: the last of those that stay move to their places.
void remove_particles(ExecutionSpace const& exec, Particles& particles, Leavers const& leavers);

/// Adds particles that were packed.
void append_particles(ExecutionSpace const& exec, Particles& particles,
                      std::span<double const> packed);

} // namespace kitt::miniapp
