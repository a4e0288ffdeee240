// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"

#include <bit>
#include <cstddef>
#include <string>

namespace kitt::comms::detail {

/// Memory mapped for one field and unmapped on destruction. The memory lies between guard pages
/// without access rights. The kernel therefore never merges this memory with neighbouring memory,
/// /proc/self/smaps shows it as its own entry, and a stray access faults. Reserved huge pages have
/// no guards.
class Mapping {
public:
  /// Maps memory. Throws UserError like huge_page_source().
  Mapping(std::string const& label, std::size_t bytes, HugePages pages);
  ~Mapping();
  Mapping(Mapping const&) = delete;
  Mapping& operator=(Mapping const&) = delete;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

private:
  void map_explicit(std::string const& label, std::size_t page_bytes);
  void map_between_guards(std::string const& label, std::size_t alignment);

  void* reserved_ = nullptr; ///< whole mapping, including guard pages
  std::size_t reserved_bytes_ = 0;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Returns the bytes of the system's default page.
std::size_t default_page_bytes();

/// Returns the bytes of the requested pages; at least the system's default page.
std::size_t page_bytes_of(HugePages pages);

constexpr std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Returns an error text that says why there are no reserved pages for `what`, and what to do.
std::string no_reserve(std::string const& what, std::size_t bytes, std::size_t page_bytes);

/// Returns the flag of mmap and memfd_create for a huge page size: log2 of the size, shifted to bit
/// 26.
constexpr unsigned huge_page_flag(std::size_t page_bytes) {
  return static_cast<unsigned>(std::countr_zero(page_bytes)) << 26U;
}

/// Makes the system provide every page of the mapped memory from `begin` on, by writing a zero into
/// each page. Returns false if the system has no page left; a plain write would then end the
/// program with SIGBUS. Throws UserError without /dev/zero.
bool take_pages(void* begin, std::size_t bytes, std::size_t page_bytes);

} // namespace kitt::comms::detail
