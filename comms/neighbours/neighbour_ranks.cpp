// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/neighbours/neighbour_ranks.hpp"

#include "comms/ranks/node_place.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::comms {

namespace {

/// Distance of a neighbour: difference of the nodes, and difference of the numbers within the
/// nodes.
struct Distance {
  int nodes = 1;
  int numbers = 0;
};

/// Returns the distance of neighbours along an axis. The distance stays within half of the nodes,
/// because larger distances would reach the same nodes as the opposite direction.
Distance distance_along(int axis, int nodes) {
  auto const different = nodes / 2;
  return {1 + axis % different, axis / different};
}

int modulo(int a, int n) {
  return (a % n + n) % n;
}

} // namespace

NeighbourRanks grid_neighbours(ProcessGrid const& grid, int axes) {
  NeighbourRanks neighbours(static_cast<std::size_t>(grid.size()));
  for (int rank = 0; rank < grid.size(); ++rank)
    for (int mu = 0; mu < axes; ++mu)
      for (auto const hop : {Hop::forward, Hop::backward})
        neighbours[static_cast<std::size_t>(rank)].push_back(grid.neighbour(rank, mu, hop));
  return neighbours;
}

NeighbourRanks off_node_neighbours(std::vector<NodePlace> const& places, int axes) {
  auto const ranks = ranks_of_nodes(places);
  KITT_VALIDATE(ranks.size() > 1, "no rank has neighbours on other nodes (this run has one node): "
                                  "start it on two or more nodes, or use --patterns grid");
  auto const [fewest, most] = std::minmax_element(
      ranks.begin(), ranks.end(), [](auto const& a, auto const& b) { return a.size() < b.size(); });
  KITT_VALIDATE(fewest->size() == most->size(),
                fmt::format("some ranks have no neighbours on other nodes (nodes have {} to {} "
                            "ranks): start equally many ranks on each node, or use --patterns grid",
                            fewest->size(), most->size()));
  auto const nodes = static_cast<int>(ranks.size());
  auto const on_node = static_cast<int>(fewest->size());
  NeighbourRanks neighbours(places.size());
  for (std::size_t rank = 0; rank < places.size(); ++rank)
    for (int axis = 0; axis < axes; ++axis)
      for (int const way : {1, -1}) {
        auto const distance = distance_along(axis, nodes);
        auto const node = modulo(places[rank].node + way * distance.nodes, nodes);
        auto const number = modulo(places[rank].number + way * distance.numbers, on_node);
        neighbours[rank].push_back(
            ranks[static_cast<std::size_t>(node)][static_cast<std::size_t>(number)]);
      }
  return neighbours;
}

NeighbourPairs count_pairs(NeighbourRanks const& neighbours, std::vector<NodePlace> const& places) {
  NeighbourPairs pairs;
  for (std::size_t rank = 0; rank < neighbours.size(); ++rank)
    for (auto const neighbour : neighbours[rank]) {
      auto const other = static_cast<std::size_t>(neighbour);
      ++pairs.all;
      pairs.between_nodes += places[rank].node != places[other].node ? 1 : 0;
      pairs.with_itself += rank == other ? 1 : 0;
    }
  return pairs;
}

} // namespace kitt::comms
