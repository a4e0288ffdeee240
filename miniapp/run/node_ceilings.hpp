// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "comms/node/topology.hpp"
#include "comms/ranks/communicator.hpp"
#include "perf/ceilings/measure_ceilings.hpp"

namespace kitt::miniapp {

/// Measured by all ranks at once, of a node: of all its ranks together. `binding`: of this rank,
/// one of `ranks_on_node`. `share`: of the time that this effort takes. Collective.
perf::Ceilings measure_node_ceilings(comms::Communicator const& world,
                                     comms::Topology const& machine, comms::Binding binding,
                                     int ranks_on_node, perf::CeilingEffort effort, double share);

} // namespace kitt::miniapp
