// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

/// \file
/// Errors of positions, for use in kernels.

namespace kitt::miniapp {

/// Returns the distance of two coordinates in a periodic range. The distance is at most half of the
/// range.
KOKKOS_INLINE_FUNCTION double periodic_distance(double a, double b, double extent) {
  double const apart = a - b;
  return Kokkos::fabs(apart - extent * Kokkos::floor(apart / extent + 0.5));
}

} // namespace kitt::miniapp
