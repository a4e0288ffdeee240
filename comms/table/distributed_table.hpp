// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kitt::comms {

/// A table whose entries lie in memory of all ranks, each rank the owner of some, and which any
/// rank fills and reads by one-sided calls: an owner does nothing for it. It has for each owner a
/// counter of slots taken, and for each slot an entry and a claim. Move-only.
class DistributedTable {
public:
  using Claim = std::uint32_t; ///< beside each entry: a rank, or
  static constexpr Claim unclaimed = ~Claim{0};

  /// Collective. `slots`: of each rank, the same on all ranks. `entry_bytes`: a multiple of 8. The
  /// memory is MPI's (MPI_Win_allocate). `world` outlives this. Throws UserError where MPI gives no
  /// such memory.
  DistributedTable(Communicator const& world, std::size_t entry_bytes,
                   std::vector<std::uint64_t> const& slots);
  ~DistributedTable();
  DistributedTable(DistributedTable&&) noexcept;
  DistributedTable& operator=(DistributedTable&&) noexcept;

  /// One-sided, each complete on return. `reserve`: takes the owner's next `count` slots and
  /// returns the first (MPI_Fetch_and_op). `put`: writes entries into slots that follow each other
  /// (MPI_Put). `get`: reads the first `bytes` of an entry (MPI_Get). `claim`: makes an entry this
  /// rank's unless it is a rank's already, and returns whether it did (MPI_Compare_and_swap).
  std::uint64_t reserve(int owner, std::size_t count);
  void put(int owner, std::uint64_t slot, std::byte const* entries, std::size_t count);
  void get(int owner, std::uint64_t slot, std::byte* entry, std::size_t bytes);
  bool claim(int owner, std::uint64_t slot);

  /// Collective: all ranks meet, whoever came early helping MPI to serve those that work still.
  /// What was done to the table before, by a call or to this rank's own part, is there for all.
  void settle();

  /// This rank's own part; between two settle() during which nobody calls.
  std::uint64_t& counter();
  Claim& claimant(std::uint64_t slot);
  std::byte* entry(std::uint64_t slot);

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
