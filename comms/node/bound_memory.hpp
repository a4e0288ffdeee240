// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace kitt::comms {

/// Where the pages of an area lie.
struct PagesPlaced {
  std::size_t checked = 0;
  std::size_t misplaced = 0; ///< in another domain than asked for, or nowhere: never touched
};

/// Memory whose pages the system must take from one NUMA domain, on 2 MiB pages where they can be
/// had; touched by nobody yet.
class BoundMemory {
public:
  /// `domain`: the system's number. Throws UserError if the system refuses to bind memory, or has
  /// none.
  BoundMemory(std::string const& label, std::size_t bytes, int domain);

  void* data() const { return memory_.get(); }
  std::size_t bytes() const { return bytes_; }
  int domain() const { return domain_; }

  /// Asks the system of each page (of its small size) in which domain it lies.
  PagesPlaced pages() const;

private:
  std::shared_ptr<void> memory_;
  std::size_t bytes_;
  int domain_;
};

} // namespace kitt::comms
