// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/slabs/slab_messages.hpp"
#include "miniapp/benchmarks/pic/particles/field.hpp"
#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <cstdint>
#include <span>
#include <vector>

/// \file
/// Exchanges of particles and fields between slabs. All functions are collective, and complete on
/// return.

namespace kitt::miniapp {

/// Adds the top plane of each slab's charge to the first plane of the slab above. Both planes have
/// the same points.
void add_charge_on_top(ExecutionSpace const& exec, SlabGrid const& grid,
                       FlatView<double> const& charge, comms::SlabMessages& messages);

/// Fetches the planes of the potential below and above the slab.
void fetch_potential(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                     comms::SlabMessages& messages);

/// Fetches the plane of E on top of the slab.
void fetch_field(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                 comms::SlabMessages& messages);

/// Sends particles that have left the slab to their own slab. The particles go from slab to slab,
/// in the shorter direction. Returns the number of exchanges, which is 1 if no particle goes
/// further than to the next slab. Throws std::runtime_error if a received particle lies outside of
/// the whole grid.
int shift_particles(ExecutionSpace const& exec, Particles& particles, SlabGrid const& grid,
                    comms::SlabMessages& messages);

// Particles that have left a slab, on their way to another.

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
