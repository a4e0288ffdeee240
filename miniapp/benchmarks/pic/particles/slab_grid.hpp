// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace kitt::miniapp {

/// Part of a periodic grid of points with distance 1: whole planes of constant z. Fields on the
/// slab repeat the first column and row of a plane behind the last one. Fields also have one more
/// plane on top. Because of the repeated points, the eight corners of a particle's cell need no
/// wrapping.
struct SlabGrid {
  std::array<int, 3> whole{1, 1, 1}; ///< points of the whole grid along x, y, z
  int first_plane = 0;
  int planes = 1; ///< number of planes of this part

  constexpr int row() const { return whole[0] + 1; }
  constexpr int plane_sites() const { return row() * (whole[1] + 1); }
  /// Returns the number of points of this part, including the plane on top.
  constexpr std::size_t sites() const {
    return static_cast<std::size_t>(plane_sites()) * static_cast<std::size_t>(planes + 1);
  }
  /// Returns the index of the point (i, j, k). `k` counts from the first plane of this part.
  constexpr int site(int i, int j, int k) const { return k * plane_sites() + j * row() + i; }
  constexpr std::int64_t cells_of_plane() const {
    return static_cast<std::int64_t>(whole[0]) * whole[1];
  }
  constexpr std::int64_t cells() const { return cells_of_plane() * planes; }
  constexpr std::int64_t all_cells() const { return cells_of_plane() * whole[2]; }
  /// Returns whether a particle at height `z`, in [0, whole[2]), belongs to this part.
  constexpr bool holds(double z) const { return z >= first_plane && z < first_plane + planes; }
};

/// Returns part number `slab` of a grid that is divided into `slabs` parts. Requires that the grid
/// has at least `slabs` planes. The numbers of planes of the parts differ by at most one.
constexpr SlabGrid slab_of(std::array<int, 3> const& whole, int slab, int slabs) {
  auto const first = [&](int s) {
    return static_cast<int>(static_cast<std::int64_t>(whole[2]) * s / slabs);
  };
  return {whole, first(slab), first(slab + 1) - first(slab)};
}

} // namespace kitt::miniapp
