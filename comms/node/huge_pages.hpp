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

/// Pages that fields lie on. `none`: the system's default. `madvise`: transparent huge pages of 2
/// MiB are requested, but the system may refuse. `explicit`: pages of 2 MiB from the
/// administrator's reserve, or an error. `explicit-1g`: pages of 1 GiB from the reserve, or an
/// error.
enum class HugePages { none, madvise, explicit_2mib, explicit_1gib };
constexpr auto names_of(HugePages) {
  return std::array{"none", "madvise", "explicit", "explicit-1g"};
}

/// Returns whether pages of the administrator's reserve are requested.
constexpr bool is_reserved(HugePages pages) {
  return pages == HugePages::explicit_2mib || pages == HugePages::explicit_1gib;
}

/// Size of a huge page of Linux, as on x86 and most ARM systems.
inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
/// Size of a gigantic page: 1 GiB, the next larger page size.
inline constexpr std::size_t gigantic_page_bytes = std::size_t{1} << 30;

/// Returns a source of fresh memory for fields. The memory is mapped, zero, and untouched, so that
/// the thread that touches a page first decides its NUMA domain. The memory is aligned to 2 MiB
/// (with
/// `none`: to a page) and freed with its last shared_ptr. Several fields share a page of 1 GiB, one
/// after another. The source throws UserError, with advice, if memory or explicit huge pages are
/// not available. The source is thread-safe.
MemorySource huge_page_source(HugePages pages);

} // namespace kitt::comms
