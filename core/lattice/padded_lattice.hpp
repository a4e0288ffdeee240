// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/lattice/lattice.hpp"

namespace kitt {

/// Lanes of fields on a padded lattice: a full register of doubles.
inline constexpr int gauge_lanes = native_lanes<double>;

/// The local lattice of one rank, cut into one sub-lattice per lane, with one layer of ghosts
/// around each sub-lattice. All directions have ghosts, also a direction that lies in one lane of
/// one rank. So the neighbours of an inner site, in one or more directions, are at constant
/// distances. The class is plain data for kernels.
class PaddedLattice {
public:
  /// Halves the longest even direction again and again, until there is a sub-lattice for each lane.
  /// Among directions of equal extent, t comes before z, y and x. A direction is halved at most
  /// once. Throws UserError if the volume has too few even extents.
  explicit PaddedLattice(LocalVolume const& volume);

  KOKKOS_FUNCTION LocalVolume const& volume() const { return volume_; }
  Extents const& block() const { return block_; } ///< extents of a sub-lattice, without ghosts
  Extents const& lanes() const { return lanes_; } ///< sub-lattices per direction
  /// Returns the number of inner sites of a sub-lattice.
  int sites() const { return static_cast<int>(kitt::volume(block_)); }
  /// Returns the number of sites of a sub-lattice with its ghosts.
  int padded_sites() const { return padded_sites_; }
  /// Returns the distance from a site to its neighbour at x + mu.
  KOKKOS_FUNCTION int stride(int mu) const { return strides_[mu]; }
  /// Returns the distance of lanes that are neighbours in direction mu, or 0 if one lane holds the
  /// whole direction.
  KOKKOS_FUNCTION int lane_distance(int mu) const { return distances_[mu]; }

  /// Returns the number, among all sites with ghosts, of the n-th inner site. x is fastest.
  KOKKOS_FUNCTION int inner(int n) const {
    int site = 0;
    for (int mu = 0; mu < 4; ++mu) {
      site += (n % block_[mu] + 1) * strides_[mu];
      n /= block_[mu];
    }
    return site;
  }
  /// Returns the lexicographic number on this rank's lattice of the n-th inner site in a lane.
  KOKKOS_FUNCTION std::size_t local_site(int n, int lane) const {
    return site_in(volume_.extents, {}, n, lane);
  }
  /// Returns the lexicographic number on the global lattice of the n-th inner site in a lane.
  KOKKOS_FUNCTION std::size_t global_site(int n, int lane) const {
    return site_in(volume_.global, volume_.origin, n, lane);
  }
  /// Returns the global coordinate t of the n-th inner site in a lane.
  KOKKOS_FUNCTION int global_time(int n, int lane) const {
    return volume_.origin[3] + n / (block_[0] * block_[1] * block_[2]) +
           lane / (lanes_[0] * lanes_[1] * lanes_[2]) * block_[3];
  }

  /// Returns the number of sites of a layer with constant x_mu. In the directions before mu, the
  /// layer includes ghosts. So filling the ghosts of one direction after the other also fills the
  /// ghosts that are neighbours in two or more directions.
  int layer_sites(int mu) const {
    int sites = 1;
    for (int nu = 0; nu < 4; ++nu)
      sites *= nu == mu ? 1 : block_[static_cast<std::size_t>(nu)] + (nu < mu ? 2 : 0);
    return sites;
  }
  /// Returns the n-th site of the first or the last inner layer.
  KOKKOS_FUNCTION int inner_layer(int mu, bool last, int n) const {
    return layer_site(mu, last ? block_[mu] - 1 : 0, n);
  }
  /// Returns the n-th site of the layer of ghosts before the first or after the last inner layer.
  KOKKOS_FUNCTION int ghost_layer(int mu, bool last, int n) const {
    return layer_site(mu, last ? block_[mu] : -1, n);
  }

private:
  KOKKOS_FUNCTION std::size_t site_in(Extents const& extents, Coordinate const& origin, int n,
                                      int lane) const {
    std::size_t site = 0;
    std::size_t stride = 1;
    for (int mu = 0; mu < 4; ++mu) {
      int const x = origin[mu] + n % block_[mu] + lane % lanes_[mu] * block_[mu];
      site += static_cast<std::size_t>(x) * stride;
      stride *= static_cast<std::size_t>(extents[mu]);
      n /= block_[mu];
      lane /= lanes_[mu];
    }
    return site;
  }
  KOKKOS_FUNCTION int layer_site(int mu, int x_mu, int n) const {
    int site = (x_mu + 1) * strides_[mu];
    for (int nu = 0; nu < 4; ++nu) {
      if (nu == mu)
        continue;
      int const ghosts = nu < mu ? 1 : 0;
      int const extent = block_[nu] + 2 * ghosts;
      site += (n % extent + 1 - ghosts) * strides_[nu];
      n /= extent;
    }
    return site;
  }

  LocalVolume volume_;
  Extents block_;
  Extents lanes_{1, 1, 1, 1};
  Extents strides_{};
  Extents distances_{};
  int padded_sites_ = 0;
};

} // namespace kitt
