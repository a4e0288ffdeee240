// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "core/operators/make.hpp"

#include <array>
#include <optional>

/// \file
/// Lattices and hopping terms that all ranks of a job share. core/operators/make.hpp has the
/// same functions for one rank.

namespace kitt::comms {

/// A lattice shared by all ranks.
struct SharedLattice {
  ProcessGrid grid;   ///< grid of ranks
  LocalVolume volume; ///< part of the lattice on this rank
};

/// Divides a lattice of extents `whole` among all ranks. The ranks form the grid `asked`, or the
/// grid with the fewest bytes to exchange if `asked` is empty. Throws the same UserError on all
/// ranks if the ranks cannot divide the lattice; the error proposes volumes, grids or numbers of
/// ranks. Collective.
inline SharedLattice share_lattice(Communicator const& world, Extents const& whole,
                                   std::optional<RankGrid> const& asked = {}) {
  auto const grid = choose_grid(world.places(), {whole}, VolumeOf::job, asked);
  auto const extents = share_out(grid, whole, VolumeOf::job);
  return {grid, volume_of_rank(grid, world.rank(), extents)};
}

/// Options of a hopping term on several ranks. The default values are sufficient for most programs.
struct RankHoppingOptions {
  TimeBoundary boundary = TimeBoundary::periodic;
  int ls = 1; ///< slices of the fields that the hopping term is applied to
  Order order = Order::lexicographic();
  HaloOptions halo = {};
  Schedule schedule = {};
};

/// Returns the hopping term of a lattice that all ranks share. `gauge`: the links of this rank's
/// volume, a part of a periodic field. The links are made locally (`hot_gauge(lattice.volume,
/// seed)`) or distributed by scatter_gauge_field(). Throws the same UserError on all ranks if
/// `gauge` and the volume have different extents, or if SIMD lanes do not fit the extents. Throws
/// std::runtime_error if links of neighbours arrive wrong. Collective.
template <class T, int Lanes = native_lanes<T>>
auto make_hopping(Communicator const& world, SharedLattice const& lattice, GaugeField const& gauge,
                  RankHoppingOptions const& options = {}) {
  using Links = LinkField<T, Lanes>;
  auto const local = make_lattice<T, Lanes>(lattice.volume.extents);
  on_all_ranks(world, [&] { require_links_of(local, gauge); });
  Stencil const stencil(local, lattice.grid.splitting());
  auto const ghosts = exchange_link_ghosts(world, lattice.grid, gauge);
  LocalLinks const links{gauge, ghosts, lattice.volume, options.boundary};
  RankHalo<T, Lanes> const halo(world, lattice.grid, stencil, options.ls, options.halo);
  return HoppingTerm(
      stencil, std::array{Links(local, Parity::even, links), Links(local, Parity::odd, links)},
      options.ls, options.order, halo, options.schedule);
}

} // namespace kitt::comms
