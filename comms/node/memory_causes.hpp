// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>

namespace kitt::comms {

/// Resident bytes of a process by cause. Each byte counts for one cause only.
struct MemoryByCause {
  std::size_t fields = 0;          ///< bytes that fields requested
  std::size_t message_buffers = 0; ///< message buffers of KITT outside shared memory
  std::size_t ceilings = 0;        ///< working sets in which ceilings were measured
  std::size_t page_rounding = 0; ///< unused rest of the last pages of fields, buffers and ceilings
  std::size_t shared_segments = 0; ///< memory shared with other processes: windows, segments of MPI
  std::size_t mpi_start = 0;       ///< private memory that starting MPI took, including its code
  std::size_t thread_stacks = 0;   ///< stacks of the computing threads
  std::size_t allocator = 0;       ///< memory in use from malloc: tables, host copies, records
  std::size_t fragmentation = 0;   ///< memory of malloc that is free but resident
  std::size_t program = 0;         ///< code and data of the program and its libraries
  std::size_t other = 0;           ///< memory mapped by others, for an unknown purpose

  std::size_t named() const {
    return fields + message_buffers + ceilings + page_rounding + shared_segments + mpi_start +
           thread_stacks + allocator + fragmentation + program;
  }
  std::size_t sum() const { return named() + other; }
};
constexpr auto fields_of(MemoryByCause const*) {
  return kitt::fields(
      figure("fields_bytes", &MemoryByCause::fields, "bytes", "bytes that fields requested"),
      figure("message_buffer_bytes", &MemoryByCause::message_buffers, "bytes",
             "message buffers of KITT outside shared memory"),
      figure("ceiling_bytes", &MemoryByCause::ceilings, "bytes",
             "working sets in which ceilings were measured"),
      figure("page_rounding_bytes", &MemoryByCause::page_rounding, "bytes",
             "unused rest of the last pages of fields, message buffers and ceilings"),
      figure("shared_segment_bytes", &MemoryByCause::shared_segments, "bytes",
             "memory shared with other processes: windows, segments of MPI"),
      figure("mpi_start_bytes", &MemoryByCause::mpi_start, "bytes",
             "private memory that starting MPI took and still holds"),
      figure("thread_stack_bytes", &MemoryByCause::thread_stacks, "bytes",
             "stacks of the computing threads"),
      figure("allocator_bytes", &MemoryByCause::allocator, "bytes", "memory in use from malloc"),
      figure("fragmentation_bytes", &MemoryByCause::fragmentation, "bytes",
             "memory of malloc that is free but resident"),
      figure("program_bytes", &MemoryByCause::program, "bytes",
             "code and data of the program and its libraries"),
      figure("other_bytes", &MemoryByCause::other, "bytes", "memory of unknown purpose"));
}

/// Memory of this process at the observation with the most resident bytes.
struct PeakMemory {
  /// Largest number of resident bytes: the kernel's high-water mark, or the observed value
  /// including reserved huge pages if that is larger. 0 if unknown.
  std::size_t resident_bytes = 0;
  MemoryByCause causes = {};
};

constexpr auto fields_of(PeakMemory const*) {
  return kitt::fields(field("peak_resident_bytes", &PeakMemory::resident_bytes),
                      inlined(&PeakMemory::causes));
}

/// Observes the memory of this process (/proc/self/smaps) if it has grown: more bytes are resident
/// than at the kept observation, or equally many are resident but more are given out. Code that
/// frees much memory calls this function first. Thread-safe. Does nothing before
/// note_memory_before_mpi().
void look_at_memory() noexcept;

/// Note the memory right before and right after the start of MPI. The difference is the memory of
/// MPI.
void note_memory_before_mpi();
void note_memory_after_mpi();

/// Notes the addresses of the stacks of Kokkos' host threads. Must be called by the thread that
/// started Kokkos.
void note_thread_stacks();

/// Observes the memory once more, and returns the peak.
PeakMemory memory_at_peak();

} // namespace kitt::comms
