// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt {

/// Extents of a four-dimensional lattice in the order x, y, z, t.
using Extents = std::array<int, 4>;

/// Returns the number of sites. The number has 64 bits, so that no volume that fits into memory
/// overflows.
constexpr std::size_t volume(Extents const& extents) {
  std::size_t product = 1;
  for (int const extent : extents)
    product *= static_cast<std::size_t>(extent);
  return product;
}

/// Parity of a site: whether x + y + z + t is even or odd.
enum class Parity : int { even = 0, odd = 1 };
/// Returns the other parity.
constexpr Parity opposite(Parity parity) {
  return parity == Parity::even ? Parity::odd : Parity::even;
}

/// Coordinates x, y, z, t of a site.
using Coordinate = std::array<int, 4>;

/// Number of a site among the sites of its parity within one sub-lattice.
enum class SiteIndex : std::int32_t {};
/// Returns the site's number as an int, for indexing views.
constexpr int to_int(SiteIndex site) {
  return static_cast<int>(site);
}

/// Number of lanes in the directions x, y, z, t and s. Lane l of a pack holds the site of the l-th
/// sub-lattice, counted with x fastest. The product of the five numbers is the lane count.
using LaneGrid = std::array<int, 5>;

/// The local lattice of one rank, as the kernels use it. The local lattice is cut into one
/// sub-lattice per 4-D lane, all with the same even extents. Sites at the same position of every
/// sub-lattice share a pack. Within a sub-lattice, the sites of one parity are numbered
/// lexicographically, x fastest. The class does not depend on ranks, threads or memory.
class Lattice {
public:
  struct Place {
    Parity parity;
    SiteIndex site;
    int lane;
  };

  /// Builds a lattice. `local`: even extents of the rank's lattice. `lanes`: 1 or 2 per space-time
  /// direction. Throws UserError if an extent of `local` or of a sub-lattice is odd, or if the rank
  /// has more than 2^31 sites.
  Lattice(Extents const& local, LaneGrid const& lanes);

  bool operator==(Lattice const&) const = default;

  Extents const& extents() const { return extents_; }
  LaneGrid const& lane_grid() const { return lanes_; }
  Extents const& block() const { return block_; } ///< extents of one sub-lattice
  int lanes_4d() const { return lanes_[0] * lanes_[1] * lanes_[2] * lanes_[3]; }
  int lanes_s() const { return lanes_[4]; }
  /// Returns the number of packs of sites of one parity: volume / 2 / lanes_4d.
  int sites_per_parity() const { return static_cast<int>(volume(block_) / 2); }
  /// Returns the distance between lanes that are neighbours in direction mu: lane l is next to lane
  /// l xor lane_distance(mu).
  int lane_distance(int mu) const;

  Place place(Coordinate const& x) const;
  Coordinate coordinate(Place const& place) const;

private:
  Extents extents_;
  LaneGrid lanes_;
  Extents block_;
};

/// Returns a lane grid that spreads `lanes` over the space-time directions. The function halves the
/// longest direction again and again. Among directions of equal extent, t comes before z, y and x.
/// All extents of the sub-lattice remain even and at least `least`. Empty if no lane grid with
/// these properties exists.
std::optional<LaneGrid> find_lane_grid(Extents const& local, int lanes,
                                       Extents const& least = {2, 2, 2, 2});

/// Returns the lane grid of find_lane_grid(). Throws UserError, which names the nearest extents
/// that fit, if no lane grid exists.
LaneGrid choose_lane_grid(Extents const& local, int lanes, Extents const& least = {2, 2, 2, 2});

/// Returns the lane grid that puts all lanes along s.
LaneGrid fifth_dimension_lanes(int lanes);

/// Returns a lane grid with `lanes_4d` lanes in space-time and `lanes_s` lanes along s. The
/// function halves x, then y, z and t, if their extents allow it, until there are `lanes_4d`
/// sub-lattices. The sub-lattices thus stay long in the directions of the outer loops. Empty if no
/// lane grid with these properties exists.
std::optional<LaneGrid> find_shared_lane_grid(Extents const& local, int lanes_4d, int lanes_s);

/// Returns the extents as text: "4.4.4.8".
std::string to_string(Extents const& extents);
std::string to_string(LaneGrid const& lanes);

/// Returns the lexicographic index of a site, x fastest.
std::size_t lexicographic(Coordinate const& x, Extents const& extents);
Coordinate coordinate_of(std::size_t index, Extents const& extents);

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
