// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/make_hopping.hpp"

namespace kitt::comms {

SharedLattice share_lattice(Communicator const& world, Extents const& whole,
                            std::optional<RankGrid> const& asked) {
  auto const grid = choose_grid(world.places(), {whole}, VolumeOf::job, asked);
  auto const extents = share_out(grid, whole, VolumeOf::job);
  return {grid, volume_of_rank(grid, world.rank(), extents)};
}

} // namespace kitt::comms
