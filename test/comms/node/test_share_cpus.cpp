// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/detail/binding_plan.hpp"
#include "comms/node/detail/share_cpus.hpp"

using namespace kitt::comms;
using detail::CpuSet;
using detail::HwlocTopology;

namespace {

using Lists = std::vector<std::string>;

/// Returns a machine whose core c has hardware threads 2 c and 2 c + 1. Domain d has cores 4 d to 4
/// d + 3.
HwlocTopology two_sockets() {
  return HwlocTopology::synthetic("package:2 numa:2 core:4 pu:2");
}

std::vector<CpuSet> not_told_apart(std::size_t ranks, CpuSet const& cpus) {
  return std::vector<CpuSet>(ranks, cpus);
}

std::vector<CpuSet> sets(Lists const& lists) {
  return {lists.begin(), lists.end()};
}

Lists shares(HwlocTopology const& hwloc, std::vector<CpuSet> const& allowed) {
  Lists result;
  for (auto const& share : detail::share_cpus(hwloc, allowed))
    result.push_back(share.list());
  return result;
}

Lists shares(HwlocTopology const& hwloc, std::size_t ranks) {
  return shares(hwloc, not_told_apart(ranks, hwloc.allowed()));
}

/// Returns the CPUs of each thread if every rank binds `threads` threads in its share.
std::vector<std::vector<CpuSet>> bound(HwlocTopology const& hwloc, std::vector<CpuSet> const& ranks,
                                       int threads) {
  std::vector<std::vector<CpuSet>> result;
  for (auto const& share : ranks)
    result.push_back(detail::plan_binding(hwloc, share, threads, BindPolicy::core));
  return result;
}

Lists warnings_for(std::size_t ranks, int threads) {
  auto const hwloc = two_sockets();
  auto const own = detail::share_cpus(hwloc, not_told_apart(ranks, hwloc.allowed()));
  return detail::node_warnings(hwloc, bound(hwloc, own, threads));
}

} // namespace

TEST_CASE("ranks with equal allowed CPUs share the node") {
  auto const hwloc = two_sockets();
  CHECK(shares(hwloc, 1) == Lists{"0-31"});
  CHECK(shares(hwloc, 2) == Lists{"0-15", "16-31"});
  CHECK(shares(hwloc, 3) == Lists{"0-9", "10-19", "20-31"}); // shares of 5, 5 and 6 cores
  CHECK(shares(hwloc, 4) == Lists{"0-7", "8-15", "16-23", "24-31"});
  CHECK(shares(hwloc, 8) ==
        Lists{"0-3", "4-7", "8-11", "12-15", "16-19", "20-23", "24-27", "28-31"});
  CHECK(shares(hwloc, 16).back() == "30-31");
}

TEST_CASE("shares do not overlap, and together they contain all CPUs") {
  auto const hwloc = HwlocTopology::synthetic("package:2 numa:3 core:5 pu:2");
  auto const cores = hwloc.cores(hwloc.allowed()).size();
  for (std::size_t ranks = 1; ranks <= cores; ++ranks) {
    CAPTURE(ranks);
    CpuSet all;
    std::size_t most = 0;
    auto fewest = cores;
    int hardware_threads = 0;
    for (auto const& share : detail::share_cpus(hwloc, not_told_apart(ranks, hwloc.allowed()))) {
      hardware_threads += share.count();
      all |= share;
      most = std::max(most, hwloc.cores(share).size());
      fewest = std::min(fewest, hwloc.cores(share).size());
    }
    CHECK(all == hwloc.allowed());
    CHECK(hardware_threads == all.count());
    CHECK(fewest == cores / ranks);
    CHECK(most - fewest <= 1);
  }
}

TEST_CASE("with more ranks than cores, ranks share the hardware threads") {
  CHECK(shares(HwlocTopology::synthetic("core:2 pu:2"), 4) == Lists{"0", "1", "2", "3"});
  CHECK(shares(HwlocTopology::synthetic("core:2 pu:1"), 3) == Lists{"0", "0", "1"});
}

TEST_CASE("ranks that the launcher gave different CPUs keep them") {
  auto const hwloc = two_sockets();
  CHECK(shares(hwloc, sets({"0-7", "16-23"})) == Lists{"0-7", "16-23"});
  // two sockets with two ranks each: the ranks of a socket share it
  CHECK(shares(hwloc, sets({"0-15", "16-31", "0-15", "16-31"})) ==
        Lists{"0-7", "16-23", "8-15", "24-31"});
  CHECK(shares(hwloc, sets({"", "0-7"})) == Lists{"", "0-7"});
}

TEST_CASE("a share stays within its domain if that costs no cores") {
  auto const hwloc = two_sockets();
  // 4 + 3 cores for two ranks. Parts of 3 and 4 cores would put the second rank into both domains.
  CHECK(shares(hwloc, not_told_apart(2, CpuSet("0-13"))) == Lists{"0-7", "8-13"});
  // 4 + 4 + 4 + 3 cores: each rank gets two domains
  CHECK(shares(hwloc, not_told_apart(2, CpuSet("0-29"))) == Lists{"0-15", "16-29"});
  // 4 + 1 cores: a rank with one core would keep the other rank waiting
  CHECK(shares(hwloc, not_told_apart(2, CpuSet("0-9"))) == Lists{"0-3", "4-9"});
}

TEST_CASE("shares contain only allowed CPUs") {
  CHECK(shares(two_sockets(), not_told_apart(2, CpuSet("1-6"))) == Lists{"1-3", "4-6"});
}

TEST_CASE("two kinds of memory at the same cores count as one domain") {
  auto const hwloc = HwlocTopology::synthetic("package:2 [numa] [numa] core:3 pu:1");
  REQUIRE(hwloc.objects(HWLOC_OBJ_NUMANODE).size() == 4);
  CHECK(hwloc.domains(hwloc.allowed()).size() == 2);
  CHECK(detail::judge_binding(hwloc, {CpuSet("0-2")}, BindPolicy::numa).warnings.empty());
  // with four domains, two ranks would be placed on each
  CHECK(shares(hwloc, not_told_apart(2, CpuSet("0-4"))) == Lists{"0-2", "3-4"});
}

TEST_CASE("all ranks have equally many threads: the fewest cores of any rank, within the quota") {
  auto const hwloc = two_sockets();
  auto const three = not_told_apart(3, hwloc.allowed());
  CHECK(detail::threads_for_all(hwloc, three, {}) == 5);
  CHECK(detail::threads_for_all(hwloc, three, 9.5) == 3);
  CHECK(detail::threads_for_all(hwloc, three, 0.5) == 1);
  CHECK(detail::threads_for_all(hwloc, sets({"0-7", "8-11"}), {}) == 2);
  CHECK(detail::threads_for_all(hwloc, not_told_apart(40, hwloc.allowed()), {}) == 1);
}

TEST_CASE("a warning is given if the launcher keeps the ranks from most of the node") {
  auto const hwloc = two_sockets();
  auto const warnings = detail::idle_warnings(hwloc, sets({"0-1", "2-3"}));
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0],
             Catch::Matchers::ContainsSubstring("the 2 ranks of a node only 2 of its 16 cores"));
  CHECK(detail::idle_warnings(hwloc, sets({"0-15", "16-31"})).empty());
  CHECK(detail::idle_warnings(hwloc, sets({"0-1"})).empty()); // the user may have restricted the
                                                              // CPUs by taskset
}

TEST_CASE("good placements of several ranks give no warnings") {
  CHECK(warnings_for(1, 16).empty());
  CHECK(warnings_for(4, 4).empty());
  CHECK(warnings_for(3, 5).empty());
  CHECK(warnings_for(16, 1).empty());
}

TEST_CASE("more threads than cores on a node give a warning") {
  auto const turns = warnings_for(17, 1);
  REQUIRE(turns.size() == 1);
  CHECK_THAT(turns[0],
             Catch::Matchers::ContainsSubstring("17 threads of 17 ranks on 16 of its 16"));
  CHECK_THAT(turns[0], !Catch::Matchers::ContainsSubstring("let the launcher bind"));
  CHECK_THAT(turns[0], Catch::Matchers::ContainsSubstring("; ranks 0 1 of the node share core 0)"));
  REQUIRE(warnings_for(4, 5).size() == 1);
  CHECK_THAT(warnings_for(4, 5)[0],
             Catch::Matchers::ContainsSubstring("no two ranks share a core"));
  CHECK_THAT(warnings_for(64, 1)[0], Catch::Matchers::ContainsSubstring(
                                         "ranks 4 5 6 7 core 1, ranks 8 9 10 11 core 2, ranks 12 "
                                         "13 14 15 core 3, and 12 more cores"));
  auto const unbound =
      detail::node_warnings(two_sockets(), std::vector<std::vector<CpuSet>>(17, {CpuSet("0-31")}));
  REQUIRE(unbound.size() == 1);
  CHECK_THAT(unbound[0], Catch::Matchers::ContainsSubstring("no thread is bound to a single core"));
}

TEST_CASE("several ranks on one core give a warning") {
  auto const hwloc = two_sockets();
  // Two ranks are bound to the same core, or to its two hardware threads. A third rank has a
  // domain.
  for (auto const* second : {"0-1", "1"}) {
    auto const warnings = detail::node_warnings(
        hwloc, {{CpuSet("0-1")}, {CpuSet(second)}, {CpuSet("8-9"), CpuSet("10-15")}});
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings[0],
               Catch::Matchers::ContainsSubstring("ranks 0 1 of the node share core 0, while"));
  }
  // All threads are on one core, as OMP_PROC_BIND places ranks that were not bound to different
  // cores.
  auto const one = detail::node_warnings(hwloc, {{CpuSet("0-1")}, {CpuSet("0-1")}});
  REQUIRE(one.size() == 1);
  CHECK_THAT(one[0], Catch::Matchers::ContainsSubstring("on 1 of its 16 cores"));
  CHECK_THAT(one[0], Catch::Matchers::ContainsSubstring(
                         "let the launcher bind each rank to its own cores"));
  // Threads that may move are kept apart by the system.
  CHECK(detail::node_warnings(hwloc, {{CpuSet("0-31")}, {CpuSet("0-31")}}).empty());
}
