// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/score/efficiency.hpp"
#include "test/catch.hpp"
#include "test/perf/record/record_samples.hpp"

#include <limits>
#include <nlohmann/json.hpp>

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;
using kitt::Overwrite;

TEST_CASE("a record's summary contains the headline figures of the run") {
  Folder const folder;
  auto two_nodes = header();
  two_nodes.configuration.ranks = two_nodes.configuration.nodes = 2;
  two_nodes.provenance.kokkos_backend = "Cuda on a board";
  RunRecord record({.json = folder / "a.json", .csv = {}}, two_nodes);
  record.add(hopping(16));
  record.add(memory(8));
  record.add(halo(8));
  record.finish();
  auto const summary = nlohmann::json::parse(content(folder / "a.json")).at("summary");
  CHECK(summary.at("robustness").is_null());
  CHECK(summary.at("robustness_set").at("name") == "itt-1-gpu");
  CHECK(summary.at("robustness_set").at("lacks") == summary.at("robustness_set").at("variants"));
  CHECK(summary.at("memory_bandwidth").at("kernel") == "axpy (Kokkos Kernels)");
  CHECK(summary.at("memory_bandwidth").at("ceiling") == "memory bandwidth");
  auto const& messages = summary.at("large_message_bandwidth");
  CHECK(messages.at("between") == "nodes");
  CHECK(messages.at("both_ways_mb_per_s_per_node") ==
        2 * messages.at("one_way_mb_per_s_per_node").get<double>());
  CHECK(record.summary().at("memory_bandwidth").at("l") == 8);
}

TEST_CASE("efficiencies relative to another record are in the document with every cell") {
  Folder const folder;
  auto one = new_record(folder / "one.json");
  one.add(hopping(8));
  one.add(hopping(12));
  auto const before = content(folder / "one.json");

  auto two_ranks = header();
  two_ranks.configuration.ranks = 2;
  RunRecord record({.json = folder / "two.json", .csv = {}}, two_ranks);
  CHECK(!efficiency_of(record));
  set_baseline(record, (folder / "one.json").string());
  auto cell = hopping(8);
  cell.mflops_per_node /= 2;
  record.add(cell);
  auto const document = nlohmann::json::parse(content(folder / "two.json"));
  auto const& efficiency = document.at("summary").at("efficiency");
  CHECK(efficiency.at("baseline").at("file") == (folder / "one.json").string());
  CHECK(efficiency.at("baseline").at("ranks") == 1);
  REQUIRE(efficiency.at("rows").size() == 1);
  auto const& row = efficiency.at("rows").at(0);
  CHECK(row.at("baseline_mflops_per_node") == hopping(8).mflops_per_node);
  CHECK(row.at("efficiency").get<double>() == Approx(0.25)); // the run has half the speed on twice
                                                             // the threads
  CHECK(efficiency_of(record)->rows.size() == 1);

  CHECK(content(folder / "one.json") == before);
  CHECK(!nlohmann::json::parse(before).at("summary").contains("efficiency"));
  RunRecord other({.json = folder / "other.json", .csv = {}}, header());
  CHECK_THROWS_WITH(set_baseline(other, (folder / "one.json").string()),
                    ContainsSubstring("one rank"));
  CHECK_THROWS_WITH(set_baseline(record, (folder / "none.json").string()),
                    ContainsSubstring("no such file"));
}

TEST_CASE("ceilings are written and read back") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
  CHECK(!record.ceilings());
  Ceilings ceilings;
  ceilings.single_gflops_per_s = 100.0 / 3;
  ceilings.levels = {{"memory", 1, std::numeric_limits<std::size_t>::max(), 1, 2, 3}};
  record.set_ceilings(ceilings);
  record.note_pages({.huge_page_bytes = 100,
                     .sizes = {{.page_bytes = 4096, .bytes = 70}, {2 << 20, 100}},
                     .shared_sizes = {{4096, 3}},
                     .domains = {{.domain = 1, .bytes = 170}}});
  record.note_pages({.huge_page_bytes = 50, .sizes = {{4096, 120}}, .shared_sizes = {{4096, 5}}});
  record.finish();
  auto const again = RunRecord::read(folder / "a.json").ceilings();
  REQUIRE(again);
  CHECK(again->single_gflops_per_s == 100.0 / 3);
  CHECK(again->levels.at(0).capacity_bytes == std::numeric_limits<std::size_t>::max());
  auto const document = nlohmann::json::parse(content(folder / "a.json"));
  auto const& pages = document.at("configuration").at("pages");
  CHECK(pages.at("huge_page_bytes_obtained") == 100);
  CHECK(pages.at("sizes_obtained").size() == 2);
  CHECK(pages.at("shared_sizes_obtained").at(0).at("bytes") == 5);
  CHECK(pages.at("domains_obtained").at(0).at("bytes") == 170);
}

TEST_CASE("memory by cause has means over ranks and the smallest named share of any rank") {
  kitt::comms::PeakMemory const first{.resident_bytes = 1000,
                                      .causes = {.fields = 900, .program = 50}};
  kitt::comms::PeakMemory const second{.resident_bytes = 2000,
                                       .causes = {.fields = 1000, .program = 50, .other = 450}};
  auto const memory = memory_of_ranks({first, second});
  CHECK(memory.peak_resident_bytes == 1500);
  CHECK(memory.causes.fields == 950);
  CHECK(memory.unseen_bytes == (50 + 500) / 2);
  CHECK(memory.named_share == 1050.0 / 2000);
  CHECK_THAT(memory_text(2, memory), Catch::Matchers::ContainsSubstring("cause known for 52.5 %"));
  Folder const folder;
  auto record = new_record(folder / "a.json");
  record.set_memory(memory);
  record.finish();
  auto const kept = nlohmann::json::parse(content(folder / "a.json")).at("memory_by_cause");
  CHECK(kept.at("fields_bytes") == 950);
  CHECK(kept.at("other_bytes") == 225);
}
