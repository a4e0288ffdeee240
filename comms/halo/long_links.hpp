// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/fields/gauge_field.hpp"

namespace kitt::comms {

/// Returns the products of three links in a row, U_mu(x) U_mu(x + mu) U_mu(x + 2 mu), times a
/// factor, for all sites x of this rank. Links above this rank's volume come from neighbour ranks.
/// `local`: the links of this rank's volume. Throws UserError if a split direction has fewer than
/// two sites. Collective.
GaugeField make_long_links(Communicator const& world, ProcessGrid const& grid,
                           GaugeField const& local, double factor);

} // namespace kitt::comms
