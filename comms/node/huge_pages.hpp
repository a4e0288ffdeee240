// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/memory.hpp"

#include <cstddef>
#include <string>

namespace kitt::comms {

/// Pages that fields live on: the system's default; 2 MiB asked for by madvise (transparent huge
/// pages, may or may not be had); 2 MiB from the administrator's reserve (had, or an error).
enum class HugePages { none, madvise, explicit_2mib };
std::string to_string(HugePages pages);

/// A source of fresh memory for fields: mapped, zero, touched by nobody yet, so that the thread
/// that touches a page first decides its NUMA domain. Aligned to 2 MiB (none: to a page), given
/// back with its last shared_ptr. Throws UserError when memory, or explicit huge pages, cannot be
/// had, naming what to do. Thread-safe.
MemorySource huge_page_source(HugePages pages);

/// What the system says of the memory given out by all sources and still alive.
struct PagesObtained {
  std::size_t mapped_bytes = 0;   ///< address space given out
  std::size_t resident_bytes = 0; ///< touched so far
  std::size_t huge_bytes = 0;     ///< of these, on huge pages
  bool known = false;             ///< false where /proc/self/smaps is not to be had
};
PagesObtained pages_obtained();

/// The huge part alone, in bytes; 0 where unknown.
std::size_t huge_page_bytes_obtained();

} // namespace kitt::comms
