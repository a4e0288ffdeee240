// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace kitt::comms {

/// Purpose of memory: fields, or message buffers.
enum class MemoryFor { fields, buffers };

/// Counts `bytes` as memory in use during the lifetime of this object. Thread-safe.
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
/// Bytes in use, by purpose.
struct MemoryInUse {
  std::size_t field_bytes = 0;
  std::size_t buffer_bytes = 0;
  std::size_t huge_page_bytes = 0; ///< bytes of both purposes on huge pages, at the last query
};

/// Notes how many bytes the kernel reports on huge pages.
void note_huge_page_bytes(std::size_t bytes);

/// Returns the largest number of bytes that this rank ever used, separately for each purpose.
MemoryInUse most_memory_in_use();

} // namespace kitt::comms
