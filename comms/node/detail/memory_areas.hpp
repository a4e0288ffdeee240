// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// An entry of /proc/self/smaps with the facts needed here; sizes in bytes.
struct MemoryArea {
  std::size_t begin = 0, end = 0; ///< first address, and address after the last
  bool shared = false;            ///< shared with other processes, which see every write
  std::string name = {};          ///< "/dev/shm/..." or "[heap]"; empty for anonymous memory
  std::size_t resident = 0;       ///< resident bytes (Rss) including reserved huge pages
  std::size_t huge = 0;           ///< bytes on transparent or reserved huge pages
  std::size_t reserve = 0;        ///< bytes on reserved huge pages
  std::size_t page_bytes = 0;     ///< size of the reserved pages, if there are any; 0 if unknown

  /// Returns resident bytes by page size, for at most `part` bytes of the area.
  std::map<std::size_t, std::size_t> by_page_size(std::size_t part) const;
  std::map<std::size_t, std::size_t> by_page_size() const { return by_page_size(end - begin); }
};

/// Reads lines of /proc/self/smaps. Ignores unknown entries.
std::vector<MemoryArea> parse_smaps(std::vector<std::string> const& lines);

/// For each area, given by its first address: bytes in each NUMA domain, by the system's domain
/// number.
using DomainsOfAreas = std::map<std::size_t, std::map<int, std::size_t>>;
/// Reads lines of /proc/self/numa_maps. Ignores unknown entries.
DomainsOfAreas parse_numa_maps(std::vector<std::string> const& lines);

/// Memory that a source has given out and that is still in use.
struct GivenMemory {
  std::size_t address = 0;
  std::size_t bytes = 0; ///< mapped bytes, at least the requested bytes
  std::size_t asked = 0; ///< requested bytes, at most `bytes`
  std::string label = {};
};

/// Returns all memory that is given out and in use, ordered by address. Thread-safe.
std::vector<GivenMemory> given_memory();

} // namespace kitt::comms::detail
