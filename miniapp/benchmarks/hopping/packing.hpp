// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <optional>

namespace kitt::miniapp {

/// How the lanes of a kernel lie on its lattice: as many as fill a register, or half of one, over
/// sub-lattices of space-time or along s, where all lanes share a link; or one lane, which fits
/// every lattice. Kernels are compiled for each.
enum class Packing { full_in_space, half_in_space, full_along_s, half_along_s, one_lane };

/// The widest first.
inline constexpr std::array packings_in_space{Packing::full_in_space, Packing::half_in_space,
                                              Packing::one_lane};
inline constexpr std::array packings_along_s{Packing::full_along_s, Packing::half_along_s,
                                             Packing::one_lane};

constexpr bool along_s(Packing packing) {
  return packing == Packing::full_along_s || packing == Packing::half_along_s;
}

template <class T>
constexpr int lanes_of(Packing packing) {
  if (packing == Packing::one_lane)
    return 1;
  return packing == Packing::full_in_space || packing == Packing::full_along_s ? native_lanes<T>
                                                                               : half_lanes<T>;
}

template <class T>
constexpr int link_lanes_of(Packing packing) {
  return along_s(packing) ? 1 : lanes_of<T>(packing);
}

/// Where a register holds one number, or half of one does, that is the packing of one lane; it is
/// compiled once.
template <class T>
constexpr bool is_compiled(Packing packing) {
  return packing == Packing::one_lane || lanes_of<T>(packing) > 1;
}

/// None where a packing does not fit.
template <class T>
std::optional<LaneGrid> lane_grid(Packing packing, Extents const& local, int ls) {
  int const lanes = lanes_of<T>(packing);
  if (!is_compiled<T>(packing) || (along_s(packing) && ls % lanes != 0))
    return std::nullopt;
  return along_s(packing) ? fifth_dimension_lanes(lanes) : find_lane_grid(local, lanes);
}

/// The one packing that compressed links are compiled for: registers full of links, where
/// bandwidth is what counts.
template <class T>
inline constexpr Packing packing_of_compressed =
    native_lanes<T> > 1 ? Packing::full_in_space : Packing::one_lane;

} // namespace kitt::miniapp
