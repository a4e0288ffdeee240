// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/rank_pairs.hpp"

#include "comms/ranks/node_place.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <map>
#include <utility>

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

std::optional<int> opponent(int players, int round, int player) {
  // If the number of players is even, the last player stays at the centre of the circle, and the
  // others turn. If it is odd, the centre is empty. The player who would meet it has no opponent.
  auto const turning = tournament_rounds(players);
  auto const reflected = [&](int other) { return (round - other + turning) % turning; };
  if (player < turning && reflected(player) != player)
    return reflected(player);
  if (players == turning)
    return std::nullopt;
  if (player < turning)
    return turning;
  for (int other = 0; other < turning; ++other)
    if (reflected(other) == other)
      return other;
  return std::nullopt;
}

namespace {

/// key: number of the domain in the operating system
using DomainsOfNode = std::map<int, NodeDomain>;

std::array<DomainsOfNode, 2> domains_of(std::vector<NodePlace> const& places,
                                        std::vector<NumaPlace> const& numa) {
  std::array<DomainsOfNode, 2> nodes;
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    auto const node = places[rank].node;
    auto& domain =
        nodes.at(static_cast<std::size_t>(node)).try_emplace(numa[rank].domain).first->second;
    domain.node = node;
    domain.place = numa[rank];
    domain.ranks.push_back(static_cast<int>(rank));
  }
  int number = 0;
  for (auto& node : nodes)
    for (auto& [_, domain] : node)
      domain.number = number++;
  return nodes;
}

/// Returns the number of ranks in a domain of a node; 0 if the node does not have the domain.
std::size_t ranks_of(DomainsOfNode const& node, int domain) {
  auto const found = node.find(domain);
  return found == node.end() ? 0 : found->second.ranks.size();
}

void check_alike(DomainsOfNode const& first, DomainsOfNode const& second, int domain) {
  auto const there = ranks_of(first, domain);
  auto const here = ranks_of(second, domain);
  KITT_VALIDATE(
      there == here,
      fmt::format("NUMA domain {} has {} ranks on the first node and {} on the second (each rank "
                  "needs a partner in the same domain of the other node): start equally many ranks "
                  "in each domain of both nodes, or use --domains 1",
                  domain, there, here));
}

} // namespace

std::string DomainPair::name() const {
  return fmt::format("{}-{}", first.number, second.number);
}

std::vector<RankPair> DomainPair::pairs() const {
  std::vector<RankPair> result;
  for (std::size_t i = 0; i < first.ranks.size(); ++i)
    result.push_back({first.ranks[i], second.ranks[i]});
  return result;
}

std::vector<DomainPair> domain_pairs(std::vector<NodePlace> const& places,
                                     std::vector<NumaPlace> const& numa) {
  int nodes = 0;
  for (auto const& place : places)
    nodes = std::max(nodes, place.node + 1);
  KITT_VALIDATE(
      nodes == 2,
      fmt::format("kitt domains needs two nodes, but this job runs on {} (domains of one node "
                  "exchange messages with domains of the other): start it on exactly two nodes "
                  "with equally many ranks, as in `mpirun -np 2 -N 1 kitt domains`{}",
                  nodes == 1 ? "one node" : fmt::format("{} nodes", nodes),
                  nodes == 1 ? "; `kitt numa` measures the domains of one node" : ""));
  auto const [first, second] = domains_of(places, numa);
  for (auto const& [domain, _] : second)
    check_alike(first, second, domain);
  std::vector<DomainPair> result;
  for (auto const& [domain, ranks] : first) {
    check_alike(first, second, domain);
    result.push_back({ranks, second.at(domain)});
  }
  std::sort(result.begin(), result.end(), [](DomainPair const& a, DomainPair const& b) {
    auto const order = [](NodeDomain const& domain) {
      return std::pair(domain.place.network_distance, domain.number);
    };
    return order(a.first) < order(b.first);
  });
  return result;
}

std::vector<NumaPlace> equal_parts(std::vector<NodePlace> const& places, int parts) {
  std::map<int, int> ranks_of_node;
  for (auto const& place : places)
    ++ranks_of_node[place.node];
  std::vector<NumaPlace> result;
  for (auto const& place : places) {
    auto const ranks = ranks_of_node[place.node];
    KITT_VALIDATE(
        ranks % parts == 0,
        fmt::format(
            "--domains {} is not possible ({} ranks of a node cannot be divided into so many equal "
            "parts): give a number that divides {}, or start a multiple of {} ranks on each node",
            parts, ranks, ranks, parts));
    result.push_back({.domain = place.number / (ranks / parts)});
  }
  return result;
}

} // namespace kitt::comms
