// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>

namespace kitt::comms {

/// Resident bytes of a process by what they are for; each byte stands under one cause.
struct MemoryByCause {
  std::size_t fields = 0;          ///< what they asked for
  std::size_t message_buffers = 0; ///< KITT's own, outside shared memory
  std::size_t ceilings = 0;        ///< working sets that ceilings were measured in
  std::size_t page_rounding = 0;   ///< of the three above: the rest of their last pages
  std::size_t shared_segments = 0; ///< memory shared with other processes: windows, MPI's own
  std::size_t mpi_start = 0;       ///< private memory that starting MPI took, its code included
  std::size_t thread_stacks = 0;   ///< of the threads that compute
  std::size_t allocator = 0;       ///< in use from malloc: tables, host copies, records
  std::size_t fragmentation = 0;   ///< malloc's, free but resident
  std::size_t program = 0;         ///< code and data of the program and its libraries
  std::size_t other = 0;           ///< mapped by others, for what is not known

  std::size_t named() const;
  std::size_t sum() const { return named() + other; }
};
constexpr auto fields_of(MemoryByCause const*) {
  return kitt::fields(
      figure("fields_bytes", &MemoryByCause::fields, "bytes", "what fields asked for"),
      figure("message_buffer_bytes", &MemoryByCause::message_buffers, "bytes",
             "KITT's own, outside shared memory"),
      figure("ceiling_bytes", &MemoryByCause::ceilings, "bytes",
             "working sets that ceilings were measured in"),
      figure("page_rounding_bytes", &MemoryByCause::page_rounding, "bytes",
             "of the three above: the rest of their last pages"),
      figure("shared_segment_bytes", &MemoryByCause::shared_segments, "bytes",
             "shared with other processes: windows, MPI's segments"),
      figure("mpi_start_bytes", &MemoryByCause::mpi_start, "bytes",
             "private memory that starting MPI took and still has"),
      figure("thread_stack_bytes", &MemoryByCause::thread_stacks, "bytes",
             "of the threads that compute"),
      figure("allocator_bytes", &MemoryByCause::allocator, "bytes", "in use from malloc"),
      figure("fragmentation_bytes", &MemoryByCause::fragmentation, "bytes",
             "free in malloc, but resident"),
      figure("program_bytes", &MemoryByCause::program, "bytes",
             "code and data of the program and its libraries"),
      figure("other_bytes", &MemoryByCause::other, "bytes", "for what is not known"));
}

/// The memory of this process when it had the most that was seen.
struct PeakMemory {
  /// The kernel's mark, or what was seen with pages of the reserve if that is more; 0: unknown.
  std::size_t resident_bytes = 0;
  MemoryByCause causes = {};
};

constexpr auto fields_of(PeakMemory const*) {
  return kitt::fields(field("peak_resident_bytes", &PeakMemory::resident_bytes),
                      inlined(&PeakMemory::causes));
}

/// Looks at /proc/self/smaps if more is resident, or of as much more given out, than was seen.
/// Whatever frees much memory calls it before. Thread-safe; does nothing before
/// `note_memory_before_mpi`.
void look_at_memory() noexcept;

/// Called right before and after MPI is started: what came between them is MPI's.
void note_memory_before_mpi();
void note_memory_after_mpi();

/// Notes where the stacks of Kokkos' host threads are. By the thread that started Kokkos.
void note_thread_stacks();

/// Looks once more.
PeakMemory memory_at_peak();

} // namespace kitt::comms
