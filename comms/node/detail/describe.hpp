// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/detail/hwloc_topology.hpp"
#include "comms/node/system_files.hpp"
#include "comms/node/topology.hpp"

namespace kitt::comms::detail {

/// The part of a Topology that hwloc knows: packages, domains, cores, caches, distances.
Topology describe(HwlocTopology const& hwloc, CpuSet const& allowed);

/// Adds what only the system's files tell: CPU model and SIMD (where hwloc was silent), pages,
/// memory, quota.
void add_system_facts(Topology& topology, SystemFiles const& files);

/// The widest SIMD that the compiler was allowed to use.
std::string compiled_simd();

} // namespace kitt::comms::detail
