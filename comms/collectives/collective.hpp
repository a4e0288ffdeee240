// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <memory>

namespace kitt::comms {

/// What all ranks do together. Roots are rank 0; reductions add numbers of double precision.
/// `allreduce_by_node` is an allreduce in steps: the threads of a rank add what each of them
/// contributes, then the ranks of each node, then one rank of each node among themselves, which
/// tells the others.
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

/// An operation on blocks of `bytes`: what is broadcast, what each rank contributes to a sum or a
/// gathering, what each rank sends to each other. Of a barrier 0, of sums whole numbers of 8 bytes.
struct CollectiveShape {
  CollectiveOperation operation = CollectiveOperation::barrier;
  std::size_t bytes = 0; ///< at most 2^31 - 1
  int threads = 1;       ///< of a rank, that contribute a block each to an allreduce by node

  /// Blocks that go out of one of `ranks` ranks, and that come in.
  std::size_t blocks_out(int ranks) const;
  std::size_t blocks_in(int ranks) const;
  bool adds() const {
    return operation == CollectiveOperation::reduce ||
           operation == CollectiveOperation::allreduce ||
           operation == CollectiveOperation::allreduce_by_node;
  }
};

/// One operation of MPI with its buffers, for a benchmark. All ranks have one of the same shape and
/// call run() as often. Move-only.
class Collective {
public:
  /// Buffers come from `memory`. `world` outlives this.
  Collective(Communicator const& world, CollectiveShape const& shape, MemorySource const& memory);
  ~Collective();
  Collective(Collective&&) noexcept;
  Collective& operator=(Collective&&) noexcept;

  /// Complete on return, for this rank.
  void run();

  /// blocks_out() and blocks_in() blocks. A broadcast has but one buffer, which is both.
  std::byte* outgoing() const;
  std::byte* incoming() const;

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
