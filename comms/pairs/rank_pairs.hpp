// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/node_place.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <optional>
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

} // namespace kitt::comms
