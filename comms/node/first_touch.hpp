// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"

#include <vector>

namespace kitt::comms {

/// The thread that touches field memory first, and thereby decides the NUMA domain of the pages.
/// `own`: the threads that will work on the memory. `one`: the first thread of the rank.
/// `interleave`: for each page, a thread of another NUMA domain of the rank.
enum class FirstTouch { own, one, interleave };
constexpr auto names_of(FirstTouch) {
  return std::array{"own", "one", "interleave"};
}

/// Returns a memory source like huge_page_source(pages) that also touches the memory as `how` says.
/// Must be called by the thread that started Kokkos, outside kernels, after threads are bound.
/// Throws UserError like huge_page_source(), and if fields live in device memory and `how` is not
/// `own`.
MemorySource touched_source(HugePages pages, FirstTouch how);

namespace detail {

/// The pages that a thread touches if pages are interleaved. One in `domains` pages belongs to the
/// thread's domain. One in `threads` pages of the domain belongs to the thread.
struct Turn {
  std::size_t domain = 0;
  std::size_t domains = 1;
  std::size_t thread = 0; ///< number among the threads of its domain
  std::size_t threads = 1;

  bool has(std::size_t page) const {
    return page % domains == domain && page / domains % threads == thread;
  }
};

/// Returns, for each thread, which pages the thread touches. `domain_of_thread`: the domain of each
/// thread.
std::vector<Turn> turns(std::vector<int> const& domain_of_thread);

} // namespace detail

} // namespace kitt::comms
