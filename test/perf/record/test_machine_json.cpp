// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/binding.hpp"
#include "comms/node/topology.hpp"
#include "perf/ceilings/ceilings.hpp"
#include "perf/json/fields_json.hpp"

#include <limits>

using namespace kitt::perf;

TEST_CASE("ceilings are read back unchanged") {
  Ceilings ceilings;
  ceilings.threads = 3;
  ceilings.single_lanes = 8;
  ceilings.double_lanes = 4;
  ceilings.single_gflops_per_s = 100.25;
  ceilings.double_gflops_per_s = 50.125;
  ceilings.clock_ghz = 3.1;
  ceilings.levels = {{"L1", 10, 20, 1.5, 2.5, 3.5},
                     {"memory", 40, std::numeric_limits<std::size_t>::max(), 4.5, 5.5, 6.5}};
  auto const text = to_data(ceilings).dump();
  auto const back = from_data<Ceilings>(Json::parse(text));
  CHECK(to_data(back).dump() == text);
  REQUIRE(back.levels.size() == 2);
  CHECK(back.levels[1].capacity_bytes == std::numeric_limits<std::size_t>::max());
  CHECK(back.levels[0].copy_gb_per_s == 2.5);
  CHECK(back.clock_ghz == 3.1);
}

TEST_CASE("unknown values are null, not zero") {
  auto const json = to_data(kitt::comms::Topology{});
  CHECK(json.at("cpu_model").is_null());
  CHECK(json.at("cores").is_null());
  CHECK(json.at("memory_bytes").is_null());
  CHECK(json.at("caches").empty());
}

TEST_CASE("known values are present with their units") {
  kitt::comms::Topology machine;
  machine.cpu_model = "Some CPU";
  machine.caches = {{.level = 2, .size_bytes = 1024, .line_bytes = 64, .count = 4}};
  machine.numa_distances = {{10, 20}, {20, 10}};
  auto const json = to_data(machine);
  CHECK(json.at("cpu_model") == "Some CPU");
  CHECK(json.at("caches").at(0).at("size_bytes") == 1024);
  CHECK(json.at("numa_distances").at(0).at(1) == 20);

  kitt::comms::Binding binding;
  binding.policy = kitt::comms::BindPolicy::core;
  binding.thread_cpusets = {"0", "1"};
  CHECK(to_data(binding).at("policy") == "core");
  CHECK(to_data(binding).at("threads") == 2);
}
