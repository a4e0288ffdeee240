// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/extents.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt {

/// Parity of a site: whether x + y + z + t is even or odd.
enum class Parity : int { even = 0, odd = 1 };
/// The other parity.
constexpr Parity opposite(Parity parity) {
  return parity == Parity::even ? Parity::odd : Parity::even;
}

/// Coordinates x, y, z, t of a site.
using Coordinate = std::array<int, 4>;

/// Position of a site among those of its parity within one sub-lattice.
enum class SiteIndex : std::int32_t {};
/// The index as a number, to go into a view.
constexpr int to_int(SiteIndex site) {
  return static_cast<int>(site);
}

/// How the lanes of a pack are spread over x, y, z, t and s: lane l holds the site of the l-th
/// sub-lattice, x fastest. The product of the five is the lane count.
using LaneGrid = std::array<int, 5>;

/// The local lattice of one rank as the kernels see it. It is cut into one sub-lattice per 4-D
/// lane, all of the same even extents; sites at the same place of every sub-lattice share a pack.
/// Within a sub-lattice the sites of one parity are numbered lexicographically, x fastest.
/// Knows nothing of ranks, threads or memory.
class Lattice {
public:
  struct Place {
    Parity parity;
    SiteIndex site;
    int lane;
  };

  /// `local`: even extents. `lanes`: 1 or 2 per space-time direction, such that the sub-lattice has
  /// even extents. Throws UserError otherwise.
  Lattice(Extents const& local, LaneGrid const& lanes);

  bool operator==(Lattice const&) const = default;

  Extents const& extents() const { return extents_; }
  LaneGrid const& lane_grid() const { return lanes_; }
  Extents const& block() const { return block_; } ///< extents of one sub-lattice
  int lanes_4d() const { return lanes_[0] * lanes_[1] * lanes_[2] * lanes_[3]; }
  int lanes_s() const { return lanes_[4]; }
  /// Packs of sites of one parity: volume / 2 / lanes_4d.
  int sites_per_parity() const { return static_cast<int>(volume(block_) / 2); }
  /// Lanes l and l xor lane_distance(mu) are neighbours in direction mu.
  int lane_distance(int mu) const;

  Place place(Coordinate const& x) const;
  Coordinate coordinate(Place const& place) const;

private:
  Extents extents_;
  LaneGrid lanes_;
  Extents block_;
};

/// Spreads `lanes` over the space-time directions: halves the longest direction again and again (t
/// before z before y before x among equals), keeping sub-lattices even and no shorter than `least`.
/// Returns nothing where that cannot be done.
std::optional<LaneGrid> find_lane_grid(Extents const& local, int lanes,
                                       Extents const& least = {2, 2, 2, 2});

/// The same, but throws UserError naming the nearest sizes that fit.
LaneGrid choose_lane_grid(Extents const& local, int lanes, Extents const& least = {2, 2, 2, 2});

/// The lane grid that puts all lanes along s.
LaneGrid fifth_dimension_lanes(int lanes);

/// Spreads lanes over space-time and s: halves x, then y, z and t, where they allow it, until there
/// are `lanes_4d` sub-lattices, which so stay long in the directions that loops meet last. Returns
/// nothing where that cannot be done.
std::optional<LaneGrid> find_shared_lane_grid(Extents const& local, int lanes_4d, int lanes_s);

/// "4.4.4.8"
std::string to_string(Extents const& extents);
std::string to_string(LaneGrid const& lanes);

/// Lexicographic index, x fastest.
std::size_t lexicographic(Coordinate const& x, Extents const& extents);
Coordinate coordinate_of(std::size_t index, Extents const& extents);

} // namespace kitt
