// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/base/fields.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <array>

namespace kitt::miniapp {

/// Number of points that carry the charge of a particle.
/// - `one`: its centre.
/// - `four`: points of the ring on which the particle gyrates, each with a quarter of the charge
///   (Lee, J. Comput. Phys. 72, 243 (1987)).
enum class RingPoints : int { one = 1, four = 4 };

/// Radius of the ring in grid distances. The ring points lie along x and y from the centre.
inline constexpr double ring_radius = 1.25;
/// Smallest extent of a grid along x and y, so that a ring wraps around it at most once.
inline constexpr int least_ring_extent = 4;

/// Point of a ring, given by its cell in a plane. `site` is the corner with the lowest x and y.
/// `wx` and `wy` are the distances of the point from this corner along x and y, which are the
/// weights of the opposite corners.
struct RingPoint {
  int site;
  double wx, wy;
};

/// Returns a coordinate wrapped into the periodic range [0, extent). Requires that the coordinate
/// lies less than `extent` outside of the range.
KOKKOS_FORCEINLINE_FUNCTION double wrapped(double x, double extent) {
  double const inside = x < 0 ? x + extent : (x >= extent ? x - extent : x);
  // A tiny negative number plus `extent` is rounded to `extent`.
  return inside < extent ? inside : 0;
}

/// Returns the cell of the point (x, y) of a plane, as a RingPoint. Requires that x and y lie less
/// than one extent outside of the grid.
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

// Errors of positions, for use in kernels.

/// Returns the distance of two coordinates in a periodic range. The distance is at most half of the
/// range.
KOKKOS_INLINE_FUNCTION double periodic_distance(double a, double b, double extent) {
  double const apart = a - b;
  return Kokkos::fabs(apart - extent * Kokkos::floor(apart / extent + 0.5));
}

} // namespace kitt::miniapp
