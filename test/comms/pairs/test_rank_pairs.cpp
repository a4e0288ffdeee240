// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/pairs/rank_pairs.hpp"

#include <algorithm>
#include <utility>

using namespace kitt::comms;

namespace {

using Numbers = std::vector<std::pair<int, int>>;

Numbers pairs_of(std::vector<NodePlace> const& places, Placement placement) {
  Numbers numbers;
  for (auto const& pair : rank_pairs(places, placement))
    numbers.emplace_back(pair.first, pair.second);
  return numbers;
}

/// Ranks placed on two nodes round robin.
std::vector<NodePlace> const in_turn{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}};
/// Ranks placed on two nodes in blocks: the first half is on the first node.
std::vector<NodePlace> const in_blocks{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}};

} // namespace

TEST_CASE("pairs between nodes are found for any placement of ranks") {
  CHECK(pairs_of(in_turn, Placement::between_nodes) == Numbers{{0, 1}, {2, 3}, {4, 5}});
  CHECK(pairs_of(in_blocks, Placement::between_nodes) == Numbers{{0, 3}, {1, 4}, {2, 5}});
}

TEST_CASE(
    "inside a node the first half of the ranks pairs with the second; an odd rank has no partner") {
  CHECK(pairs_of(in_turn, Placement::inside_node) == Numbers{{0, 2}});
  CHECK(pairs_of({{0, 0}, {0, 1}, {0, 2}, {0, 3}}, Placement::inside_node) ==
        Numbers{{0, 2}, {1, 3}});
}

TEST_CASE("the smallest node sets the number of pairs, and further nodes have no pair") {
  CHECK(pairs_of({{0, 0}, {0, 1}, {1, 0}, {2, 0}, {2, 1}}, Placement::between_nodes) ==
        Numbers{{0, 2}});
}

TEST_CASE("one rank or one node has no pairs") {
  CHECK(pairs_of({{0, 0}}, Placement::inside_node).empty());
  CHECK(pairs_of({{0, 0}, {0, 1}}, Placement::between_nodes).empty());
  CHECK(pairs_of({{0, 0}, {1, 0}}, Placement::inside_node).empty());
}

TEST_CASE("a rank knows its partner and which of the two ranks it is") {
  auto const pairs = rank_pairs(in_blocks, Placement::between_nodes);
  CHECK(partner_of(1, pairs)->rank == 4);
  CHECK(partner_of(1, pairs)->is_first);
  CHECK(partner_of(4, pairs)->rank == 1);
  CHECK_FALSE(partner_of(4, pairs)->is_first);
  CHECK_FALSE(partner_of(4, {pairs[0]}).has_value());
}

TEST_CASE("in a tournament each player meets each other player once, and one player per round") {
  for (int players = 2; players <= 9; ++players) {
    Numbers met;
    for (int round = 0; round < tournament_rounds(players); ++round) {
      int resting = 0;
      for (int player = 0; player < players; ++player) {
        auto const other = opponent(players, round, player);
        if (!other) {
          ++resting;
          continue;
        }
        CHECK(opponent(players, round, *other) == player);
        if (player < *other)
          met.emplace_back(player, *other);
      }
      CHECK(resting == players % 2);
    }
    std::sort(met.begin(), met.end());
    Numbers all;
    for (int one = 0; one < players; ++one)
      for (int other = one + 1; other < players; ++other)
        all.emplace_back(one, other);
    CHECK(met == all);
  }
}
