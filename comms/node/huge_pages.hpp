// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/pages_obtained.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <string>

namespace kitt::comms {

/// Pages that fields live on. `none`: the system's default. `madvise`: transparent huge pages of 2
/// MiB are asked for, and the system may refuse. `explicit`: 2 MiB from the administrator's
/// reserve, or an error. `explicit-1g`: the same of 1 GiB.
enum class HugePages { none, madvise, explicit_2mib, explicit_1gib };
constexpr auto names_of(HugePages) {
  return std::array{"none", "madvise", "explicit", "explicit-1g"};
}

/// Whether pages of the administrator's reserve are asked for.
constexpr bool is_reserved(HugePages pages) {
  return pages == HugePages::explicit_2mib || pages == HugePages::explicit_1gib;
}

/// Of a huge page, as Linux on x86 and most of ARM has them.
inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
/// The next larger size.
inline constexpr std::size_t gigantic_page_bytes = std::size_t{1} << 30;

/// A source of fresh memory for fields: mapped, zero, touched by nobody yet, so that the thread
/// that touches a page first decides its NUMA domain. Aligned to 2 MiB (none: to a page), given
/// back with its last shared_ptr. Fields on 1 GiB pages share them, one after another. Throws
/// UserError when memory, or explicit huge pages, cannot be had, naming what to do. Thread-safe.
MemorySource huge_page_source(HugePages pages);

} // namespace kitt::comms
