// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace kitt::comms {

/// An operation that all ranks do together. Rank 0 is the root. Reductions add double-precision
/// numbers. `allreduce_by_node` is an allreduce in three steps. First the threads of each rank add
/// their contributions, then the ranks of each node. Last, one rank per node adds the sums of all
/// nodes and broadcasts the result on its node.
enum class CollectiveOperation {
  barrier,
  broadcast,
  reduce,
  allreduce,
  allreduce_by_node,
  allgather,
  alltoall
};
constexpr auto names_of(CollectiveOperation) {
  return std::array{"barrier",           "broadcast", "reduce",  "allreduce",
                    "allreduce-by-node", "allgather", "alltoall"};
}

/// An operation on blocks of `bytes` bytes. A block is the broadcast data, the contribution of a
/// rank to a sum or an allgather, or the data from one rank to another rank in an alltoall. A
/// barrier has 0 bytes. Sums have a multiple of 8 bytes.
struct CollectiveShape {
  CollectiveOperation operation = CollectiveOperation::barrier;
  std::size_t bytes = 0; ///< bytes of a block, at most 2^31 - 1
  int threads = 1;       ///< threads per rank; each contributes one block to allreduce_by_node

  /// Number of blocks that one of `ranks` ranks sends, and number that it receives.
  std::size_t blocks_out(int ranks) const {
    switch (operation) {
    case CollectiveOperation::barrier:
      return 0;
    case CollectiveOperation::alltoall:
      return static_cast<std::size_t>(ranks);
    case CollectiveOperation::allreduce_by_node:
      return static_cast<std::size_t>(threads);
    default:
      return 1;
    }
  }
  std::size_t blocks_in(int ranks) const {
    switch (operation) {
    case CollectiveOperation::barrier:
      return 0;
    case CollectiveOperation::allgather:
    case CollectiveOperation::alltoall:
      return static_cast<std::size_t>(ranks);
    default:
      return 1;
    }
  }
  bool adds() const {
    return operation == CollectiveOperation::reduce ||
           operation == CollectiveOperation::allreduce ||
           operation == CollectiveOperation::allreduce_by_node;
  }
};

/// One MPI operation with its buffers, for a benchmark. All ranks create an object of equal shape
/// and call run() equally often. Move-only.
class Collective {
public:
  /// Allocates buffers from `memory`. `world` must outlive this object.
  Collective(Communicator const& world, CollectiveShape const& shape, MemorySource const& memory);
  ~Collective();
  Collective(Collective&&) noexcept;
  Collective& operator=(Collective&&) noexcept;

  /// Performs the operation. The operation is complete for this rank on return.
  void run();

  /// Buffers of blocks_out() and blocks_in() blocks. In a broadcast, outgoing and incoming data use
  /// the same buffer.
  std::byte* outgoing() const;
  std::byte* incoming() const;

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Returns the numbers of all ranks in rank order, on rank 0. Returns nothing on other ranks. All
/// ranks must give equally many numbers, at most 2^31 - 1. Collective.
std::vector<double> gather_at_first(Communicator const& world, std::vector<double> const& numbers);

} // namespace kitt::comms
