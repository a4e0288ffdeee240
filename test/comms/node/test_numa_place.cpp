// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/numa.hpp"
#include "core/base/error.hpp"

#include <utility>

using namespace kitt::comms;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Returns four domains of six cores. The distance between domains has two steps, as on HECToR's
/// nodes.
Topology four_domains() {
  Topology machine;
  machine.numa_domains = {
      {0, 0, 6, "0-5"}, {1, 0, 6, "6-11"}, {2, 0, 6, "12-17"}, {3, 0, 6, "18-23"}};
  machine.numa_distances = {{10, 16, 16, 22}, {16, 10, 22, 16}, {16, 22, 10, 16}, {22, 16, 16, 10}};
  return machine;
}

NetworkDevice adapter(std::string name, std::string kind, std::optional<int> domain) {
  return {std::move(name), std::move(kind), domain};
}

} // namespace

TEST_CASE("a rank is in a domain if all its threads are in it") {
  auto const machine = four_domains();
  CHECK(numa_place(machine, {"13"}).domain == 2);
  CHECK(numa_place(machine, {"18", "19", "20-23"}).domain == 3);
  CHECK_THROWS_WITH(numa_place(machine, {"5", "6"}),
                    ContainsSubstring("a rank runs in 2 NUMA domains"));
  CHECK_THROWS_WITH(numa_place(machine, {"unknown"}),
                    ContainsSubstring("the NUMA domain of a rank is unknown"));
}

TEST_CASE("a machine with one or no known domain has a place without looking at threads") {
  Topology machine;
  CHECK(numa_place(machine, {"unknown"}).domain == 0);
  machine.numa_domains = {{4, 0, 2, "0-1"}};
  CHECK(numa_place(machine, {"unknown"}).domain == 4);
}

TEST_CASE("if the same cores have two kinds of memory, the first kind counts") {
  Topology machine;
  machine.numa_domains = {{0, 0, 2, "0-1"}, {1, 0, 2, "2-3"}, {2, 0, 2, "0-1"}, {3, 0, 2, "2-3"}};
  CHECK(numa_place(machine, {"2"}).domain == 1);
}

TEST_CASE("the distance between a rank's domain and the network adapter is found") {
  auto machine = four_domains();
  CHECK(numa_place(machine, {"0"}).network_distance == 0);
  machine.network_devices = {adapter("eth0", "network", std::nullopt)};
  CHECK(numa_place(machine, {"0"}).network_distance == 0);
  machine.network_devices.push_back(adapter("eth1", "network", 0));
  CHECK(numa_place(machine, {"0"}).has_network_device);
  CHECK(numa_place(machine, {"0"}).network_distance == 10);
  auto const far = numa_place(machine, {"18"});
  CHECK_FALSE(far.has_network_device);
  CHECK(far.network_distance == 22);
  machine.network_devices.push_back(
      adapter("mlx5_0", "OpenFabrics", 1)); // the fast network has priority
  CHECK(numa_place(machine, {"18"}).network_distance == 16);
  CHECK_FALSE(numa_place(machine, {"0"}).has_network_device);
  machine.network_devices.push_back(
      adapter("mlx5_1", "OpenFabrics", 3)); // the nearest adapter counts
  CHECK(numa_place(machine, {"18"}).has_network_device);
  CHECK(numa_place(machine, {"18"}).network_distance == 10);
  machine.numa_distances.clear(); // the distances are unknown
  CHECK(numa_place(machine, {"18"}).network_distance == 10);
  CHECK(numa_place(machine, {"0"}).network_distance == 20);
}
