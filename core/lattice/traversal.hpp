// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/lattice/lattice.hpp"
#include "core/lattice/order.hpp"

#include <cstdint>
#include <type_traits>

namespace kitt {

/// A site visit, one step of a kernel: one site with its packs from first_s up to, but not
/// including, end_s.
struct Visit {
  int site;
  std::int16_t first_s;
  std::int16_t end_s;
};

/// Calls f(constant) with `prefetch` as a compile-time constant. On a GPU the constant is always
/// `no`.
template <class F>
void with_constant([[maybe_unused]] Prefetch prefetch, F const& f) {
#ifdef KITT_FEW_KERNELS
  // Builds without an optimiser (KITT_FEW_KERNELS) compile only the kernels with prefetching,
  // because they contain all of the code.
  f(std::integral_constant<Prefetch, Prefetch::yes>{});
#else
  if constexpr (BackendTraits<ExecutionSpace>::on_host)
    if (prefetch == Prefetch::yes)
      return f(std::integral_constant<Prefetch, Prefetch::yes>{});
  f(std::integral_constant<Prefetch, Prefetch::no>{});
#endif
}

/// An Order as a table in the kernels' memory space. Threads share the table in contiguous chunks.
using Visits = Kokkos::View<Visit*, MemorySpace>;

/// Returns a table that visits each (site, s pack) of one parity exactly once.
Visits make_visits(Lattice const& lattice, Parity parity, int packs_s, Order const& order);

/// The visits of a kernel to sites at the edge of a rank, in the order of the table of all site
/// visits.
struct EdgeVisits {
  Visits visits;
  /// index of each of these visits in the table of all site visits
  Kokkos::View<int*, Kokkos::HostSpace> numbers;

  /// Returns how many of the first `count` site visits of the whole table are at the edge of the
  /// rank.
  int among_first(int count) const;
};

/// Returns the site visits of the table `visits` whose site is one of `sites`.
EdgeVisits visits_at(Kokkos::View<int*, MemorySpace> const& sites, Visits const& visits);

} // namespace kitt
