// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "core/lattice/extents.hpp"

#include <array>
#include <cstdint>
#include <limits>

namespace kitt {

/// How a kernel uses memory. `plain`: loads and stores as they come; best where fields lie in
/// cache. `prefetch`: while it computes one visit it asks for all that the next one touches; worth
/// it where fields lie beyond the second-level cache. `stream`: prefetches, and writes its results
/// past the caches; for fields too large to find their results there later. `bypass`: writes past
/// the caches and prefetches nothing; where the hardware sees coming what is read.
enum class Access { plain, prefetch, stream, bypass };
constexpr auto names_of(Access) {
  return std::array{"plain", "prefetch", "stream", "bypass"};
}

/// In the order in which they are tried.
inline constexpr std::array all_accesses{Access::plain, Access::bypass, Access::prefetch,
                                         Access::stream};

/// Whether a kernel prefetches: compiled in or not, as a loop full of branches is slower.
enum class Prefetch { no, yes };
constexpr Prefetch prefetch_of(Access access) {
  return access == Access::prefetch || access == Access::stream ? Prefetch::yes : Prefetch::no;
}

/// Whether a kernel writes its results past the caches, which it asks once for each of them.
constexpr bool streams(Access access) {
  return access == Access::stream || access == Access::bypass;
}

/// The order in which a kernel meets the sites. The sub-lattice is cut into tiles, taken in
/// lexicographic order; within a tile slices of `s_slice` packs of the fifth dimension are
/// outermost, then sites in lexicographic order. What differs between variants is this data only.
struct Order {
  static constexpr int whole = std::numeric_limits<std::int16_t>::max(); ///< do not cut

  Extents tile; ///< extents of a tile of the sub-lattice
  int s_slice;  ///< packs of the fifth dimension per visit
  Access access = Access::plain;

  /// The order without cuts: a sub-lattice is one tile, and a visit takes all of s.
  static constexpr Order lexicographic(Access access = Access::plain) {
    return {{whole, whole, whole, whole}, whole, access};
  }
};

} // namespace kitt
