// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <vector>

namespace kitt::comms {

/// Choice of a rank's neighbours. `grid`: neighbours on a periodic grid of all ranks. `off_node`:
/// equally many neighbours, all on other nodes.
enum class NeighbourPattern { grid, off_node };
constexpr auto names_of(NeighbourPattern) {
  return std::array{"grid", "off-node"};
}

/// Returns the opposite direction. Directions 2 k and 2 k + 1 are forward and backward along the
/// same axis. If rank B is the neighbour of rank A in one direction, A is the neighbour of B in the
/// opposite direction.
constexpr int opposite(int direction) {
  return direction ^ 1;
}

/// Neighbours of every rank, by rank and direction. A rank may be its own neighbour, and one rank
/// may be the neighbour in several directions.
using NeighbourRanks = std::vector<std::vector<int>>;

/// Returns the neighbours on a grid, along its first `axes` axes.
NeighbourRanks grid_neighbours(ProcessGrid const& grid, int axes);

/// Returns 2 * `axes` neighbours of each rank, all on other nodes. Along axis k the neighbours are
/// on the node k + 1 further and on the node k + 1 before, like the peers of Sandia's msgrate. If
/// there are too few nodes, the first distances are used again with other ranks of those nodes.
/// `places`: place of every rank. Throws UserError if there is only one node, or if nodes have
/// different numbers of ranks.
NeighbourRanks off_node_neighbours(std::vector<NodePlace> const& places, int axes);

/// Number of pairs of a sending rank and its neighbour, over all ranks and directions.
struct NeighbourPairs {
  std::size_t all = 0;
  std::size_t between_nodes = 0;
  std::size_t with_itself = 0; ///< pairs in which a rank is its own neighbour
};
NeighbourPairs count_pairs(NeighbourRanks const& neighbours, std::vector<NodePlace> const& places);

} // namespace kitt::comms
