// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/lattice/lattice.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace kitt::miniapp {

/// How the lanes of a kernel lie on its lattice: as many as fill a register, or half of one, over
/// sub-lattices of space-time or along s, where all lanes share a link; a full register over both,
/// where those of a 4-D site share a link; or one lane, which fits every lattice. Kernels are
/// compiled for each.
enum class Packing {
  full_in_space,
  half_in_space,
  full_along_s,
  half_along_s,
  full_in_both,
  one_lane
};

/// Those of a kernel, the fastest first.
inline std::vector<Packing> packings_of(perf::Lanes lanes) {
  switch (lanes) {
  case perf::Lanes::fifth_dimension:
    return {Packing::full_along_s, Packing::half_along_s, Packing::one_lane};
  case perf::Lanes::both:
    return {Packing::full_in_both, Packing::full_in_space, Packing::half_in_space,
            Packing::one_lane};
  default:
    return {Packing::full_in_space, Packing::half_in_space, Packing::one_lane};
  }
}

template <class T>
constexpr int lanes_of(Packing packing) {
  switch (packing) {
  case Packing::one_lane:
    return 1;
  case Packing::half_in_space:
  case Packing::half_along_s:
    return half_lanes<T>;
  default:
    return native_lanes<T>;
  }
}

/// Lanes in space-time, and so links side by side. Four slices of s for each site make slices of
/// the lattice small and links few enough for the caches (docs/developer/performance-log.md).
template <class T>
constexpr int link_lanes_of(Packing packing) {
  switch (packing) {
  case Packing::full_along_s:
  case Packing::half_along_s:
    return 1;
  case Packing::full_in_both:
    return native_lanes<T> < 8 ? std::max(1, native_lanes<T> / 2) : native_lanes<T> / 4;
  default:
    return lanes_of<T>(packing);
  }
}

/// Where a register holds one number, or half of one does, that is the packing of one lane; it is
/// compiled once. Lanes lie in both ways where numbers of links are repeated over them fast.
template <class T>
constexpr bool is_compiled(Packing packing) {
  if (packing == Packing::full_in_both)
    return link_lanes_of<T>(packing) > 1 &&
           link_lanes_of<T>(packing) * sizeof(T) >= least_repeated_bytes;
  return packing == Packing::one_lane || lanes_of<T>(packing) > 1;
}

/// None where a packing does not fit.
template <class T>
std::optional<LaneGrid> lane_grid(Packing packing, Extents const& local, int ls) {
  if (!is_compiled<T>(packing))
    return std::nullopt;
  int const lanes_4d = link_lanes_of<T>(packing);
  int const lanes_s = lanes_of<T>(packing) / lanes_4d;
  if (lanes_s == 1)
    return find_lane_grid(local, lanes_4d);
  return ls % lanes_s == 0 ? find_shared_lane_grid(local, lanes_4d, lanes_s) : std::nullopt;
}

/// Whether compressed links are compiled for a packing: for full registers, not all of them along
/// s, where links take bandwidth.
template <class T>
constexpr bool compresses(Packing packing) {
  return native_lanes<T> > 1 ? packing == Packing::full_in_space || packing == Packing::full_in_both
                             : packing == Packing::one_lane;
}

} // namespace kitt::miniapp
