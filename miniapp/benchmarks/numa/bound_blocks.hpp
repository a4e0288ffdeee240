// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/bound_memory.hpp"
#include "comms/ranks/communicator.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Task of one thread of this rank in a measurement.
struct ThreadTask {
  /// NUMA domain of the thread's memory, by the operating system's number; empty if the thread is
  /// idle
  std::optional<int> memory_domain = {};
  bool timed = true;
};

/// Blocks of memory, one for each working thread of this rank, bound to the NUMA domain of the
/// thread's task.
class BoundBlocks {
public:
  /// Allocates `bytes` bytes for each working thread. If the system refuses the memory, obstacle()
  /// reports the refusal later. Requires that `world` outlives this object.
  BoundBlocks(comms::Communicator const& world, std::vector<ThreadTask> const& tasks,
              std::size_t bytes, comms::HugePages pages);

  /// Returns whether all working threads of this rank have their block.
  bool complete() const { return refusal_.empty(); }
  void* of(int thread) const { return blocks_[static_cast<std::size_t>(thread)]->data(); }

  /// Checks where every page of all ranks lies. Returns the reason if the cell can have no figure.
  /// Collective.
  std::optional<std::string> obstacle();
  /// Adds the numbers of checked and of misplaced pages to `cell`.
  void describe(NumaCell& cell) const;

private:
  comms::Communicator const* world_;
  /// memory blocks, one for each thread; empty for idle threads
  std::vector<std::optional<comms::BoundMemory>> blocks_;
  std::string refusal_;
  comms::PagesPlaced pages_; ///< numbers of pages, summed over all ranks and all checks
};

} // namespace kitt::miniapp
