// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kitt::comms {

/// The node of a rank, and the rank's number on that node; both count from 0.
struct NodePlace {
  int node = 0;
  int number = 0;
};

/// Returns the ranks of each node, in the order of their numbers on the node. `places`: place of
/// every rank.
inline std::vector<std::vector<int>> ranks_of_nodes(std::vector<NodePlace> const& places) {
  std::vector<std::vector<int>> ranks;
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    auto const node = static_cast<std::size_t>(places[rank].node);
    ranks.resize(std::max(ranks.size(), node + 1));
    ranks[node].push_back(static_cast<int>(rank));
  }
  return ranks;
}

} // namespace kitt::comms
