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
  int number = 0;         ///< over both nodes: those of the second go on after the first's
  NumaPlace place = {};   ///< of its ranks
  std::vector<int> ranks; ///< in order
};

/// Domains of the same number of two nodes, which have as many ranks.
struct DomainPair {
  NodeDomain first;
  NodeDomain second;

  std::string name() const; ///< "0-4"
  /// The n-th rank of one with the n-th of the other.
  std::vector<RankPair> pairs() const;
};

/// All of them, those nearest to a network device first, else by number. `places` and `numa`: of
/// all ranks. Throws UserError unless there are two nodes with the same domains, each with as many
/// ranks on both.
std::vector<DomainPair> domain_pairs(std::vector<NodePlace> const& places,
                                     std::vector<NumaPlace> const& numa);

/// Places as if each node had so many domains, of as many ranks each, in order. Throws UserError
/// where the ranks of a node cannot be divided so.
std::vector<NumaPlace> equal_parts(std::vector<NodePlace> const& places, int parts);

} // namespace kitt::comms
