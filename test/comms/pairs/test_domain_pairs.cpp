// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/pairs/rank_pairs.hpp"
#include "core/base/error.hpp"

#include <string>
#include <utility>

using namespace kitt::comms;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Machine {
  std::vector<NodePlace> places;
  std::vector<NumaPlace> numa;
};

/// Returns two nodes with equal domains and ranks. The second half of the ranks is on the second
/// node.
Machine machine(int domains, int ranks_of_domain) {
  Machine result;
  for (int node = 0; node < 2; ++node)
    for (int number = 0; number < domains * ranks_of_domain; ++number) {
      result.places.push_back({node, number});
      result.numa.push_back({.domain = number / ranks_of_domain});
    }
  return result;
}

std::vector<DomainPair> pairs_of(Machine const& machine) {
  return domain_pairs(machine.places, machine.numa);
}

std::vector<std::string> names_of(Machine const& machine) {
  std::vector<std::string> names;
  for (auto const& pair : pairs_of(machine))
    names.push_back(pair.name());
  return names;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("two nodes of four domains with six ranks have HECToR's pairs") {
  auto const hector = machine(4, 6);
  CHECK(names_of(hector) == Names{"0-4", "1-5", "2-6", "3-7"});
  auto const pairs = pairs_of(hector);
  for (int j = 0; j < 4; ++j) {
    auto const& pair = pairs[static_cast<std::size_t>(j)];
    CHECK(pair.first.node == 0);
    CHECK(pair.second.node == 1);
    CHECK(pair.second.number == 4 + j);
    auto const ranks = pair.pairs();
    REQUIRE(ranks.size() == 6);
    for (int i = 0; i < 6; ++i) { // rank 6 j + i runs on core i of domain j
      CHECK(ranks[static_cast<std::size_t>(i)].first == 6 * j + i);
      CHECK(ranks[static_cast<std::size_t>(i)].second == 6 * (4 + j) + i);
    }
  }
}

TEST_CASE("nodes of one, three and eight domains have the expected pairs") {
  CHECK(names_of(machine(1, 2)) == Names{"0-1"});
  CHECK(names_of(machine(3, 1)) == Names{"0-3", "1-4", "2-5"});
  CHECK(names_of(machine(8, 3)).back() == "7-15");
}

TEST_CASE("ranks are found by node and domain, for any placement of ranks") {
  Machine const in_turn{{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}},
                        {{1}, {0}, {0}, {1}, {1}, {0}, {0}, {1}}};
  auto const pairs = pairs_of(in_turn);
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].first.ranks == std::vector{2, 6});
  CHECK(pairs[0].second.ranks == std::vector{1, 5});
  CHECK(pairs[1].first.ranks == std::vector{0, 4});
  CHECK(pairs[1].second.ranks == std::vector{3, 7});
}

TEST_CASE("domains nearest to a network device come first and keep their numbers") {
  auto found = machine(4, 1);
  std::vector<std::uint64_t> const distances{32, 20, 32, 10};
  for (std::size_t i = 0; i < 8; ++i) {
    found.numa[i].network_distance = distances[i % 4];
    found.numa[i].has_network_device = i % 4 == 3;
  }
  CHECK(names_of(found) == Names{"3-7", "1-5", "0-4", "2-6"});
  CHECK(pairs_of(found)[0].second.place.has_network_device);
}

TEST_CASE("domains are numbered among those with ranks; partners have the same system number") {
  Machine const found{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, {{2}, {5}, {5}, {2}}};
  CHECK(names_of(found) == Names{"0-2", "1-3"});
  CHECK(pairs_of(found)[0].second.ranks == std::vector{3});
}

TEST_CASE("domains that do not correspond are refused in one line") {
  auto lacks_rank = machine(2, 2);
  lacks_rank.places.pop_back();
  lacks_rank.numa.pop_back();
  CHECK_THROWS_WITH(
      pairs_of(lacks_rank),
      ContainsSubstring("NUMA domain 1 has 2 ranks on the first node and 1 on the second"));
  auto lacks_domain = machine(2, 1);
  lacks_domain.numa[2].domain = 7;
  CHECK_THROWS_WITH(
      pairs_of(lacks_domain),
      ContainsSubstring("NUMA domain 7 has 0 ranks on the first node and 1 on the second"));
  std::swap(lacks_domain.numa[0], lacks_domain.numa[2]);
  CHECK_THROWS_AS(pairs_of(lacks_domain), kitt::UserError);
}

TEST_CASE("domain pairs need two nodes") {
  CHECK_THROWS_WITH(pairs_of({{{0, 0}, {0, 1}}, {{0}, {1}}}),
                    ContainsSubstring("runs on one node (domains of one node") &&
                        ContainsSubstring("mpirun -np 2 -N 1"));
  CHECK_THROWS_WITH(pairs_of({{{0, 0}, {1, 0}, {2, 0}}, {{0}, {0}, {0}}}),
                    ContainsSubstring("runs on 3 nodes"));
}

TEST_CASE("the ranks of a node are split into equal parts") {
  auto const places = machine(1, 6).places;
  auto const parts = equal_parts(places, 3);
  std::vector<int> domains;
  for (auto const& part : parts)
    domains.push_back(part.domain);
  CHECK(domains == std::vector{0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2});
  CHECK_THROWS_WITH(equal_parts(places, 4),
                    ContainsSubstring("--domains 4 is not possible (6 ranks of a node"));
}
