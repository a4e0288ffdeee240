// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/link_ghosts.hpp"
#include "comms/halo/rank_halo.hpp"
#include "core/operators/make.hpp"

#include <array>
#include <optional>

/// \file
/// Lattices and hopping terms that all ranks of a job share, as core/operators/make.hpp has them
/// for one rank.

namespace kitt::comms {

/// A lattice shared by all ranks.
struct SharedLattice {
  ProcessGrid grid;   ///< who holds which part
  LocalVolume volume; ///< this rank's part
};

/// Shares a lattice of extents `whole` out to all ranks, which stand on the grid `asked`, or on the
/// one of the fewest bytes to exchange. Throws UserError, the same on all ranks, naming volumes,
/// grids or numbers of ranks that would do, where they do not divide it.
SharedLattice share_lattice(Communicator const& world, Extents const& whole,
                            std::optional<RankGrid> const& asked = {});

/// How a hopping term on several ranks is made; all has the values of one that is just wanted.
struct RankHoppingOptions {
  TimeBoundary boundary = TimeBoundary::periodic;
  int ls = 1; ///< slices of the fields that it is applied to
  Order order = Order::lexicographic();
  HaloOptions halo = {};
  Schedule schedule = {};
};

/// Collective: the hopping term of a lattice that all ranks share. `gauge`: the links of this
/// rank's volume, its part of a periodic field: made there (`hot_gauge(lattice.volume, seed)`) or
/// dealt out by scatter_gauge_field(). Throws UserError, the same on all ranks, if `gauge` has
/// other extents than the volume, or if lanes do not fit these extents. Throws std::runtime_error
/// if links of neighbours arrive wrong.
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
