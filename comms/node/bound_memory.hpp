// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace kitt::comms {

/// Number of checked pages of a memory area, and number of misplaced pages among them.
struct PagesPlaced {
  std::size_t checked = 0;
  /// pages in another domain than requested, or in no domain because they were never touched
  std::size_t misplaced = 0;
};

/// Memory whose pages must come from one NUMA domain. The pages are untouched at first, except
/// pages of the administrator's reserve, which are taken at once.
class BoundMemory {
public:
  /// Allocates memory. `domain`: the system's number of the NUMA domain. `pages`: as for
  /// huge_page_source(); reserved pages are not shared with other memory. Throws UserError if the
  /// system refuses to bind memory, has no memory, or has too few reserved pages in this domain.
  BoundMemory(std::string const& label, std::size_t bytes, int domain, HugePages pages);

  void* data() const { return memory_.get(); }
  std::size_t bytes() const { return bytes_; }
  int domain() const { return domain_; }

  /// Returns how many pages lie in the wrong domain. Asks the system for each page (of its smallest
  /// size) in which domain the page lies.
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
