// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/lattice/lattice.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

namespace kitt::miniapp {

/// Arrangement of a kernel's SIMD lanes on its lattice. Kernels are compiled for each arrangement.
/// - `full_in_space`, `half_in_space`: a full or half register over sub-lattices of space-time.
/// - `full_along_s`, `half_along_s`: a full or half register along s. All lanes share a link.
///   Several right-hand sides of a call lie along s.
/// - `full_in_both`: a full register over space-time and s. The lanes of one 4-D site share a link.
/// - `one_lane`: fits every lattice.
enum class Packing {
  full_in_space,
  half_in_space,
  full_along_s,
  half_along_s,
  full_in_both,
  one_lane
};

/// Returns the packings of a kernel, with the fastest first.
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

/// Returns the number of lanes of a packing.
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

/// Returns the number of lanes in space-time, which is also the number of links in a register. With
/// four slices of s per site, `full_in_both` makes slices of the lattice small, and the few links
/// fit into the caches (docs/developer/performance-log.md).
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

/// Returns true if kernels are compiled for a packing. If a full or half register holds only one
/// number, its packings equal `one_lane`, which is compiled once. `full_in_both` is compiled if the
/// CPU can quickly copy the numbers of a link to all lanes.
template <class T>
constexpr bool is_compiled(Packing packing) {
  if (packing == Packing::full_in_both)
    return link_lanes_of<T>(packing) > 1 &&
           link_lanes_of<T>(packing) * sizeof(T) >= least_repeated_bytes;
  return packing == Packing::one_lane || lanes_of<T>(packing) > 1;
}

/// Returns the lanes along x, y, z, t, s of a packing, or nothing if the packing does not fit the
/// local extents and Ls. `least`: smallest extents of a lane's part, if all lanes lie in
/// space-time.
template <class T>
std::optional<LaneGrid> lane_grid(Packing packing, Extents const& local, int ls,
                                  Extents const& least = {2, 2, 2, 2}) {
  if (!is_compiled<T>(packing))
    return std::nullopt;
  int const lanes_4d = link_lanes_of<T>(packing);
  int const lanes_s = lanes_of<T>(packing) / lanes_4d;
  if (lanes_s == 1)
    return find_lane_grid(local, lanes_4d, least);
  return ls % lanes_s == 0 ? find_shared_lane_grid(local, lanes_4d, lanes_s) : std::nullopt;
}

/// Returns true if kernels with compressed links are compiled for a packing. Such kernels are
/// compiled only for full registers with lanes in space-time, because there the links need most of
/// the bandwidth.
template <class T>
constexpr bool compresses(Packing packing) {
  return native_lanes<T> > 1 ? packing == Packing::full_in_space || packing == Packing::full_in_both
                             : packing == Packing::one_lane;
}

/// Returns f(constant), where `constant` is `packing` as a compile-time constant.
template <class F>
decltype(auto) with_constant(Packing packing, F const& f) {
  switch (packing) {
  case Packing::full_in_space:
    return f(std::integral_constant<Packing, Packing::full_in_space>{});
  case Packing::half_in_space:
    return f(std::integral_constant<Packing, Packing::half_in_space>{});
  case Packing::full_along_s:
    return f(std::integral_constant<Packing, Packing::full_along_s>{});
  case Packing::full_in_both:
    return f(std::integral_constant<Packing, Packing::full_in_both>{});
  case Packing::half_along_s:
    return f(std::integral_constant<Packing, Packing::half_along_s>{});
  default:
    return f(std::integral_constant<Packing, Packing::one_lane>{});
  }
}

} // namespace kitt::miniapp
