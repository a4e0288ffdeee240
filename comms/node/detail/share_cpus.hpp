// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/detail/hwloc_topology.hpp"
#include "comms/ranks/communicator.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// Returns the hardware threads that each rank of a node shall use. `allowed`: hardware threads
/// that each rank may use.
///
/// Ranks with equal allowed sets get contiguous parts of their cores, in rank order. The parts
/// follow the NUMA domains, unless the smallest part would then be smaller. If domains would make a
/// part smaller, the parts are as equal as possible instead. If there are more ranks than cores,
/// ranks alternate between the hardware threads. Ranks with different allowed sets keep their sets.
std::vector<CpuSet> share_cpus(HwlocTopology const& hwloc, std::vector<CpuSet> const& allowed);

/// Returns the smallest number of cores of any rank. If all ranks of the node share a quota of CPU
/// time, the result is at most a rank's share of the quota. At least 1.
int threads_for_all(HwlocTopology const& hwloc, std::vector<CpuSet> const& allowed,
                    std::optional<double> quota);

/// Warns of cores that no rank on this node may use. Empty if the node has one rank.
std::vector<std::string> idle_warnings(HwlocTopology const& hwloc,
                                       std::vector<CpuSet> const& allowed);

/// Warns if the ranks of a node together have more threads than cores, or if several ranks are
/// bound to one core. Empty for a single rank.
std::vector<std::string> node_warnings(HwlocTopology const& hwloc,
                                       std::vector<std::vector<CpuSet>> const& ranks);

/// Returns the texts of all ranks on this rank's node, ordered by their numbers on the node.
/// Collective over all ranks.
inline std::vector<std::string> gather_on_node(Communicator const& world, std::string const& text) {
  auto const all = world.gather(text);
  auto const& places = world.places();
  auto const own = places[static_cast<std::size_t>(world.rank())].node;
  std::vector<std::string> result;
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (places[rank].node == own)
      result.push_back(all[rank]);
  return result;
}

} // namespace kitt::comms::detail
