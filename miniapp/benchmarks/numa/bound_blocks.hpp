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

/// What a thread of this rank does in a cell.
struct ThreadTask {
  std::optional<int> memory_domain = {}; ///< the system's number; none: it is idle
  bool timed = true;
};

/// A block of memory for each thread of this rank that works, bound to its domain.
class BoundBlocks {
public:
  /// `bytes` of each. A refusal of the system is kept for obstacle(). `world` outlives this.
  BoundBlocks(comms::Communicator const& world, std::vector<ThreadTask> const& tasks,
              std::size_t bytes, comms::HugePages pages);

  /// Whether all of this rank have theirs.
  bool complete() const { return refusal_.empty(); }
  void* of(int thread) const { return blocks_[static_cast<std::size_t>(thread)]->data(); }

  /// Looks at every page of all ranks; why there can be no figure, if so. Collective.
  std::optional<std::string> obstacle();
  /// Adds the pages that were looked at.
  void describe(NumaCell& cell) const;

private:
  comms::Communicator const* world_;
  std::vector<std::optional<comms::BoundMemory>> blocks_; ///< by thread
  std::string refusal_;
  comms::PagesPlaced pages_; ///< of all ranks, of all looks
};

} // namespace kitt::miniapp
