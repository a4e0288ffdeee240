// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"

#include <vector>

namespace kitt::comms {

/// Who touches the memory of fields first, and so decides which NUMA domain its pages lie in.
/// `own`: the threads that will work on it. `one`: the rank's first thread. `interleave`: page by
/// page a thread of another of the domains that the rank's threads run in.
enum class FirstTouch { own, one, interleave };
constexpr auto names_of(FirstTouch) {
  return std::array{"own", "one", "interleave"};
}

/// huge_page_source(pages), whose memory is touched so before it is given out. To be asked by the
/// thread that started Kokkos, outside kernels, where threads are bound. Throws UserError as that
/// does, and where fields live in device memory for anything but `own`.
MemorySource touched_source(HugePages pages, FirstTouch how);

namespace detail {

/// The pages that a thread touches if they are interleaved: its domain's turn comes once in
/// `domains` pages, its own once in `threads` of those.
struct Turn {
  std::size_t domain = 0;
  std::size_t domains = 1;
  std::size_t thread = 0; ///< its number among those of its domain
  std::size_t threads = 1;

  bool has(std::size_t page) const {
    return page % domains == domain && page / domains % threads == thread;
  }
};

/// The turns of threads in these domains.
std::vector<Turn> turns(std::vector<int> const& domain_of_thread);

} // namespace detail

} // namespace kitt::comms
