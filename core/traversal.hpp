// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend_traits.hpp"
#include "core/lattice.hpp"

#include <cstdint>
#include <limits>

namespace kitt {

/// One step of a kernel: packs first_s up to end_s of one site.
struct Visit {
  int site;
  std::int16_t first_s;
  std::int16_t end_s;
};

/// Whether a kernel asks for what follows each neighbour in memory while it computes: dear where
/// fields lie in cache, worth it where they do not and the hardware does not see it coming.
enum class Prefetch { off, next };

/// The order in which a kernel meets the sites. The sub-lattice is cut into tiles, taken in
/// lexicographic order; within a tile slices of `s_slice` packs of the fifth dimension are
/// outermost, then sites in lexicographic order. What differs between variants is this data only.
struct Order {
  static constexpr int whole = std::numeric_limits<std::int16_t>::max(); ///< do not cut

  Extents tile; ///< of the sub-lattice
  int s_slice;  ///< packs of the fifth dimension per visit
  Prefetch prefetch = Prefetch::off;

  /// All of a sub-lattice as one tile, all of s in one visit.
  static constexpr Order lexicographic(Prefetch prefetch = Prefetch::off) {
    return {{whole, whole, whole, whole}, whole, prefetch};
  }
};

/// An Order as a table on the device; threads share it in contiguous chunks.
using Visits = Kokkos::View<Visit*, MemorySpace>;

/// Each (site, s pack) of one parity exactly once.
Visits make_visits(Lattice const& lattice, Parity parity, int packs_s, Order const& order);

/// All of s of the given sites.
Visits make_visits(Kokkos::View<int*, MemorySpace> const& sites, int packs_s);

} // namespace kitt
