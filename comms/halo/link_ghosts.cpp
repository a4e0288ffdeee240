// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/link_ghosts.hpp"

#include "comms/halo/halo_exchange.hpp"

#include <cstring>

namespace kitt::comms {

namespace {

using Link = GaugeField::Link;

/// Calls visit(site, slot) for the sites at the upper edge in a direction.
template <class Visitor>
void for_upper_edge(Extents const& extents, std::size_t mu, Visitor const& visit) {
  Extents edge = extents;
  edge[mu] = 1;
  for (std::size_t slot = 0; slot < volume(edge); ++slot) {
    Coordinate x = coordinate_of(slot, edge);
    x[mu] = extents[mu] - 1;
    visit(lexicographic(x, extents), slot);
  }
}

} // namespace

LinkGhosts exchange_link_ghosts(Communicator const& world, ProcessGrid const& grid,
                                GaugeField const& local) {
  std::array<std::size_t, legs> bytes{};
  LinkGhosts ghosts;
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (grid.ranks()[mu] > 1) {
      auto const sites = volume(local.extents) / static_cast<std::size_t>(local.extents[mu]);
      bytes[static_cast<std::size_t>(leg_of(static_cast<int>(mu), Hop::backward))] =
          sites * sizeof(Link);
      ghosts[mu].resize(sites);
    }
  HaloExchange exchange(world, halo_routes(grid, world.rank(), bytes), Transport::mpi,
                        HugePages::none);
  exchange.begin();
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (!ghosts[mu].empty()) {
      auto* const face = exchange.outgoing(leg_of(static_cast<int>(mu), Hop::backward));
      for_upper_edge(local.extents, mu, [&](std::size_t site, std::size_t slot) {
        std::memcpy(face + slot * sizeof(Link), &local.at(site, static_cast<int>(mu)),
                    sizeof(Link));
      });
    }
  exchange.send();
  exchange.wait();
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (!ghosts[mu].empty())
      std::memcpy(ghosts[mu].data(), exchange.incoming(leg_of(static_cast<int>(mu), Hop::backward)),
                  ghosts[mu].size() * sizeof(Link));
  exchange.end();
  return ghosts;
}

} // namespace kitt::comms
