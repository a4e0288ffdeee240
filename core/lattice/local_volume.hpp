// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/lattice.hpp"

namespace kitt {

/// The part of a global periodic lattice that one rank holds. The part has the same extents on all
/// ranks. The extents are even, so that local and global parity agree.
struct LocalVolume {
  Extents extents;
  Extents global;
  Coordinate origin; ///< global coordinates of the volume's first site

  LocalVolume(Extents const& local, Extents const& whole_lattice, Coordinate const& first)
      : extents(local), global(whole_lattice), origin(first) {}

  /// Returns the volume of a single rank, which holds the whole lattice.
  static LocalVolume whole(Extents const& extents) { return {extents, extents, {}}; }

  /// Returns the global coordinates of a site. The local coordinates `x` may lie outside the rank's
  /// volume.
  Coordinate to_global(Coordinate x) const {
    for (std::size_t mu = 0; mu < 4; ++mu)
      x[mu] = ((x[mu] + origin[mu]) % global[mu] + global[mu]) % global[mu];
    return x;
  }
  bool holds(Coordinate const& x) const {
    for (std::size_t mu = 0; mu < 4; ++mu)
      if (x[mu] < 0 || x[mu] >= extents[mu])
        return false;
    return true;
  }
};

} // namespace kitt
