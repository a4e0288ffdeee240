// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/detail/given_memory.hpp"
#include "comms/node/detail/memory_areas.hpp"
#include "comms/node/memory_causes.hpp"

#include <vector>

namespace kitt::comms::detail {

/// From one address to before another.
struct AddressRange {
  std::size_t begin = 0, end = 0;
};

/// What malloc says of itself: bytes that it has from the system, and of these free ones.
struct AllocatorState {
  std::size_t mapped = 0, free = 0;
};

/// All that tells what the memory of a process is for.
struct MemoryFacts {
  std::vector<MemoryArea> areas;
  std::vector<GivenMemory> given;
  std::vector<AddressRange> stacks;
  AllocatorState allocator;
};

/// Sorts resident bytes by cause; none of them are mpi_start yet. What is anonymous and nobody's is
/// malloc's as far as that has so much.
MemoryByCause by_cause(MemoryFacts const& facts);

/// Moves what MPI's start added to malloc's memory, the program's and others' to mpi_start, as far
/// as it is still there.
MemoryByCause with_mpi_start(MemoryByCause now, MemoryByCause const& before,
                             MemoryByCause const& after);

} // namespace kitt::comms::detail
