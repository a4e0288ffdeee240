// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/fields/link_field.hpp"

namespace kitt::comms {

/// Collective: fetches the links U_mu(x - mu) that a rank's sites need of its neighbours. `local`:
/// the gauge field of this rank's volume, whose extents are the same on all ranks.
LinkGhosts exchange_link_ghosts(Communicator const& world, ProcessGrid const& grid,
                                GaugeField const& local);

} // namespace kitt::comms
