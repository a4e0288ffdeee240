// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/rank_pairs.hpp"

#include "comms/ranks/ranks_of_nodes.hpp"

#include <algorithm>
#include <cstddef>

namespace kitt::comms {

std::vector<RankPair> rank_pairs(std::vector<NodePlace> const& places, Placement placement) {
  auto ranks = ranks_of_nodes(places);
  // A job on one node gets an empty list of ranks for the second node.
  ranks.resize(std::max<std::size_t>(ranks.size(), 2));
  auto& firsts = ranks[0];
  auto& seconds = ranks[1];
  if (placement == Placement::inside_node) {
    auto const middle = firsts.begin() + static_cast<std::ptrdiff_t>(firsts.size() / 2);
    seconds.assign(middle, firsts.end());
    firsts.erase(middle, firsts.end());
  }
  std::vector<RankPair> pairs;
  for (std::size_t i = 0; i < std::min(firsts.size(), seconds.size()); ++i)
    pairs.push_back({firsts[i], seconds[i]});
  return pairs;
}

std::optional<Partner> partner_of(int rank, std::vector<RankPair> const& pairs) {
  for (auto const& pair : pairs)
    if (rank == pair.first)
      return Partner{pair.second, true};
    else if (rank == pair.second)
      return Partner{pair.first, false};
  return std::nullopt;
}

} // namespace kitt::comms
