// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace kitt::comms {

/// The purpose of memory: fields, or faces on their way.
enum class MemoryFor { fields, buffers };

/// Counts its bytes as memory in use as long as it lives. Thread-safe.
class CountedMemory {
public:
  CountedMemory(MemoryFor what, std::size_t bytes);
  ~CountedMemory();
  CountedMemory(CountedMemory const&) = delete;
  CountedMemory& operator=(CountedMemory const&) = delete;

private:
  MemoryFor what_;
  std::size_t bytes_;
};
/// Bytes in use now, by purpose.
struct MemoryInUse {
  std::size_t field_bytes = 0;
  std::size_t buffer_bytes = 0;
  std::size_t huge_page_bytes = 0; ///< both, on huge pages, when last looked up
};

/// Notes how many bytes the kernel says are on huge pages.
void note_huge_page_bytes(std::size_t bytes);

/// The most that this rank has had of each at any time.
MemoryInUse most_memory_in_use();

} // namespace kitt::comms
