// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/base/fields.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <array>

namespace kitt::miniapp {

/// At how many points a particle meets the grid: its centre, or four points of the ring on which it
/// gyrates (Lee, J. Comput. Phys. 72, 243 (1987)), a quarter of its charge at each.
enum class RingPoints : int { one = 1, four = 4 };

/// From the centre to the points, which lie along x and y, in distances of grid points.
inline constexpr double ring_radius = 1.25;
/// The least points of a grid along x and y: a ring goes around it once at most.
inline constexpr int least_ring_extent = 4;

/// A point of a ring in its cell of a plane: the corner with the lowest x and y, and how far it is
/// away from that, which is the weight of the corners opposite.
struct RingPoint {
  int site;
  double wx, wy;
};

/// A coordinate that is less than `extent` outside of the periodic range [0, extent).
KOKKOS_FORCEINLINE_FUNCTION double wrapped(double x, double extent) {
  double const inside = x < 0 ? x + extent : (x >= extent ? x - extent : x);
  return inside < extent ? inside : 0; // a tiny negative number plus extent is rounded to that
}

/// Where a point of the plane lies; x and y as `wrapped` takes them.
KOKKOS_FORCEINLINE_FUNCTION RingPoint ring_point(double x, double y, SlabGrid const& grid) {
  double const px = wrapped(x, grid.whole[0]);
  double const py = wrapped(y, grid.whole[1]);
  int const i = static_cast<int>(px);
  int const j = static_cast<int>(py);
  return {j * grid.row() + i, px - i, py - j};
}

/// Calls `visit(point)` for all points of the ring around (x, y).
template <RingPoints Points, class Visit>
KOKKOS_FORCEINLINE_FUNCTION void for_ring(double x, double y, SlabGrid const& grid,
                                          Visit const& visit) {
  if constexpr (Points == RingPoints::one) {
    visit(ring_point(x, y, grid));
  } else {
    visit(ring_point(x + ring_radius, y, grid));
    visit(ring_point(x - ring_radius, y, grid));
    visit(ring_point(x, y + ring_radius, grid));
    visit(ring_point(x, y - ring_radius, grid));
  }
}

} // namespace kitt::miniapp
