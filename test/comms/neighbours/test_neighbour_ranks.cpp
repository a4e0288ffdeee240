// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/neighbours/neighbour_ranks.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <set>

using namespace kitt;
using namespace kitt::comms;

namespace {

using Places = std::vector<NodePlace>;

/// Returns places of ranks that fill one node after the other.
Places in_blocks(int nodes, int ranks_per_node) {
  Places places;
  for (int rank = 0; rank < nodes * ranks_per_node; ++rank)
    places.push_back({rank / ranks_per_node, rank % ranks_per_node});
  return places;
}
Places in_turn(int nodes, int ranks_per_node) {
  Places places;
  for (int rank = 0; rank < nodes * ranks_per_node; ++rank)
    places.push_back({rank % nodes, rank / nodes});
  return places;
}

/// Returns whether neighbours are mutual: if b is a's neighbour in a direction, a must be b's in
/// the opposite direction.
bool fit_each_other(NeighbourRanks const& neighbours) {
  for (std::size_t rank = 0; rank < neighbours.size(); ++rank)
    for (std::size_t direction = 0; direction < neighbours[rank].size(); ++direction) {
      auto const other = static_cast<std::size_t>(neighbours[rank][direction]);
      auto const back = static_cast<std::size_t>(opposite(static_cast<int>(direction)));
      if (neighbours[other][back] != static_cast<int>(rank))
        return false;
    }
  return true;
}

/// Counts the pairs between each node's ranks and other nodes along the grid's axes. Along an axis
/// with several blocks, both ends of a node's block have such neighbours.
std::size_t pairs_between_nodes_per_node(ProcessGrid const& grid) {
  std::size_t pairs = 0;
  auto const block = volume(grid.node_block());
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (grid.nodes()[mu] > 1)
      pairs += 2 * block / static_cast<std::size_t>(grid.node_block()[mu]);
  return pairs;
}

/// Counts the pairs of a rank with itself, over all ranks. Each axis of length one gives two such
/// pairs per rank.
std::size_t pairs_with_itself(ProcessGrid const& grid, int axes) {
  auto const short_axes = std::count(grid.ranks().begin(), grid.ranks().begin() + axes, 1);
  return 2 * static_cast<std::size_t>(short_axes * grid.size());
}

} // namespace

TEST_CASE("ranks and nodes are spread over three or four axes") {
  CHECK(spread_ranks(in_blocks(1, 8), 3).ranks() == RankGrid{2, 2, 2, 1});
  CHECK(spread_ranks(in_blocks(1, 4), 3).ranks() == RankGrid{1, 2, 2, 1});
  CHECK(spread_ranks(in_blocks(1, 12), 3).ranks() == RankGrid{2, 2, 3, 1});
  CHECK(spread_ranks(in_blocks(16, 1), 4).ranks() == RankGrid{2, 2, 2, 2});
  CHECK(spread_ranks(in_blocks(8, 8), 3).ranks() == RankGrid{4, 4, 4, 1});
  CHECK(spread_ranks(in_blocks(8, 8), 3).nodes() == RankGrid{2, 2, 2, 1});
  CHECK(spread_ranks({{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}}, 3).ranks() ==
        RankGrid{1, 1, 7, 1});
}

TEST_CASE(
    "a grid gives mutual neighbours, and as many pairs between nodes as its blocks have faces") {
  for (auto const& places : {in_blocks(1, 1), in_blocks(1, 6), in_blocks(2, 4), in_turn(2, 4),
                             in_turn(4, 4), in_blocks(16, 1), in_turn(8, 6), in_blocks(3, 5)})
    for (int const axes : {3, 4}) {
      auto const grid = spread_ranks(places, axes);
      auto const neighbours = grid_neighbours(grid, axes);
      CHECK(fit_each_other(neighbours));
      auto const pairs = count_pairs(neighbours, places);
      CHECK(pairs.all == 2 * static_cast<std::size_t>(axes) * places.size());
      CHECK(pairs.between_nodes == pairs_between_nodes_per_node(grid) * volume(grid.nodes()));
      CHECK(pairs.with_itself == pairs_with_itself(grid, axes));
    }
}

TEST_CASE("on a grid of 2.2.4 ranks on 4 nodes, each node has 8 pairs with other nodes") {
  ProcessGrid const grid({2, 2, 4, 1}, {2, 2, 1, 1}, in_turn(4, 4));
  auto const pairs = count_pairs(grid_neighbours(grid, 3), grid.places());
  CHECK(pairs.all == 96);
  CHECK(pairs.between_nodes == 4 * 8);
  CHECK(pairs.with_itself == 0);
}

TEST_CASE(
    "off-node neighbours lie on other nodes and are equally many, for any placement of ranks") {
  for (int const nodes : {2, 3, 4, 5, 6, 16})
    for (int const ranks_per_node : {1, 2, 3, 8})
      for (auto const& places : {in_blocks(nodes, ranks_per_node), in_turn(nodes, ranks_per_node)})
        for (int const axes : {3, 4}) {
          auto const neighbours = off_node_neighbours(places, axes);
          CHECK(fit_each_other(neighbours));
          auto const pairs = count_pairs(neighbours, places);
          CHECK(pairs.all == 2 * static_cast<std::size_t>(axes) * places.size());
          CHECK(pairs.between_nodes == pairs.all);
        }
}

TEST_CASE("off-node neighbours on many nodes have the same number within nodes 1, 2 and 3 before "
          "and after") {
  auto const places = in_turn(16, 4);
  auto const neighbours = off_node_neighbours(places, 3);
  // rank 33 is number 2 on node 1
  CHECK(neighbours[33] == std::vector<int>{34, 32, 35, 47, 36, 46});
}

TEST_CASE("off-node neighbours on two nodes with many ranks include five different ranks") {
  auto const neighbours = off_node_neighbours(in_blocks(2, 8), 3);
  // on the other node: the same number from both sides, then one more, one less, two more, two less
  CHECK(neighbours[0] == std::vector<int>{8, 8, 9, 15, 10, 14});
}

TEST_CASE(
    "off-node neighbours are refused on one node, or if nodes differ in their number of ranks") {
  CHECK_THROWS_AS(off_node_neighbours(in_blocks(1, 4), 3), UserError);
  CHECK_THROWS_AS(off_node_neighbours({{0, 0}, {0, 1}, {1, 0}}, 3), UserError);
}
