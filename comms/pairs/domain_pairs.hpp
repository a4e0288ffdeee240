// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/numa_place.hpp"
#include "comms/pairs/rank_pairs.hpp"
#include "comms/ranks/node_place.hpp"

#include <string>
#include <vector>

namespace kitt::comms {

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
