// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/numa_map.hpp"
#include "comms/ranks/communicator.hpp"
#include "miniapp/benchmarks/numa/bound_blocks.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// A thread of one of the ranks of a node.
struct NodeThread {
  std::string cpus; ///< that it is bound to, as found: "4,68"
  int domain = 0;   ///< the index in the map
};

/// The threads of all ranks of this rank's node, and the node's NUMA domains. They are numbered
/// rank by rank.
struct NodeThreads {
  comms::NumaMap map;
  std::vector<NodeThread> threads;
  std::size_t first = 0; ///< the first of this rank
  std::size_t count = 0; ///< how many this rank has

  comms::NumaMap::Domain const& domain(int index) const {
    return map.domains[static_cast<std::size_t>(index)];
  }
  int threads_in(int domain) const;
  /// Indices of the domains that have threads, in order.
  std::vector<int> populated() const;

  /// Tasks of this rank's threads: those of domain `from` (of latency the first of them) work on
  /// memory of domain `to` and are timed. With `all_at_once`, those of each other domain work too,
  /// each on memory of the one that is as many domains on as `to` is from `from`.
  struct Pair {
    int from, to;
    bool one_thread, all_at_once;
  };
  std::vector<ThreadTask> tasks(Pair const& pair) const;

  /// What is known of the threads of a product before it is timed. `data_threads`: see
  /// half_remote_plan.
  std::vector<NumaThread> with_data_of(std::vector<int> const& data_threads) const;
};

/// Gathers the threads of all ranks. `thread_cpusets`: those of this rank. Throws UserError, the
/// same on all ranks, if a thread may run in several domains, or nodes differ. Collective.
NodeThreads gather_threads(comms::Communicator const& world, comms::NumaMap const& map,
                           std::vector<std::string> const& thread_cpusets);

} // namespace kitt::miniapp
