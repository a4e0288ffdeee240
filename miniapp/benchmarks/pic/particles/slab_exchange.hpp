// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/slabs/slab_messages.hpp"
#include "miniapp/benchmarks/pic/particles/field.hpp"
#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <cstdint>

/// \file
/// What slabs of particles and of fields tell each other. Collective; complete on return.

namespace kitt::miniapp {

/// Adds the plane on top of each slab's charge to the first plane of the slab above, where the same
/// points are.
void add_charge_on_top(ExecutionSpace const& exec, SlabGrid const& grid,
                       FlatView<double> const& charge, comms::SlabMessages& messages);

/// Fetches the planes of the potential below and above the slab.
void fetch_potential(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                     comms::SlabMessages& messages);

/// Fetches the plane of E on top of the slab.
void fetch_field(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                 comms::SlabMessages& messages);

/// Sends particles that have left their slab to where they belong, from slab to slab, the shorter
/// way round. Returns how often particles were passed on: once, if none goes further than to the
/// next. Throws std::runtime_error if a particle comes that lies outside of the whole grid.
int shift_particles(ExecutionSpace const& exec, Particles& particles, SlabGrid const& grid,
                    comms::SlabMessages& messages);

} // namespace kitt::miniapp
