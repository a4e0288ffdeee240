// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace kitt::comms {

/// Where the pages of an area lie.
struct PagesPlaced {
  std::size_t checked = 0;
  std::size_t misplaced = 0; ///< in another domain than asked for, or nowhere: never touched
};

/// Memory whose pages the system must take from one NUMA domain; touched by nobody yet, but for
/// pages of the administrator's reserve, which are taken at once.
class BoundMemory {
public:
  /// `domain`: the system's number. `pages`: see huge_page_source; reserved ones are this area's
  /// alone, whole. Throws UserError if the system refuses to bind memory, or has none, or the
  /// domain's part of the reserve is too small.
  BoundMemory(std::string const& label, std::size_t bytes, int domain, HugePages pages);

  void* data() const { return memory_.get(); }
  std::size_t bytes() const { return bytes_; }
  int domain() const { return domain_; }

  /// Asks the system of each page (of its small size) in which domain it lies.
  PagesPlaced pages() const;

private:
  void bind(std::size_t whole_pages_bytes) const;
  void take_reserved(std::string const& label, std::size_t whole_pages_bytes,
                     std::size_t page_bytes) const;

  std::shared_ptr<void> memory_;
  std::size_t bytes_;
  int domain_;
};

} // namespace kitt::comms
