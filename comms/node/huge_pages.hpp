// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <string>

namespace kitt::comms {

/// Pages that fields live on. `none`: the system's default. `madvise`: transparent huge pages of 2
/// MiB are asked for, and the system may refuse. `explicit`: 2 MiB from the administrator's
/// reserve, or an error.
enum class HugePages { none, madvise, explicit_2mib };
constexpr auto names_of(HugePages) {
  return std::array{"none", "madvise", "explicit"};
}

/// Of a huge page, as Linux on x86 and most of ARM has them.
inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

/// A source of fresh memory for fields: mapped, zero, touched by nobody yet, so that the thread
/// that touches a page first decides its NUMA domain. Aligned to 2 MiB (none: to a page), given
/// back with its last shared_ptr. Throws UserError when memory, or explicit huge pages, cannot be
/// had, naming what to do. Thread-safe.
MemorySource huge_page_source(HugePages pages);

/// The pages, as the system counts them, of all memory that was given out by any source and is
/// still alive.
struct PagesObtained {
  std::size_t mapped_bytes = 0;   ///< address space given out
  std::size_t resident_bytes = 0; ///< touched so far
  std::size_t huge_bytes = 0;     ///< resident bytes on huge pages; 0 where unknown
  bool known = false;             ///< false where /proc/self/smaps is not to be had
};
PagesObtained pages_obtained();

} // namespace kitt::comms
