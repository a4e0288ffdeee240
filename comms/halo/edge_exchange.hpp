// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/halo_exchange.hpp"
#include "comms/ranks/message_checks.hpp"
#include "core/base/error.hpp"
#include "core/lattice/directions.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace kitt::comms {

/// Values of the sites up to `depth` steps outside a rank's volume, by the hop that leads there. A
/// forward hop leads beyond the upper edge of the volume. Sites are in lexicographic order, each
/// with all its values. Empty for directions that are not split.
template <class Value>
using EdgeValues = std::array<std::vector<Value>, legs>;

/// Size and name of the values that are exchanged at the edges of a plain field.
struct Edges {
  Extents extents;    ///< extents of the rank's volume
  int depth;          ///< layers of sites to exchange
  std::size_t values; ///< values per site
  std::string name;   ///< name of the values in errors, for example "links"

  /// Returns the extents of the sites at one edge in a direction.
  Extents at(std::size_t mu) const {
    auto edge = extents;
    edge[mu] = depth;
    return edge;
  }
};

/// Exchanges the values at the edges of a rank's volume. `wanted(leg)`: whether the values beyond
/// the edge of this hop are fetched. `value(site, leg, k)`: the k-th value of a local site, for the
/// neighbour whose hop ends there. Returns the values of neighbour ranks. Throws UserError if a
/// split direction has fewer sites than `depth`. Throws std::runtime_error if a value did not
/// arrive as it was sent. Collective.
template <class Value, class Wanted, class ValueAt>
EdgeValues<Value> exchange_edges(Communicator const& world, ProcessGrid const& grid,
                                 Edges const& edges, Wanted const& wanted, ValueAt const& value) {
  EdgeValues<Value> ghosts;
  std::array<std::size_t, legs> bytes{};
  for (std::size_t leg = 0; leg < legs; ++leg)
    if (grid.ranks()[leg / 2] > 1 && wanted(static_cast<int>(leg))) {
      KITT_VALIDATE(edges.extents[leg / 2] >= edges.depth,
                    "the local lattice " + to_string(edges.extents) + " is shorter than the " +
                        std::to_string(edges.depth) +
                        " sites of a hop, in a direction that is split among ranks (the hop would "
                        "end beyond the neighbour rank): use fewer ranks in this direction");
      ghosts[leg].resize(edges.values * volume(edges.at(leg / 2)));
      bytes[leg] = ghosts[leg].size() * sizeof(Value);
    }
  auto const routes = halo_routes(grid, world.rank(), bytes);
  HaloExchange exchange(world, routes, Transport::mpi, HugePages::none);
  MessageChecks checks;
  exchange.begin();
  for (std::size_t leg = 0; leg < legs; ++leg) {
    auto* face = bytes[leg] > 0 ? exchange.outgoing(static_cast<int>(leg)) : nullptr;
    // A forward hop of the receiver ends at the sender's lower edge.
    bool const lower = hop_of(static_cast<int>(leg)) == Hop::forward;
    auto const edge = edges.at(leg / 2);
    for (std::size_t slot = 0; face != nullptr && slot < volume(edge); ++slot) {
      Coordinate x = coordinate_of(slot, edge);
      x[leg / 2] += lower ? 0 : edges.extents[leg / 2] - edges.depth;
      for (std::size_t k = 0; k < edges.values; ++k, face += sizeof(Value)) {
        Value const sent = value(lexicographic(x, edges.extents), static_cast<int>(leg), k);
        std::memcpy(face, &sent, sizeof(Value));
      }
    }
  }
  for (auto const& route : routes)
    checks.sent({world.rank(), route.to, route.leg}, {exchange.outgoing(route.leg), route.bytes});
  exchange.send();
  exchange.wait();
  for (auto const& route : routes) {
    auto& ghost = ghosts[static_cast<std::size_t>(route.leg)];
    if (route.bytes > 0) // values that are not wanted have no bytes
      std::memcpy(ghost.data(), exchange.incoming(route.leg), route.bytes);
    checks.arrived({route.from, world.rank(), route.leg}, std::as_bytes(std::span(ghost)));
  }
  exchange.end();
  checks.require(world, edges.name + " of neighbour ranks");
  return ghosts;
}

} // namespace kitt::comms
