// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/detail/describe.hpp"

#include <map>
#include <set>

using namespace kitt;
using namespace kitt::comms;

namespace {

NumaMap made_up(std::string const& description) {
  return comms::detail::find_numa_map(comms::detail::HwlocTopology::synthetic(description));
}

/// Returns the domains of one thread on each hardware thread, in order.
std::vector<int> all_threads(NumaMap const& map) {
  std::vector<int> domains;
  for (int cpu = 0;; ++cpu) {
    auto const domain = domain_index(map, std::to_string(cpu));
    if (!domain)
      return domains;
    domains.push_back(*domain);
  }
}

using Swaps = std::map<int, int>;

/// Returns {thread: thread whose data it works on} for all threads that work on other threads'
/// data.
Swaps swaps(NumaMap const& map, std::vector<int> const& domain_of_thread) {
  auto const plan = half_remote_plan(map, domain_of_thread);
  Swaps result;
  for (int thread = 0; thread < static_cast<int>(plan.size()); ++thread) {
    auto const data = plan[static_cast<std::size_t>(thread)];
    CHECK(plan[static_cast<std::size_t>(data)] == thread); // a swap: each thread's data has exactly
                                                           // one user
    if (data != thread)
      result[thread] = data;
  }
  return result;
}
Swaps swaps(std::string const& description) {
  auto const map = made_up(description);
  return swaps(map, all_threads(map));
}

std::vector<NumaRelation> relations(NumaMap const& map, int from) {
  std::vector<NumaRelation> result;
  for (int to = 0; to < static_cast<int>(map.domains.size()); ++to)
    result.push_back(numa_relation(map, from, to));
  return result;
}

constexpr auto local = NumaRelation::local;
constexpr auto same_socket = NumaRelation::same_socket;
constexpr auto other_socket = NumaRelation::other_socket;
constexpr auto diagonal = NumaRelation::diagonal;
using Relations = std::vector<NumaRelation>;

/// Figure 3 of HECToR's guide swaps these threads: 3-9, 4-16, 5-23, 10-22, 11-17, 15-21.
Swaps const hector{{3, 9},   {9, 3},   {4, 16},  {16, 4},  {5, 23},  {23, 5},
                   {10, 22}, {22, 10}, {11, 17}, {17, 11}, {15, 21}, {21, 15}};

} // namespace

TEST_CASE("on HECToR's machine the plan has the swaps of HECToR's test") {
  CHECK(swaps("package:2 numa:2 core:6 pu:1") == hector);
}

TEST_CASE(
    "the relations between HECToR's domains follow from their places and the system's distances") {
  auto map = made_up("package:2 numa:2 core:6 pu:1");
  CHECK(map.distances.empty());
  CHECK(relations(map, 0) == Relations{local, same_socket, other_socket, diagonal});
  CHECK(relations(map, 3) == Relations{diagonal, other_socket, same_socket, local});
  map.distances = {{10, 16, 16, 22}, {16, 10, 22, 16}, {16, 22, 10, 16}, {22, 16, 16, 10}};
  CHECK(relations(map, 1) == Relations{same_socket, local, diagonal, other_socket});
  CHECK(swaps(map, all_threads(map)) == hector);
  // equal distances: the places decide
  map.distances = {{10, 12, 32, 32}, {12, 10, 32, 32}, {32, 32, 10, 12}, {32, 32, 12, 10}};
  CHECK(relations(map, 0) == Relations{local, same_socket, other_socket, diagonal});
}

TEST_CASE("distances decide which domain of the other socket is the diagonal one") {
  auto map = made_up("package:2 numa:2 core:6 pu:1");
  // crossed cables: domain 0 is near domain 3
  map.distances = {{10, 16, 22, 16}, {16, 10, 16, 22}, {22, 16, 10, 16}, {16, 22, 16, 10}};
  CHECK(relations(map, 0) == Relations{local, same_socket, diagonal, other_socket});
  auto const found = swaps(map, all_threads(map));
  CHECK(found.size() == 12);
  CHECK(found.at(4) == 22); // a thread in domain 3, which is near
  CHECK(found.at(5) == 17); // a thread in domain 2, which is far
}

TEST_CASE("a single domain has no domain to swap with") {
  CHECK(swaps("core:4 pu:1").empty());
  CHECK(swaps("package:1 numa:1 core:2 pu:2").empty());
}

TEST_CASE("the last of three domains in a socket has no neighbour; sockets with one domain have "
          "counterparts") {
  CHECK(swaps("package:1 numa:3 core:2 pu:1") == Swaps{{1, 3}, {3, 1}});
  CHECK(swaps("package:3 numa:1 core:2 pu:1") == Swaps{{1, 3}, {3, 1}});
  auto const map = made_up("package:3 numa:1 core:2 pu:1");
  CHECK(relations(map, 2) == Relations{other_socket, other_socket, local});
}

TEST_CASE("threads swap data on machines with eight domains") {
  auto const two_sockets = swaps("package:2 numa:4 core:6 pu:1");
  CHECK(two_sockets.size() == 24);
  CHECK(two_sockets.at(3) == 9);
  CHECK(two_sockets.at(4) == 28);
  CHECK(two_sockets.at(5) == 35);
  CHECK(two_sockets.at(23) == 41);
  CHECK(swaps("package:8 numa:1 core:4 pu:1").size() == 16); // half of all threads swap with their
                                                             // counterparts
  CHECK(swaps("package:1 numa:8 core:1 pu:1").size() == 8);  // with one thread per domain, all
                                                             // threads swap
}

TEST_CASE("a domain without hardware threads has no threads but still has a relation") {
  // memory of an accelerator or an expander appears as such a domain
  auto map = made_up("package:2 numa:1 core:4 pu:1");
  map.domains.push_back({.number = 2, .socket = {}, .cpuset = ""});
  CHECK(relations(map, 0) == Relations{local, other_socket, other_socket});
  auto const threads = all_threads(map);
  CHECK(std::set(threads.begin(), threads.end()) == std::set{0, 1});
  CHECK(swaps(map, threads) == Swaps{{2, 6}, {6, 2}, {3, 7}, {7, 3}});
}

TEST_CASE("if the same cores have two kinds of memory, threads belong to the first kind") {
  auto const map = made_up("package:2 [numa] [numa] core:3 pu:1");
  REQUIRE(map.domains.size() == 4);
  auto const threads = all_threads(map);
  CHECK(std::set(threads.begin(), threads.end()) == std::set{0, 2});
  CHECK(numa_relation(map, 0, 1) == same_socket);
  CHECK(swaps(map, threads) == Swaps{{2, 5}, {5, 2}});
}

TEST_CASE("domains with unequal numbers of threads swap as many as the smaller one has") {
  auto const map = made_up("package:2 numa:1 core:8 pu:1");
  std::vector<int> const threads{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1};
  CHECK(swaps(map, threads) == Swaps{{4, 10}, {10, 4}});
  CHECK(swaps(map, {0, 0, 0, 0}).empty()); // no thread runs in the other domain
}

TEST_CASE("threads that may run in several or unknown domains belong to no domain") {
  auto const map = made_up("package:2 numa:1 core:4 pu:1");
  CHECK(domain_index(map, "2-3") == 0);
  CHECK(domain_index(map, "4") == 1);
  CHECK_FALSE(domain_index(map, "3-4"));
  CHECK_FALSE(domain_index(map, "unknown"));
  CHECK_FALSE(domain_index(map, ""));
}
