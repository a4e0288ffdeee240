// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// Memory mapped for one field and unmapped on destruction. It lies between pages without access
/// rights, so that the kernel never merges it with a neighbour, that /proc/self/smaps shows it as
/// an entry of its own, and that a stray access faults.
class Mapping {
public:
  /// Throws UserError, see huge_page_source.
  Mapping(std::string const& label, std::size_t bytes, HugePages pages);
  ~Mapping();
  Mapping(Mapping const&) = delete;
  Mapping& operator=(Mapping const&) = delete;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

private:
  void map_explicit(std::string const& label);
  void map_between_guards(std::string const& label, std::size_t alignment);

  void* reserved_ = nullptr; ///< all of it, guards included
  std::size_t reserved_bytes_ = 0;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// An entry of /proc/self/smaps, as far as needed here; sizes in bytes.
struct MemoryArea {
  std::size_t begin = 0, end = 0; ///< addresses
  std::size_t resident = 0;       ///< Rss plus huge pages from the reserve
  std::size_t huge = 0;           ///< AnonHugePages plus huge pages from the reserve
};

/// Reads lines of /proc/self/smaps; ignores entries that it does not know.
std::vector<MemoryArea> parse_smaps(std::vector<std::string> const& lines);

} // namespace kitt::comms::detail
