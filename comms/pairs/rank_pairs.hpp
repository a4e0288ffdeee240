// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/numa.hpp"
#include "comms/ranks/node_place.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace kitt::comms {

/// Placement of the two ranks of a pair: on the first two nodes, or both on the first node.
enum class Placement { between_nodes, inside_node };
constexpr auto names_of(Placement) {
  return std::array{"between-nodes", "inside-node"};
}

/// Two ranks that send messages to each other.
struct RankPair {
  int first = 0;
  int second = 0;
};

/// Returns all disjoint pairs with the given placement. Pairs are found by node, not by rank
/// number, because launchers number ranks differently. Between nodes, the n-th rank of the first
/// node and the n-th rank of the second node form a pair. Inside the first node, the n-th rank of
/// its first half and the n-th rank of its second half form a pair. Empty if no pair has this
/// placement.
/// `places`: place of every rank.
std::vector<RankPair> rank_pairs(std::vector<NodePlace> const& places, Placement placement);

/// The partner of a rank, and which of the two ranks is the first. partner_of() returns nothing for
/// a rank without a pair.
struct Partner {
  int rank = 0;
  bool is_first = false; ///< whether the rank itself is the first of the pair
};
std::optional<Partner> partner_of(int rank, std::vector<RankPair> const& pairs);

/// Returns the number of rounds of a tournament in which each of `players` meets each other player
/// once. A player meets one other player per round. If the number of players is odd, each player
/// has one round without an opponent.
constexpr int tournament_rounds(int players) {
  return players % 2 == 0 ? players - 1 : players;
}
/// Returns the opponent of `player` in a round of the tournament. Returns nothing if the player has
/// no opponent in this round. Players and rounds count from 0. Source: the circle method.
std::optional<int> opponent(int players, int round, int player);

/// A NUMA domain of one of two nodes, with its ranks.
struct NodeDomain {
  int node = 0;
  /// number of the domain over both nodes; the second node continues the numbers of the first
  int number = 0;
  NumaPlace place = {};   ///< NUMA place of its ranks
  std::vector<int> ranks; ///< ranks of the domain, in order
};

/// Two domains with the same number on two nodes. Both domains have equally many ranks.
struct DomainPair {
  NodeDomain first;
  NodeDomain second;

  std::string name() const; ///< name of the pair, as "0-4"
  /// Returns pairs of ranks: the n-th rank of one domain with the n-th rank of the other domain.
  std::vector<RankPair> pairs() const;
};

/// Returns all pairs of domains, ordered by their distance to a network device, then by number.
/// `places` and `numa` have one entry per rank. Throws UserError unless there are two nodes with
/// the same domains and equally many ranks in each.
std::vector<DomainPair> domain_pairs(std::vector<NodePlace> const& places,
                                     std::vector<NumaPlace> const& numa);

/// Returns places as if each node had `parts` domains with equally many ranks, in order. Throws
/// UserError if the ranks of a node cannot be divided into `parts` equal parts.
std::vector<NumaPlace> equal_parts(std::vector<NodePlace> const& places, int parts);

} // namespace kitt::comms
