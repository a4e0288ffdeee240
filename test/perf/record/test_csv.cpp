// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "perf/record/csv.hpp"
#include "perf/record/detail/cell_json.hpp"
#include "test/catch.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using namespace kitt::miniapp;
using namespace kitt::perf;

namespace {

/// Columns that users read by name. New columns may be added.
std::vector<std::string> const names_of_all{"benchmark",  "status",         "kernel",
                                            "variant",    "seconds_median", "seconds_count",
                                            "parameters", "reason"};
std::map<std::string, std::vector<std::string>> const names{
    {"hopping",
     {"l",
      "ls",
      "precision",
      "seconds_calls_per_sample",
      "seconds_mean",
      "seconds_standard_error",
      "seconds_minimum",
      "seconds_maximum",
      "energy_joules_per_call",
      "energy_watts_per_node",
      "energy_mflops_per_watt",
      "energy_missing",
      "verification_error",
      "verification_tolerance",
      "local_volume",
      "global_volume",
      "lanes",
      "lane_grid",
      "flops_per_site",
      "sites",
      "mflops_per_node",
      "mflops_per_node_mean",
      "ceiling",
      "roofline_fraction",
      "peak_fraction",
      "roofline_gflops_per_s_per_node",
      "tuning_order",
      "tuning_source",
      "communication_pack_seconds",
      "communication_interior_seconds",
      "communication_wait_seconds",
      "communication_exterior_seconds",
      "communication_hidden_fraction",
      "communication_bytes_by_messages",
      "communication_transport",
      "communication_bytes_by_shared_memory",
      "communication_precision",
      "roofline_gb_per_s_per_node",
      "working_set_bytes_per_node"}},
    {"memory",
     {"bytes", "gb_per_s", "gb_per_s_per_node", "gflops_per_s", "ceiling", "roofline_fraction",
      "arithmetic_intensity_flops_per_byte", "parameters_bytes"}},
    {"halo",
     {"directions", "transport", "depth", "face_bytes", "bytes_per_node",
      "one_way_mb_per_s_per_node", "one_way_standard_error_mb_per_s_per_node",
      "one_way_minimum_mb_per_s_per_node", "one_way_maximum_mb_per_s_per_node",
      "both_ways_mb_per_s_per_node", "both_ways_standard_error_mb_per_s_per_node",
      "both_ways_minimum_mb_per_s_per_node", "both_ways_maximum_mb_per_s_per_node"}}};

/// Returns the texts between the commas. No text in these tests contains a comma.
std::vector<std::string> split(std::string line) {
  line.pop_back(); // removes the end of the line
  std::vector<std::string> texts;
  for (std::istringstream rest(line + ','); std::getline(rest, line, ',');)
    texts.push_back(line);
  return texts;
}

/// Returns {column: text} of a cell's row.
std::map<std::string, std::string> row_of(Cell const& cell) {
  auto const& json = *cell.data;
  auto const head = split(csv_head(json.at("benchmark").get<std::string>()));
  auto const row = split(csv_row(json));
  REQUIRE(row.size() == head.size());
  std::map<std::string, std::string> found;
  for (std::size_t i = 0; i < row.size(); ++i)
    found[head[i]] = row[i];
  return found;
}

HoppingCell hopping() {
  HoppingCell cell;
  cell.kernel = "DWF4";
  cell.variant = "tuned/overlap";
  cell.local_volume = {4, 8, 8, 16};
  cell.seconds = {.count = 5, .median = 0.25, .mean = 0.5, .calls_per_sample = 7};
  cell.tuning.emplace().order = "rows";
  cell.communication = Communication{.strategy = "overlap",
                                     .transport = "shm",
                                     .precision = "half",
                                     .hidden_fraction = {},
                                     .bytes_by_messages = 123};
  cell.energy.figures = Energy{.joules_per_call = 1.5, .watts_per_node = 4.5};
  return cell;
}

} // namespace

TEST_CASE("a CSV table has all columns, each once") {
  for (auto const& kind : csv_kinds()) {
    auto const head = split(csv_head(kind));
    INFO(kind);
    CHECK(std::set<std::string>(head.begin(), head.end()).size() == head.size());
    auto wanted = names_of_all;
    if (auto const found = names.find(kind); found != names.end())
      wanted.insert(wanted.end(), found->second.begin(), found->second.end());
    for (auto const& name : wanted) {
      INFO(name);
      CHECK(std::count(head.begin(), head.end(), name) == 1);
    }
  }
}

TEST_CASE("a CSV table has no columns of another kind of cells") {
  auto const has = [](std::string const& kind, std::string const& name) {
    auto const head = split(csv_head(kind));
    return std::count(head.begin(), head.end(), name) > 0;
  };
  CHECK(has("halo", "face_bytes"));
  CHECK(has("p2p", "mb_per_s"));
  CHECK_FALSE(has("p2p", "face_bytes"));
  CHECK_FALSE(has("p2p", "mflops_per_node"));
  CHECK_FALSE(has("memory", "tuning_order"));
  std::set<std::string> all;
  for (auto const& kind : csv_kinds())
    for (auto const& name : split(csv_head(kind)))
      all.insert(name);
  for (auto const& kind : csv_kinds()) {
    INFO(kind);
    CHECK(split(csv_head(kind)).size() < all.size() / 2);
  }
}

TEST_CASE("a CSV table has columns for structures inside a cell") {
  auto const row = row_of(hopping());
  std::map<std::string, std::string> const expected{{"benchmark", "hopping"},
                                                    {"local_volume", "4.8.8.16"},
                                                    {"seconds_median", "0.25"},
                                                    {"seconds_count", "5"},
                                                    {"seconds_calls_per_sample", "7"},
                                                    {"tuning_order", "rows"},
                                                    {"communication_bytes_by_messages", "123"},
                                                    {"communication_transport", "shm"},
                                                    {"precision", "single"},
                                                    {"communication_precision", "half"},
                                                    {"communication_hidden_fraction", ""},
                                                    {"energy_joules_per_call", "1.5"},
                                                    {"reason", ""}};
  for (auto const& [name, text] : expected) {
    INFO(name);
    CHECK(row.at(name) == text);
  }
}

TEST_CASE("a CSV row has every figure of the cell") {
  auto const cell = *Cell(hopping()).data;
  auto const figures = cell.flatten();
  auto row = split(csv_row(cell));
  for (auto const& [place, value] : figures.items())
    if (value.is_number() && place.find("volume") == place.npos &&
        place.find("lane_grid") == place.npos) {
      INFO(place);
      auto const found = std::find(row.begin(), row.end(), value.dump());
      REQUIRE(found != row.end());
      row.erase(found);
    }
}

TEST_CASE(
    "a CSV row has rates of an exchange one way and both ways, or the reason for their absence") {
  HaloCell const halo{.directions = "t",
                      .transport = "mpi",
                      .bytes_per_node = 4000000,
                      .seconds = {.count = 2, .median = 1, .mean = 1, .minimum = 1, .maximum = 2}};
  auto const row = row_of(halo);
  CHECK(row.at("one_way_mb_per_s_per_node") == "4.0");
  CHECK(row.at("both_ways_minimum_mb_per_s_per_node") == "4.0");
  CHECK(row.at("variant") == "t/mpi");
  auto const key = lattice_key("DWF5", 8, 5, Precision::single_precision, "a");
  auto const failed = row_of(FailedCell{.key = key, .reason = "differs"});
  CHECK(failed.at("kernel") == "DWF5");
  CHECK(failed.at("ls") == "5");
  CHECK(failed.at("status") == "failed");
  CHECK(failed.at("reason") == "differs");
}

TEST_CASE("a CSV table has one column for other parameters of a cell") {
  SkippedCell skipped{.key = lattice_key("halo", 8, 16, Precision::single_precision, "put"),
                      .reason = "no"};
  CHECK(row_of(skipped).at("parameters").empty());
  skipped.key.parameters["bytes"] = 64;
  skipped.key.parameters["ranks"] = "neighbours";
  auto const row = row_of(skipped);
  CHECK(row.at("parameters") == "bytes=64 ranks=neighbours");
  CHECK(row.at("l") == "8");
  CHECK(row_of(hopping()).at("parameters").empty());
}

TEST_CASE("each CSV row names its run, so that files can be joined") {
  auto const head = split(csv_head("hopping"));
  std::vector<std::string> const last(head.end() - 5, head.end());
  CHECK(last == std::vector<std::string>{"host", "label", "time", "commit", "command"});
  nlohmann::ordered_json const provenance{{"time", "2026-01-01T00:00:00Z"},
                                          {"label", "a,b"},
                                          {"command_line", {"kitt", "itt", "--L", "8"}},
                                          {"hostnames", {"node1", "node2"}},
                                          {"git_commit", "0123456789ab"}};
  auto const row = csv_row(*Cell(hopping()).data, provenance);
  CHECK_THAT(row, Catch::Matchers::EndsWith(
                      "node1 node2,\"a,b\",2026-01-01T00:00:00Z,0123456789ab,kitt itt --L 8\n"));
  CHECK_THAT(csv_row(*Cell(hopping()).data), Catch::Matchers::EndsWith(",,,,,\n"));
}
