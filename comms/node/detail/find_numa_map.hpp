// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/detail/hwloc_topology.hpp"
#include "comms/node/numa_map.hpp"

namespace kitt::comms::detail {

/// Returns the NUMA map of a loaded topology.
NumaMap find_numa_map(HwlocTopology const& hwloc);

/// Returns the system's distances between all domains, in their order. Empty if the system reports
/// none.
std::vector<std::vector<std::uint64_t>> numa_distances(HwlocTopology const& hwloc);

} // namespace kitt::comms::detail
