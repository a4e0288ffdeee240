// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/node_place.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <optional>
#include <vector>

namespace kitt::comms {

/// Where the two ranks of a pair run: on the first two nodes, or both on the first.
enum class Placement { between_nodes, inside_node };
constexpr auto names_of(Placement) {
  return std::array{"between-nodes", "inside-node"};
}

/// Two ranks that talk to each other.
struct RankPair {
  int first = 0;
  int second = 0;
};

/// All disjoint pairs of such a placement, found by nodes and not by the numbers of ranks, which
/// launchers deal out as they like. Between nodes the n-th rank of the first node has the n-th of
/// the second for a partner; inside the first node the n-th rank of its first half has the n-th of
/// its second half. Empty where there is no such pair. `places`: of all ranks.
std::vector<RankPair> rank_pairs(std::vector<NodePlace> const& places, Placement placement);

/// The partner of a rank, and which of the two it is; none if it is in no pair.
struct Partner {
  int rank = 0;
  bool is_first = false; ///< of the pair: the rank itself
};
std::optional<Partner> partner_of(int rank, std::vector<RankPair> const& pairs);

} // namespace kitt::comms
