// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "perf/model/machine_file.hpp"

#include <limits>
#include <nlohmann/json.hpp>

using namespace kitt::perf;
using Json = nlohmann::json;

namespace {

Machine example() {
  Machine machine;
  machine.name = "example";
  machine.description = "made up";
  machine.ranks_per_node = 2;
  machine.threads_per_node = 8;
  machine.single_gflops_per_s = 100.5;
  machine.double_gflops_per_s = 50.25;
  machine.launch_seconds = 1e-6;
  machine.levels = {{"L2", 1 << 20, 400}, {"memory", {}, 40}};
  machine.shared_memory = FaceLink{1e-6, 20};
  machine.kernels["DWF4"] = {0.7, 0.4};
  machine.calibrated_on = {{"some-table", "DWF4", 24, 1}};
  for (auto const* key : {"single_gflops_per_s", "double_gflops_per_s", "launch_seconds",
                          "levels.L2", "levels.memory", "shared_memory",
                          "kernels.DWF4.peak_fraction", "kernels.DWF4.bandwidth_fraction"})
    machine.sources[key] = {"measured", "here"};
  return machine;
}

/// Returns the error for the example's text after a change.
template <class Change>
std::string complaint(Change const& change) {
  auto json = Json::parse(to_text(example()));
  change(json);
  try {
    machine_from_text(json.dump(), "a file");
  } catch (kitt::UserError const& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("a machine file is read back unchanged") {
  auto const text = to_text(example());
  auto const back = machine_from_text(text, "a file");
  CHECK(to_text(back) == text);
  CHECK(back.ceilings().levels[1].capacity_bytes == std::numeric_limits<std::size_t>::max());
  CHECK(back.shared_memory->gb_per_s == 20);
  CHECK_FALSE(back.network);
  CHECK(back.fractions("DWF4").bandwidth == 0.4);
  CHECK(back.fractions("Wilson").bandwidth == 1);
  CHECK(back.calibrated_by({"some-table", "DWF4", 24, 1}));
  CHECK_FALSE(back.calibrated_by({"some-table", "DWF4", 16, 1}));
}

TEST_CASE("fewer threads have less peak and cache, but all of the memory bandwidth") {
  auto const half = example().with_threads(4).ceilings();
  CHECK(half.threads == 4);
  CHECK(half.single_gflops_per_s == 50.25);
  CHECK(half.double_gflops_per_s == 25.125);
  CHECK(half.levels[0].triad_gb_per_s == 200);
  CHECK(half.levels[1].triad_gb_per_s == 40);
}

TEST_CASE("impossible values are refused with the reason") {
  CHECK(complaint([](Json&) {}).empty());
  CHECK(complaint([](Json& j) { j["machine_schema_version"] = 1; }).find("schema version is 1") !=
        std::string::npos);
  CHECK(complaint([](Json& j) { j.erase("name"); }).find("name") != std::string::npos);
  CHECK(complaint([](Json& j) { j["launch_seconds"] = "soon"; }).find("cannot be read") !=
        std::string::npos);
  CHECK(complaint([](Json& j) { j["single_gflops_per_s"] = 0; }).find("peak") != std::string::npos);
  CHECK(complaint([](Json& j) { j["levels"][0]["gb_per_s"] = -1; }).find("gb_per_s of L2") !=
        std::string::npos);
  CHECK(complaint([](Json& j) { j["levels"].erase(1); }).find("memory") != std::string::npos);
  CHECK(complaint([](Json& j) {
          j["levels"].insert(j["levels"].begin(), j["levels"][0]);
        }).find("is not larger than") != std::string::npos);
  CHECK(complaint([](Json& j) {
          j["kernels"]["DWF4"]["peak_fraction"] = 1.5;
        }).find("fractions of DWF4") != std::string::npos);
  CHECK(complaint([](Json& j) { j["kernels"]["DWF6"] = j["kernels"]["DWF4"]; }).find("DWF6") !=
        std::string::npos);
  CHECK(complaint([](Json& j) {
          j["sources"].erase("levels.L2");
        }).find("no source of levels.L2") != std::string::npos);
  CHECK(complaint([](Json& j) { j["sources"]["levels.L2"]["kind"] = "hearsay"; }).find("hearsay") !=
        std::string::npos);
  CHECK(complaint([](Json& j) { j["ranks_per_node"] = 0; }).find("ranks_per_node") !=
        std::string::npos);
  CHECK(complaint([](Json& j) {
          j["network"] = {{"latency_seconds", 0}, {"gb_per_s", 0}};
        }).find("network") != std::string::npos);
  auto const messages = [](double pair_gb_per_s) {
    return complaint([=](Json& j) {
      j["network_messages"] = {{"latency_seconds", 0},
                               {"overhead_seconds", 0},
                               {"pair_gb_per_s", pair_gb_per_s},
                               {"node_gb_per_s", 1}};
    });
  };
  CHECK(messages(0).find("\"network_messages\" (a latency") != std::string::npos);
  CHECK(messages(1).find("no source of network_messages.latency_seconds") != std::string::npos);
  for (auto const* text : {"", "{", "[]", "{}", "3"})
    CHECK_THROWS_AS(machine_from_text(text, "a file"), kitt::UserError);
}

TEST_CASE("machine files that come with KITT are complete and state the sources of their figures") {
  auto const names = shipped_machine_names();
  for (auto const* name : {"knl-7230", "knl-7210", "skylake-8170", "epyc-7601"})
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
  for (auto const& name : names) {
    auto const machine = load_machine(name);
    CHECK(machine.name == name);
    CHECK(to_text(machine_from_text(to_text(machine), name)) == to_text(machine));
    for (auto const& [key, source] : machine.sources)
      CHECK_FALSE(source.text.empty());
  }
}

TEST_CASE("a missing machine file is refused") {
  CHECK_THROWS_AS(load_machine("no-such-machine"), kitt::UserError);
  CHECK_THROWS_AS(load_machine("/"), kitt::UserError); // a folder is not a machine file
}
