// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/numa.hpp"
#include "comms/ranks/communicator.hpp"
#include "miniapp/benchmarks/numa/bound_blocks.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Thread of one of the ranks of a node.
struct NodeThread {
  std::string cpus; ///< hardware threads of its binding, as the system reports them: "4,68"
  int domain = 0;   ///< index of its NUMA domain in the map
};

/// Threads of all ranks of this rank's node, and the node's NUMA domains. Threads are numbered rank
/// by rank.
struct NodeThreads {
  comms::NumaMap map;
  std::vector<NodeThread> threads;
  std::size_t first = 0; ///< index of this rank's first thread
  std::size_t count = 0; ///< number of threads of this rank

  comms::NumaMap::Domain const& domain(int index) const {
    return map.domains[static_cast<std::size_t>(index)];
  }
  int threads_in(int domain) const;
  /// Returns the indices of the domains that have threads, in order.
  std::vector<int> populated() const;

  /// Pair of NUMA domains. The threads of domain `from` work on memory of domain `to` and are
  /// timed. With `one_thread` only the first thread of a domain works. With `all_at_once` the
  /// threads of each other domain work too. Memory of the other threads lies as many domains
  /// further as `to` is from `from`.
  struct Pair {
    int from, to;
    bool one_thread, all_at_once;
  };
  std::vector<ThreadTask> tasks(Pair const& pair) const;

  /// Returns the threads of a matrix product with their NUMA domains, before any time is known.
  /// `data_threads` gives, for each thread, the thread whose data it works on (see
  /// half_remote_plan).
  std::vector<NumaThread> with_data_of(std::vector<int> const& data_threads) const;
};

/// Gathers the threads of all ranks. `thread_cpusets` are the hardware threads of each thread of
/// this rank. Throws UserError on all ranks if a thread may run in several domains, or if nodes
/// differ. Collective.
NodeThreads gather_threads(comms::Communicator const& world, comms::NumaMap const& map,
                           std::vector<std::string> const& thread_cpusets);

} // namespace kitt::miniapp
