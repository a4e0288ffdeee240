// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace kitt::comms {

/// Returns the bytes that this process can still allocate without swapping. The result is the
/// smaller of the system's MemAvailable and the rest that its cgroups allow (version 1 or 2, all
/// levels). 0 if unknown.
std::size_t available_memory();

/// Returns the bytes that one of `ranks_on_node` ranks can still allocate: an equal share of the
/// node's available memory, limited by the process's own limits (ulimit -v, -d). 0 if unknown.
std::size_t memory_of_rank(int ranks_on_node);

/// Throws UserError if `bytes_needed` is more than the available memory. Does nothing if the
/// available memory is unknown. `what` names the need, for example "DWF4 at L = 24, Ls = 16".
void check_memory(std::size_t bytes_needed, std::string const& what);

/// Returns the bytes that the file system behind a mapped address can still take. If no bytes are
/// left, touching the memory would end the program with SIGBUS. Infinite if there is no file, or if
/// the file system does not answer.
double free_bytes_behind(void const* address);

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
