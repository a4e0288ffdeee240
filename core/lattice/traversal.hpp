// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/lattice/lattice.hpp"
#include "core/lattice/order.hpp"

#include <cstdint>
#include <type_traits>

namespace kitt {

/// One step of a kernel: packs first_s up to end_s of one site.
struct Visit {
  int site;
  std::int16_t first_s;
  std::int16_t end_s;
};

/// Calls f(constant) with `prefetch` as a compile-time constant. A GPU knows `no` alone.
template <class F>
void with_constant([[maybe_unused]] Prefetch prefetch, F const& f) {
#ifdef KITT_FEW_KERNELS
  // Builds without an optimiser (KITT_FEW_KERNELS) compile one way alone: the one that has
  // everything in it.
  f(std::integral_constant<Prefetch, Prefetch::yes>{});
#else
  if constexpr (BackendTraits<ExecutionSpace>::on_host)
    if (prefetch == Prefetch::yes)
      return f(std::integral_constant<Prefetch, Prefetch::yes>{});
  f(std::integral_constant<Prefetch, Prefetch::no>{});
#endif
}

/// An Order as a table on the device; threads share it in contiguous chunks.
using Visits = Kokkos::View<Visit*, MemorySpace>;

/// Makes the table that visits each (site, s pack) of one parity exactly once.
Visits make_visits(Lattice const& lattice, Parity parity, int packs_s, Order const& order);

/// The visits at the edge of a rank, in the order of the table they are taken from.
struct EdgeVisits {
  Visits visits;
  Kokkos::View<int*, Kokkos::HostSpace> numbers; ///< of each, in that table

  /// How many of the first `count` visits of that table are at the edge.
  int among_first(int count) const;
};

/// Those of `visits` at `sites`.
EdgeVisits visits_at(Kokkos::View<int*, MemorySpace> const& sites, Visits const& visits);

} // namespace kitt
