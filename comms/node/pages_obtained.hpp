// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"

#include <cstddef>
#include <map>

namespace kitt::comms {

/// Number of bytes per page size.
using BytesBySize = std::map<std::size_t, std::size_t>;

/// Pages of all memory that any source gave out and that is still in use, and pages shared with
/// other processes, as the system counts them.
struct PagesObtained {
  std::size_t mapped_bytes = 0;              ///< bytes of address space given out
  std::size_t resident_bytes = 0;            ///< bytes touched so far
  std::size_t huge_bytes = 0;                ///< resident bytes on huge pages; 0 if unknown
  BytesBySize by_size = {};                  ///< resident bytes by page size
  std::map<int, std::size_t> by_domain = {}; ///< resident bytes by the number of the NUMA domain
  BytesBySize shared_by_size = {};           ///< resident bytes of windows and of MPI's segments
  bool known = false;                        ///< false if /proc/self/smaps cannot be read
};
/// Returns the pages of given-out memory from /proc/self/smaps and numa_maps below the root of
/// `files`.
PagesObtained pages_obtained(detail::SystemFiles const& files = detail::SystemFiles());

} // namespace kitt::comms
