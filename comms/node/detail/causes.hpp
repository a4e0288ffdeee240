// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/detail/memory_areas.hpp"
#include "comms/node/memory_causes.hpp"

#include <vector>

namespace kitt::comms::detail {

/// A range of addresses, from `begin` to before `end`.
struct AddressRange {
  std::size_t begin = 0, end = 0;
};

/// Memory that malloc reports: bytes obtained from the system, and how many of them are free.
struct AllocatorState {
  std::size_t mapped = 0, free = 0;
};

/// All facts from which the causes of a process's memory are found.
struct MemoryFacts {
  std::vector<MemoryArea> areas;
  std::vector<GivenMemory> given;
  std::vector<AddressRange> stacks;
  AllocatorState allocator;
};

/// Sorts resident bytes by cause, except `mpi_start`, which stays 0. Anonymous memory of unknown
/// origin counts as malloc's, up to the size that malloc reports.
MemoryByCause by_cause(MemoryFacts const& facts);

/// Counts the memory that the start of MPI added, and that still exists, as `mpi_start`. Subtracts
/// the memory of MPI from the causes allocator, fragmentation, program and other.
MemoryByCause with_mpi_start(MemoryByCause now, MemoryByCause const& before,
                             MemoryByCause const& after);

} // namespace kitt::comms::detail
