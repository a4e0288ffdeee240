// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/nodes/node_cell.hpp"
#include "miniapp/run/run.hpp"

#include <functional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Work that every rank does by itself, without communication. All ranks have equal work.
struct NodeWork {
  NodesCell cell;            ///< kernel, parameters, bytes and flops
  std::function<void()> run; ///< makes one call and waits for its end
  /// Returns the error of the results of the last call on this rank.
  std::function<double()> error;
  double tolerance = 0; ///< largest allowed error
};

/// Returns the cell of a work with the fields that are known before the measurement. `kernel`:
/// memory, compute or DWF4. `l`: extent of the lattice of a rank, for DWF4. Collective.
///
/// - memory: triads z = a x + y of all threads, on a working set that is larger than the caches.
/// - compute: multiply-adds of all threads in registers, in double precision.
/// - DWF4: the hopping term on a periodic lattice of L^4 sites of each rank.
NodesCell work_cell(RunContext const& context, std::string const& kernel, int l);

/// Allocates the memory of the work that a cell of work_cell() describes. Throws UserError if there
/// is not enough memory. Collective.
NodeWork make_work(RunContext const& context, NodesCell const& cell);

/// Measures all works in turn. All nodes begin each sample at the same time. Judges the nodes and
/// records the cells. The time of a node is the time of its slowest rank. Returns false if a result
/// was wrong. Collective.
bool measure_nodes(Run const& run, std::vector<NodeWork>& works);

/// Copies the statistics of rank 0 to all ranks. Each rank needs them to add the cell to its copy
/// of the record. Collective.
void share_statistics(comms::Communicator const& world, perf::Statistics& statistics);

/// Returns the number of calls that together take about `seconds`, the same on all ranks.
/// `seconds_of_call`: time of a call on this rank. Collective.
int agreed_calls(comms::Communicator const& world, double seconds_of_call, double seconds);

} // namespace kitt::miniapp
