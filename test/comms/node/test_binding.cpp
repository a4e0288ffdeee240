// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/detail/binding_plan.hpp"
#include "comms/node/detail/each_thread.hpp"
#include "comms/node/detail/share_cpus.hpp"
#include "comms/node/system_files.hpp"
#include "core/base/error.hpp"

#include <cstdlib>
#include <set>

using namespace kitt::comms;
using detail::CpuSet;
using detail::HwlocTopology;

namespace {

std::vector<std::string> lists(std::vector<CpuSet> const& sets) {
  std::vector<std::string> result;
  for (auto const& set : sets)
    result.push_back(set.list());
  return result;
}

using Lists = std::vector<std::string>;

HwlocTopology two_sockets() {
  return HwlocTopology::synthetic("package:2 numa:2 core:4 pu:2");
}

std::size_t host_threads() {
  return static_cast<std::size_t>(Kokkos::DefaultHostExecutionSpace().concurrency());
}

/// Binds every Kokkos thread to the given CPUs.
void confine(HwlocTopology const& machine, CpuSet const& cpus) {
  detail::on_each_thread("kitt::test::confine", [&](int) {
    hwloc_set_cpubind(machine.get(), cpus.get(), HWLOC_CPUBIND_THREAD);
  });
}

/// Returns the CPUs that the Linux kernel allows for each thread. Empty if the system has no such
/// file.
Lists kernel_says() {
  Lists result(host_threads());
  detail::on_each_thread("kitt::test::kernel_says", [&](int thread) {
    result[static_cast<std::size_t>(thread)] =
        detail::SystemFiles{}.field("proc/thread-self/status", "Cpus_allowed_list").value_or("");
  });
  return result;
}

} // namespace

TEST_CASE("with one thread per core, each thread gets a whole core") {
  auto const hwloc = HwlocTopology::synthetic("package:2 core:2 pu:2");
  auto const plan = detail::plan_binding(hwloc, hwloc.allowed(), 4, BindPolicy::core);
  CHECK(lists(plan) == Lists{"0-1", "2-3", "4-5", "6-7"});
}

TEST_CASE("fewer threads than cores are spread over all domains") {
  auto const hwloc = two_sockets();
  auto const plan = detail::plan_binding(hwloc, hwloc.allowed(), 4, BindPolicy::core);
  CHECK(lists(plan) == Lists{"0-1", "8-9", "16-17", "24-25"});
}

TEST_CASE("more threads than cores get different hardware threads") {
  auto const hwloc = HwlocTopology::synthetic("core:2 pu:2");
  auto const plan = detail::plan_binding(hwloc, hwloc.allowed(), 4, BindPolicy::core);
  CHECK(lists(plan) == Lists{"0", "1", "2", "3"});
}

TEST_CASE("the numa policy gives each thread its whole domain") {
  auto const hwloc = two_sockets();
  auto const plan = detail::plan_binding(hwloc, hwloc.allowed(), 8, BindPolicy::numa);
  CHECK(lists(plan) == Lists{"0-7", "0-7", "8-15", "8-15", "16-23", "16-23", "24-31", "24-31"});
}

TEST_CASE("a binding plan uses only allowed CPUs") {
  auto const hwloc = two_sockets();
  CpuSet const allowed("9-13"); // CPUs 9-13 are half of core 4, and cores 5 and 6
  CHECK(lists(detail::plan_binding(hwloc, allowed, 3, BindPolicy::core)) ==
        Lists{"9", "10-11", "12-13"});
  CHECK(lists(detail::plan_binding(hwloc, allowed, 2, BindPolicy::numa)) == Lists{"9-13", "9-13"});
  CHECK(lists(detail::plan_binding(hwloc, allowed, 2, BindPolicy::none)) == Lists{"9-13", "9-13"});
}

TEST_CASE(
    "spread alternates between sockets, domains and caches; compact takes neighbouring cores") {
  // The first socket has domains 0-7 and 8-15, the second 16-23 and 24-31. Two cores share a cache.
  auto const hwloc = HwlocTopology::synthetic("package:2 numa:2 l3:2(size=8MB) core:2 pu:2");
  auto const plan = [&](int threads, BindPolicy policy) {
    return lists(detail::plan_binding(hwloc, hwloc.allowed(), threads, policy));
  };
  CHECK(plan(4, BindPolicy::spread) == Lists{"0-1", "16-17", "8-9", "24-25"});
  CHECK(plan(6, BindPolicy::spread) == Lists{"0-1", "16-17", "8-9", "24-25", "4-5", "20-21"});
  CHECK(plan(4, BindPolicy::core) == Lists{"0-1", "8-9", "16-17", "24-25"});
  CHECK(plan(3, BindPolicy::compact) == Lists{"0-1", "2-3", "4-5"});
  // With as many threads as cores, both policies use the same places, but in another order.
  auto spread = plan(16, BindPolicy::spread);
  CHECK(spread != plan(16, BindPolicy::core));
  CHECK(std::set(spread.begin(), spread.end()).size() == 16);
  CHECK(plan(16, BindPolicy::compact) == plan(16, BindPolicy::core));
}

TEST_CASE("with more threads than cores, compact lets neighbouring threads share a core and spread "
          "does not") {
  auto const hwloc = HwlocTopology::synthetic("numa:2 core:1 pu:2");
  auto const plan = [&](BindPolicy policy) {
    return lists(detail::plan_binding(hwloc, hwloc.allowed(), 4, policy));
  };
  CHECK(plan(BindPolicy::compact) == Lists{"0", "1", "2", "3"});
  CHECK(plan(BindPolicy::spread) == Lists{"0", "2", "1", "3"});
}

TEST_CASE("ranks of a partly filled node place their threads within their shares") {
  auto const hwloc = two_sockets(); // four domains of four cores
  auto const shares = detail::share_cpus(hwloc, {hwloc.allowed(), hwloc.allowed()});
  auto const second = [&](BindPolicy policy, CpuSet const& first = {}) {
    return lists(detail::plan_binding(hwloc, shares.at(1), 3, policy, first));
  };
  CHECK(second(BindPolicy::core) == Lists{"16-17", "20-21", "26-27"});
  CHECK(second(BindPolicy::spread) == Lists{"16-17", "24-25", "18-19"});
  CHECK(second(BindPolicy::compact) == Lists{"16-17", "18-19", "20-21"});
  CHECK(second(BindPolicy::network, CpuSet("24-31")) == Lists{"24-25", "26-27", "28-29"});
  CHECK(second(BindPolicy::network, CpuSet("30-31")) == Lists{"30-31", "16-17", "18-19"});
  CHECK(second(BindPolicy::network, CpuSet("0-7")) ==
        second(BindPolicy::compact)); // the first CPUs 0-7 are outside the share of this rank
  CHECK(lists(detail::plan_binding(hwloc, CpuSet("9-13"), 3, BindPolicy::spread)) ==
        Lists{"9", "10-11", "12-13"});
}

TEST_CASE("threads are placed next to the adapter of the fast network, if its place is known") {
  auto const hwloc = two_sockets();
  NetworkDevice const ethernet{"eth0", "network", 0};
  NetworkDevice const fabric{"mlx5_0", "OpenFabrics", 2};
  NetworkDevice const unknown{"mlx5_1", "OpenFabrics", {}};
  CHECK(detail::next_to_network(hwloc, {ethernet, fabric, unknown}).list() == "16-23");
  CHECK(detail::next_to_network(hwloc, {ethernet, unknown}).list() == "0-7");
  CHECK(detail::next_to_network(hwloc, {fabric, {"mlx5_2", "OpenFabrics", 3}}).list() == "16-31");
  CHECK_THROWS_AS(detail::next_to_network(hwloc, {unknown}), kitt::UserError);
  CHECK_THROWS_AS(detail::next_to_network(hwloc, {}), kitt::UserError);
}

TEST_CASE("without allowed CPUs there is no binding plan") {
  auto const hwloc = two_sockets();
  CHECK(detail::plan_binding(hwloc, CpuSet{}, 2, BindPolicy::core).empty());
}

TEST_CASE("a good binding gives no warnings") {
  auto const hwloc = two_sockets();
  auto const plan = detail::plan_binding(hwloc, CpuSet("8-15"), 4, BindPolicy::core);
  auto const found = detail::judge_binding(hwloc, plan, BindPolicy::core);
  CHECK(found.warnings.empty());
  CHECK(found.cores == 4);
  CHECK(found.numa_domains == 1);
}

TEST_CASE("a report counts cores, domains and caches, and a rank that spans several domains gets a "
          "warning") {
  auto const hwloc = HwlocTopology::synthetic("numa:2 l3:1(size=8MB) core:2 l1d:1(size=32kB) pu:2");
  auto const plan = detail::plan_binding(hwloc, hwloc.allowed(), 4, BindPolicy::core);
  auto const found = detail::judge_binding(hwloc, plan, BindPolicy::core);
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0] ==
        "the rank spans 2 NUMA domains (threads then use remote memory): start one rank per domain "
        "(2 ranks on a node), which is usually faster");
  CHECK(found.threads() == 4);
  CHECK(found.cores == 4);
  CHECK(found.numa_domains == 2);
  REQUIRE(found.caches.size() == 2);
  CHECK(found.caches[0].level == 1);
  CHECK(found.caches[0].caches == 4);
  CHECK(found.caches[1].level == 3);
  CHECK(found.caches[1].caches == 2);
}

TEST_CASE("two threads on one core and too many threads give warnings") {
  auto const hwloc = HwlocTopology::synthetic("core:4 pu:2");
  std::vector<CpuSet> const shared{CpuSet("0"), CpuSet("1"), CpuSet("4-7")};
  CHECK(detail::judge_binding(hwloc, shared, BindPolicy::none).warnings.size() == 1);
  auto const crowded = detail::plan_binding(hwloc, hwloc.allowed(), 9, BindPolicy::core);
  auto const warnings = detail::judge_binding(hwloc, crowded, BindPolicy::core).warnings;
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Catch::Matchers::ContainsSubstring("9 threads on 4 cores"));
}

TEST_CASE("each thread counts at most one cache of each level") {
  auto const hwloc = HwlocTopology::synthetic("core:4 l1d:1(size=32kB) pu:1");
  auto const found = detail::judge_binding(hwloc, {CpuSet("0-3")}, BindPolicy::none);
  REQUIRE(found.caches.size() == 1);
  CHECK(found.caches[0].caches == 1);
}

TEST_CASE("the binding that is read back on this machine equals the plan") {
  auto const machine = HwlocTopology::machine();
  auto const allowed = detail::allowed_cpus(machine);
  confine(machine, allowed);
  auto const plan =
      detail::plan_binding(machine, allowed, static_cast<int>(host_threads()), BindPolicy::core);
  auto const found = bind_threads(BindPolicy::core, {});
  CHECK(found.thread_cpusets == lists(plan));
  if (auto const says = kernel_says(); !says.front().empty())
    CHECK(says == lists(plan));
  confine(machine, allowed);
}

TEST_CASE("an existing binding is kept") {
  auto const machine = HwlocTopology::machine();
  auto const allowed = detail::allowed_cpus(machine);
  CpuSet one;
  hwloc_bitmap_set(one.get(), static_cast<unsigned>(hwloc_bitmap_first(allowed.get())));
  confine(machine, one);
  auto const found = bind_threads(BindPolicy::core, {});
  for (auto const& cpus : found.thread_cpusets)
    CHECK(cpus == one.list());
  CHECK(found.cores == 1);
  CHECK(found.warnings.empty() == (host_threads() == 1));
  confine(machine, allowed);
}

TEST_CASE("the policy none changes nothing and reports the existing binding") {
  auto const machine = HwlocTopology::machine();
  auto const before = kernel_says();
  auto const found = bind_threads(BindPolicy::none, {});
  CHECK(kernel_says() == before);
  if (!before.front().empty())
    CHECK(found.thread_cpusets == before);
}

TEST_CASE("threads are bound within the rank's share") {
  auto const machine = HwlocTopology::machine();
  auto const allowed = detail::allowed_cpus(machine);
  confine(machine, allowed);
  for (auto* const core : machine.cores(allowed)) {
    auto const part = allowed & CpuSet(core->cpuset);
    auto const found =
        bind_threads(BindPolicy::core, {.cpuset = part.list(), .warnings = {"idle"}});
    CHECK(found.cores == 1);
    CHECK(found.warnings.back() == "idle");
    for (auto const& cpus : found.thread_cpusets)
      CHECK(part.includes(CpuSet(cpus)));
    confine(machine, allowed);
  }
}

TEST_CASE(
    "by default a rank has as many threads as its share allows, unless the user sets a number") {
  CpuShare const share{.cpuset = "0-4", .threads = 5};
  setenv("OMP_NUM_THREADS", "3", 1);
  CHECK(default_threads(share) == 0);
  unsetenv("OMP_NUM_THREADS");
  CHECK(default_threads(share) == (detail::openmp_binds() ? 0 : 5));
  setenv("KOKKOS_NUM_THREADS", "3", 1);
  CHECK(default_threads(share) == 0);
  unsetenv("KOKKOS_NUM_THREADS");
}
