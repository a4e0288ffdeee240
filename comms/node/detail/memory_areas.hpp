// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// An entry of /proc/self/smaps, as far as needed here; sizes in bytes.
struct MemoryArea {
  std::size_t begin = 0, end = 0; ///< addresses
  bool shared = false;            ///< with other processes: what one writes, all see
  std::string name = {};          ///< "/dev/shm/...", "[heap]"; empty: anonymous memory
  std::size_t resident = 0;       ///< Rss plus huge pages from the reserve
  std::size_t huge = 0;           ///< transparent huge pages plus those from the reserve
  std::size_t reserve = 0;        ///< on huge pages from the reserve
  std::size_t page_bytes = 0;     ///< of the reserve's pages where there are such; 0: unknown

  /// Its resident bytes by the size of their pages, of which `part` bytes are looked at.
  std::map<std::size_t, std::size_t> by_page_size(std::size_t part) const;
  std::map<std::size_t, std::size_t> by_page_size() const { return by_page_size(end - begin); }
};

/// Reads lines of /proc/self/smaps; ignores entries that it does not know.
std::vector<MemoryArea> parse_smaps(std::vector<std::string> const& lines);

/// Bytes of an area, by its first address, in each NUMA domain, by the system's number.
using DomainsOfAreas = std::map<std::size_t, std::map<int, std::size_t>>;
/// Reads lines of /proc/self/numa_maps; ignores entries that it does not know.
DomainsOfAreas parse_numa_maps(std::vector<std::string> const& lines);

} // namespace kitt::comms::detail
