// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"

#include <cstddef>
#include <map>

namespace kitt::comms {

/// Bytes by the size of the pages that they lie on.
using BytesBySize = std::map<std::size_t, std::size_t>;

/// The pages, as the system counts them, of all memory that was given out by any source and is
/// still alive; beside them those of memory that this process shares with others.
struct PagesObtained {
  std::size_t mapped_bytes = 0;              ///< address space given out
  std::size_t resident_bytes = 0;            ///< touched so far
  std::size_t huge_bytes = 0;                ///< resident bytes on huge pages; 0 where unknown
  BytesBySize by_size = {};                  ///< resident bytes
  std::map<int, std::size_t> by_domain = {}; ///< resident bytes by the NUMA domain's number
  BytesBySize shared_by_size = {};           ///< resident bytes of windows and MPI's segments
  bool known = false;                        ///< false where /proc/self/smaps is not to be had
};
/// Reads /proc/self/smaps and numa_maps below the root of `files`.
PagesObtained pages_obtained(detail::SystemFiles const& files = detail::SystemFiles());

} // namespace kitt::comms
