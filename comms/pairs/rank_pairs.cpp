// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/rank_pairs.hpp"

#include <algorithm>
#include <cstddef>

namespace kitt::comms {

namespace {

std::vector<int> ranks_of_node(std::vector<NodePlace> const& places, int node) {
  std::vector<int> ranks;
  for (std::size_t rank = 0; rank < places.size(); ++rank)
    if (places[rank].node == node)
      ranks.push_back(static_cast<int>(rank));
  return ranks;
}

} // namespace

std::vector<RankPair> rank_pairs(std::vector<NodePlace> const& places, Placement placement) {
  auto firsts = ranks_of_node(places, 0);
  std::vector<int> seconds;
  if (placement == Placement::between_nodes) {
    seconds = ranks_of_node(places, 1);
  } else {
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
