// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/lattice/lattice.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace kitt {

/// One step of a kernel: packs first_s up to end_s of one site.
struct Visit {
  int site;
  std::int16_t first_s;
  std::int16_t end_s;
};

/// How a kernel uses memory. `plain`: loads and stores as they come; best where fields lie in
/// cache. `prefetch`: while it computes one visit it asks for all that the next one touches; worth
/// it where fields lie beyond the second-level cache. `stream`: prefetches, and writes its results
/// past the caches; for fields too large to find their results there later.
enum class Access { plain, prefetch, stream };

/// Calls f(constant) with `access` as a compile-time constant. A GPU knows `plain` alone.
template <class F>
void with_constant([[maybe_unused]] Access access, F const& f) {
#ifdef KITT_FEW_KERNELS
  // Builds without an optimiser (KITT_FEW_KERNELS) compile one way alone: the one that has
  // everything in it.
  f(std::integral_constant<Access, Access::stream>{});
#else
  if constexpr (BackendTraits<ExecutionSpace>::on_host) {
    if (access == Access::prefetch)
      return f(std::integral_constant<Access, Access::prefetch>{});
    if (access == Access::stream)
      return f(std::integral_constant<Access, Access::stream>{});
  }
  f(std::integral_constant<Access, Access::plain>{});
#endif
}

/// The order in which a kernel meets the sites. The sub-lattice is cut into tiles, taken in
/// lexicographic order; within a tile slices of `s_slice` packs of the fifth dimension are
/// outermost, then sites in lexicographic order. What differs between variants is this data only.
struct Order {
  static constexpr int whole = std::numeric_limits<std::int16_t>::max(); ///< do not cut

  Extents tile; ///< of the sub-lattice
  int s_slice;  ///< packs of the fifth dimension per visit
  Access access = Access::plain;

  /// All of a sub-lattice as one tile, all of s in one visit.
  static constexpr Order lexicographic(Access access = Access::plain) {
    return {{whole, whole, whole, whole}, whole, access};
  }
};

/// An Order as a table on the device; threads share it in contiguous chunks.
using Visits = Kokkos::View<Visit*, MemorySpace>;

/// Each (site, s pack) of one parity exactly once.
Visits make_visits(Lattice const& lattice, Parity parity, int packs_s, Order const& order);

/// All of s of the given sites.
Visits make_visits(Kokkos::View<int*, MemorySpace> const& sites, int packs_s);

} // namespace kitt
