// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kitt::comms {

/// A table whose entries lie in the memory of all ranks. Each rank owns some entries, and any rank
/// fills and reads them by one-sided calls, without help of the owner. Each owner has a counter of
/// used slots, and each slot has an entry and a claim. Move-only.
class DistributedTable {
public:
  using Claim = std::uint32_t; ///< claim of an entry: a rank, or `unclaimed`
  static constexpr Claim unclaimed = ~Claim{0};

  /// Allocates the table by MPI_Win_allocate. `slots`: number of slots of each rank, the same list
  /// on all ranks. `entry_bytes`: bytes of an entry, a multiple of 8. `world` must outlive this
  /// object. Throws UserError if MPI refuses the memory. Collective.
  DistributedTable(Communicator const& world, std::size_t entry_bytes,
                   std::vector<std::uint64_t> const& slots);
  ~DistributedTable();
  DistributedTable(DistributedTable&&) noexcept;
  DistributedTable& operator=(DistributedTable&&) noexcept;

  /// One-sided operations, complete on return. `reserve`: takes the owner's next `count` slots and
  /// returns the first (MPI_Fetch_and_op). `put`: writes entries into consecutive slots (MPI_Put).
  /// `get`: reads the first `bytes` bytes of an entry (MPI_Get). `claim`: claims an entry for this
  /// rank unless another rank has claimed the entry, and returns whether the claim succeeded
  /// (MPI_Compare_and_swap).
  std::uint64_t reserve(int owner, std::size_t count);
  void put(int owner, std::uint64_t slot, std::byte const* entries, std::size_t count);
  void get(int owner, std::uint64_t slot, std::byte* entry, std::size_t bytes);
  bool claim(int owner, std::uint64_t slot);

  /// Waits for all ranks, and makes all earlier changes of the table visible to all ranks. Ranks
  /// that wait help MPI to serve the others. Collective.
  void settle();

  /// This rank's own part of the table. This part may be accessed only between two calls of
  /// settle() during which no rank calls one-sided operations.
  std::uint64_t& counter();
  Claim& claimant(std::uint64_t slot);
  std::byte* entry(std::uint64_t slot);

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
