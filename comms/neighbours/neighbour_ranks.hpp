// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <vector>

namespace kitt::comms {

/// Who the neighbours of a rank are. `grid`: those on a periodic grid of all ranks. `off_node`: as
/// many ranks, all of them on other nodes.
enum class NeighbourPattern { grid, off_node };
constexpr auto names_of(NeighbourPattern) {
  return std::array{"grid", "off-node"};
}

/// Directions 2 k and 2 k + 1 are forward and backward along the same axis: whoever is a rank's
/// neighbour in one has that rank for its neighbour in the opposite one.
constexpr int opposite(int direction) {
  return direction ^ 1;
}

/// The neighbours of every rank, by rank and direction. A rank may be its own neighbour, and the
/// same rank may be a neighbour in several directions.
using NeighbourRanks = std::vector<std::vector<int>>;

/// Those on a grid, along its first `axes` axes.
NeighbourRanks grid_neighbours(ProcessGrid const& grid, int axes);

/// 2 * `axes` neighbours of each rank, on other nodes, found by nodes and not by the numbers of
/// ranks. Along axis k they stand on the nodes k + 1 further and k + 1 before, as the peers of
/// Sandia's msgrate; where there are too few nodes for that, the first distances come again with
/// ranks of another number there. `places`: of all ranks. Throws UserError where there is one node,
/// or where nodes have unequally many ranks.
NeighbourRanks off_node_neighbours(std::vector<NodePlace> const& places, int axes);

/// Of all ranks and directions: one rank, which sends, and its neighbour.
struct NeighbourPairs {
  std::size_t all = 0;
  std::size_t between_nodes = 0;
  std::size_t with_itself = 0; ///< the rank is its own neighbour
};
NeighbourPairs count_pairs(NeighbourRanks const& neighbours, std::vector<NodePlace> const& places);

} // namespace kitt::comms
