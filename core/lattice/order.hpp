// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <cstdint>
#include <limits>

namespace kitt {

/// The way in which a kernel uses memory.
/// - `plain`: normal loads and stores; best if the fields lie in cache.
/// - `prefetch`: while the kernel computes one site visit, it prefetches the data of the next site
///   visit;
///   useful if the fields lie beyond the second-level cache.
/// - `stream`: prefetches, and writes results past the caches; for fields too large to be found in
///   cache later.
/// - `bypass`: writes past the caches, without prefetching; useful if the hardware predicts the
///   reads.
enum class Access { plain, prefetch, stream, bypass };
constexpr auto names_of(Access) {
  return std::array{"plain", "prefetch", "stream", "bypass"};
}

/// All values of Access, in the order in which tuning tries them.
inline constexpr std::array all_accesses{Access::plain, Access::bypass, Access::prefetch,
                                         Access::stream};

/// Choice of a kernel with or without prefetching. The choice is made at compile time, because
/// branches would slow down the loop.
enum class Prefetch { no, yes };
constexpr Prefetch prefetch_of(Access access) {
  return access == Access::prefetch || access == Access::stream ? Prefetch::yes : Prefetch::no;
}

/// Returns true if a kernel writes its results past the caches. Kernels call this function once per
/// result.
constexpr bool streams(Access access) {
  return access == Access::stream || access == Access::bypass;
}

/// The order in which a kernel visits the sites. The sub-lattice is cut into tiles, visited in
/// lexicographic order. Within a tile, the outermost loop goes over slices of `s_slice` packs of
/// the fifth dimension. The inner loop goes over sites in lexicographic order. Variants of a kernel
/// differ only in their Order.
struct Order {
  /// extent of a tile that is not cut
  static constexpr int whole = std::numeric_limits<std::int16_t>::max();

  Extents tile; ///< extents of a tile of the sub-lattice
  int s_slice;  ///< packs of the fifth dimension per site visit
  Access access = Access::plain;

  /// Returns the order without cuts: a sub-lattice is one tile, and a site visit covers all of s.
  static constexpr Order lexicographic(Access access = Access::plain) {
    return {{whole, whole, whole, whole}, whole, access};
  }
};

} // namespace kitt
