// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/lattice.hpp"

namespace kitt {

/// The part of a global periodic lattice that one rank holds: of the same extents on all ranks, and
/// these are even, so that local and global parity agree.
struct LocalVolume {
  Extents extents;
  Extents global;
  Coordinate origin; ///< global coordinates of its first site

  LocalVolume(Extents const& local, Extents const& whole_lattice, Coordinate const& first)
      : extents(local), global(whole_lattice), origin(first) {}

  /// A single rank's: all of it.
  static LocalVolume whole(Extents const& extents) { return {extents, extents, {}}; }

  /// Global coordinates of a site; its local ones may lie outside.
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
