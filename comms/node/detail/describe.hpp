// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/detail/hwloc_topology.hpp"
#include "comms/node/numa.hpp"
#include "comms/node/system_files.hpp"
#include "comms/node/topology.hpp"

namespace kitt::comms::detail {

/// Returns the facts of a Topology that hwloc knows: packages, domains, cores, caches, distances.
Topology describe(HwlocTopology const& hwloc, CpuSet const& allowed);

/// Adds the facts that only files of the system contain: pages, memory, quota, SIMD, and the CPU
/// model if hwloc did not report it.
void add_system_facts(Topology& topology, SystemFiles const& files);

/// Returns the name of the widest SIMD that the compiler was allowed to use.
std::string compiled_simd();

/// Returns the NUMA map of a loaded topology.
NumaMap find_numa_map(HwlocTopology const& hwloc);

/// Returns the system's distances between all domains, in their order. Empty if the system reports
/// none.
std::vector<std::vector<std::uint64_t>> numa_distances(HwlocTopology const& hwloc);

} // namespace kitt::comms::detail
