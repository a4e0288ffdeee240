// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"

#include <bit>
#include <cstddef>
#include <string>

namespace kitt::comms::detail {

/// Memory mapped for one field and unmapped on destruction. It lies between pages without access
/// rights, so that the kernel never merges it with a neighbour, that /proc/self/smaps shows it as
/// an entry of its own, and that a stray access faults; pages of the reserve have no such guards.
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
  void map_explicit(std::string const& label, std::size_t page_bytes);
  void map_between_guards(std::string const& label, std::size_t alignment);

  void* reserved_ = nullptr; ///< all of it, guards included
  std::size_t reserved_bytes_ = 0;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Bytes of a page as the system gives them unless asked.
std::size_t default_page_bytes();

/// Bytes of the pages that are asked for, at least the system's.
std::size_t page_bytes_of(HugePages pages);

constexpr std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Why there are no such pages of the reserve for `what`, and what to do.
std::string no_reserve(std::string const& what, std::size_t bytes, std::size_t page_bytes);

/// The flag of mmap and memfd_create that names a size of huge pages: log2 of it, from bit 26 on.
constexpr unsigned huge_page_flag(std::size_t page_bytes) {
  return static_cast<unsigned>(std::countr_zero(page_bytes)) << 26U;
}

} // namespace kitt::comms::detail
