// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/detail/hwloc_topology.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// The hardware threads that each rank of a node shall use, given those that each is allowed. Ranks
/// that are allowed the same get contiguous parts of its cores, in order of rank: along the NUMA
/// domains if the smallest part is no smaller for that, else as even as can be; more ranks than
/// cores take turns at the hardware threads. Others keep what they have.
std::vector<CpuSet> share_cpus(HwlocTopology const& hwloc, std::vector<CpuSet> const& allowed);

/// The fewest cores of any rank, or CPUs' worth of time where all ranks of the node share a quota;
/// at least 1.
int threads_for_all(HwlocTopology const& hwloc, std::vector<CpuSet> const& allowed,
                    std::optional<double> quota);

/// Cores of the node that no rank of several may use.
std::vector<std::string> idle_warnings(HwlocTopology const& hwloc,
                                       std::vector<CpuSet> const& allowed);

/// Warnings about where the threads of a node's ranks are, taken together: more threads than cores,
/// or several ranks on one core. Empty for a single rank.
std::vector<std::string> node_warnings(HwlocTopology const& hwloc,
                                       std::vector<std::vector<CpuSet>> const& ranks);

} // namespace kitt::comms::detail
