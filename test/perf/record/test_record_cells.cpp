// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/hash/hash_cell.hpp"
#include "perf/record/csv.hpp"
#include "test/catch.hpp"
#include "test/perf/record/record_samples.hpp"

#include <limits>
#include <nlohmann/json.hpp>

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;
using kitt::Overwrite;

/// Checks that the record has the cell with equal figures, bit for bit.
template <class Kind>
static void check_read_back(RunRecord const& record, Kind const& expected) {
  auto const found = record.find<Kind>(key_of(expected));
  REQUIRE(found);
  CHECK(*Cell(*found).data == *Cell(expected).data);
}

TEST_CASE("cells are read back bit for bit") {
  Folder const folder;
  auto tuned = hopping(8);
  tuned.variant = "tuned";
  tuned.tuning = Tuning{.order = "tile all.4.4.all",
                        .order_data = {R"({"tile":[null,4,4,null]})"},
                        .source = "cache file",
                        .effort = "full",
                        .candidates = 9,
                        .seconds = 1.0 / 3,
                        .plain_seconds = 2.0 / 3,
                        .time = "2026-01-01T00:00:00Z"};
  auto record = new_record(folder / "a.json");
  record.add(hopping(8));
  record.add(tuned);
  record.add(memory(12));
  record.add(halo(8));
  auto const again = RunRecord::read(folder / "a.json");
  check_read_back(again, hopping(8));
  check_read_back(again, tuned);
  check_read_back(again, memory(12));
  check_read_back(again, halo(8));
  CHECK(again.find<HoppingCell>(key_of(tuned))->tuning->plain_seconds == 2.0 / 3);
  CHECK(!again.find<HoppingCell>(key_of(hopping(8)))->tuning);
  CHECK(again.find<HaloCell>(key_of(halo(8)))->bytes_by_messages == 2 * 393216);
  CHECK(!again.find<HoppingCell>(key_of(hopping(12))));
  CHECK(!again.find<MemoryCell>(key_of(memory(8))));
  CHECK(!again.find<HaloCell>(key_of(halo(12))));
  CHECK(!again.find<MemoryCell>(key_of(halo(8))));
}

TEST_CASE("a cell without a ceiling and ceilings with missing levels are read back") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
  auto cell = hopping(8);
  cell.ceiling.clear();
  cell.roofline_fraction = std::nullopt;
  record.add(cell);
  Ceilings ceilings;
  ceilings.threads = ceilings.single_lanes = ceilings.double_lanes = 1;
  ceilings.single_gflops_per_s = ceilings.double_gflops_per_s = 1;
  ceilings.missing = {"memory (why)"};
  record.set_ceilings(ceilings);
  record.finish();
  auto const again = RunRecord::read(folder / "a.json");
  CHECK(again.find<HoppingCell>(key_of(cell))->ceiling.empty());
  CHECK_FALSE(again.find<HoppingCell>(key_of(cell))->roofline_fraction);
  REQUIRE(again.ceilings());
  CHECK(again.ceilings()->levels.empty());
  CHECK(again.ceilings()->missing == ceilings.missing);
}

TEST_CASE("repeated ceilings apply to all cells") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
  record.add(hopping(8));
  record.add(memory(12));
  record.add(halo(8));
  Ceilings ceilings;
  ceilings.single_gflops_per_s = ceilings.double_gflops_per_s = 1e9;
  ceilings.levels = {{"memory", 1, std::numeric_limits<std::size_t>::max(), 50, 40, 30}};
  record.set_ceilings(ceilings);
  auto const cell = record.find<HoppingCell>(key_of(hopping(8)));
  CHECK(cell->ceiling == "memory bandwidth");
  CHECK(cell->roofline_gb_per_s == 50);
  CHECK(cell->roofline_gflops_per_s == Approx(5.9 * 50));
  CHECK(cell->tuning.has_value() == hopping(8).tuning.has_value());
  CHECK(cell->energy.figures.has_value());
  CHECK(record.find<MemoryCell>(key_of(memory(12)))->roofline_fraction.value() ==
        Approx(393216e-9 / 50));
  CHECK(record.find<HaloCell>(key_of(halo(8))));
}

TEST_CASE("energy, or the reason for its absence, is read back with its cell") {
  Folder const folder;
  auto record = RunRecord(
      {.json = folder / "a.json", .csv = folder / "a.csv", .csv_kinds = csv_kinds()}, header());
  auto copy = memory(16); // a memory cell without flops
  copy.energy = {.figures = Energy{.joules_per_call = 2, .watts_per_node = 5}, .missing = {}};
  record.add(hopping(8));
  record.add(memory(12));
  record.add(copy);
  record.add(halo(8));
  auto const again = RunRecord::read(folder / "a.json");
  auto const energy = again.find<HoppingCell>(key_of(hopping(8)))->energy;
  REQUIRE(energy.figures);
  CHECK(energy.missing.empty());
  CHECK(energy.figures->joules_per_call == 1.0 / 3);
  CHECK(energy.figures->watts_per_node == 100.0 / 7);
  CHECK(energy.figures->mflops_per_watt.value() == 1e4 / 3);
  auto const none = again.find<MemoryCell>(key_of(memory(12)))->energy;
  CHECK_FALSE(none.figures);
  CHECK(none.missing == "too short");
  auto const without_flops = again.find<MemoryCell>(key_of(copy))->energy;
  REQUIRE(without_flops.figures);
  CHECK(without_flops.figures->joules_per_call == 2);
  CHECK_FALSE(without_flops.figures->mflops_per_watt);
  auto const neither = again.find<HaloCell>(key_of(halo(8)))->energy;
  CHECK_FALSE(neither.figures);
  CHECK(neither.missing.empty());
  auto const table = content(folder / "a.memory.csv");
  CHECK_THAT(table, ContainsSubstring(
                        "energy_joules_per_call,energy_watts_per_node,energy_mflops_per_watt"));
  CHECK_THAT(table, ContainsSubstring(",too short,"));
}

TEST_CASE("a key may have other parameters than L, Ls and precision") {
  Folder const folder;
  auto const key = [](int bytes) {
    return CellKey{.benchmark = "halo",
                   .kernel = "halo",
                   .variant = "put",
                   .parameters = {{"bytes", bytes}, {"ranks", "neighbours"}}};
  };
  auto record = new_record(folder / "a.json");
  record.add(SkippedCell{key(8), "no"});
  record.add(SkippedCell{key(16), "no"});
  record.add(SkippedCell{key(8), "not that either"});
  auto const document = nlohmann::json::parse(content(folder / "a.json"));
  REQUIRE(document.at("cells").size() == 2);
  auto const& cell = document.at("cells").at(0);
  CHECK(cell.at("parameters") == nlohmann::json{{"bytes", 8}, {"ranks", "neighbours"}});
  CHECK(!cell.contains("l"));
  CHECK(cell.at("reason") == "not that either");
  auto const again = RunRecord::read(folder / "a.json");
  REQUIRE(again.cells().size() == 2);
  CHECK(again.cells()[1].key == key(16));
  CHECK(again.cells()[1].reason() == "no");
  CHECK(region_name(key(16)) == "kitt::cell halo bytes=16 ranks=neighbours put");
  CHECK(region_name(key_of(hopping(8))) == "kitt::cell DWF4 L=8 Ls=16 double a");
}

TEST_CASE("cells of both parities and of the dagger have different keys") {
  Folder const folder;
  auto both = hopping(8);
  both.application = HoppingApplication{.parity = "both"};
  auto daggered = both;
  daggered.application->dagger = "yes";
  {
    auto record = new_record(folder / "a.json");
    for (auto const& cell : {hopping(8), both, daggered})
      record.add(cell);
  }
  auto const again = resumed(folder / "a.json");
  CHECK(again.cells_of<HoppingCell>().size() == 3);
  CHECK(!again.find<HoppingCell>(key_of(hopping(8)))->application);
  CHECK(again.find<HoppingCell>(key_of(both))->application->dagger == "no");
  auto const key = key_of(daggered);
  CHECK(key != key_of(both));
  CHECK(again.find<HoppingCell>(key)->application->parity == "both");
  CHECK(application_name(application_of(key)) == " (both parities, daggered)");
  auto const cells = nlohmann::json::parse(content(folder / "a.json")).at("cells");
  CHECK(!cells.at(0).contains("parameters"));
  CHECK(cells.at(1).at("parameters") == nlohmann::json{{"parity", "both"}, {"dagger", "no"}});
}

TEST_CASE("cells of several right-hand sides have keys with their count and layout") {
  Folder const folder;
  auto one = hopping(8);
  one.right_hand_sides = RightHandSides{.seconds = 1e-3};
  auto looped = hopping(8);
  looped.right_hand_sides = RightHandSides{.count = 4, .seconds = 5e-4, .joules = 0.25};
  auto in_lanes = looped;
  in_lanes.right_hand_sides->layout = RhsLayout::lanes;
  CHECK(key_of(one) == key_of(hopping(8)));
  CHECK(name_of(key_of(looped)) == "DWF4 L=8 layout=loop Ls=16 double rhs=4 a");
  {
    auto record = new_record(folder / "a.json");
    for (auto const& cell : {one, looped, in_lanes})
      record.add(cell);
  }
  auto const again = resumed(folder / "a.json");
  CHECK(again.cells_of<HoppingCell>().size() == 3);
  CHECK(again.find<HoppingCell>(key_of(in_lanes))->right_hand_sides->layout == RhsLayout::lanes);
  CHECK(again.find<HoppingCell>(key_of(looped))->right_hand_sides->joules == 0.25);
  auto const cells = nlohmann::json::parse(content(folder / "a.json")).at("cells");
  CHECK(cells.at(0).at("right_hand_sides") ==
        nlohmann::json{{"count", 1}, {"layout", "loop"}, {"seconds", 1e-3}});
}

TEST_CASE("a memory kernel with a size in bytes is found by the requested bytes, not by the moved "
          "bytes") {
  Folder const folder;
  auto cell = memory(0);
  cell.asked_bytes = 1'000'000;
  cell.bytes = 999'936;
  {
    auto record = new_record(folder / "a.json");
    record.add(cell);
    record.add(memory(12));
  }
  auto const again = RunRecord::read(folder / "a.json");
  auto of_more_ranks = cell;
  of_more_ranks.bytes = 999'424; // bytes are rounded down for each rank
  auto const found = again.find<MemoryCell>(key_of(of_more_ranks));
  REQUIRE(found);
  CHECK(found->asked_bytes == 1'000'000);
  CHECK(found->bytes == 999'936);
  auto other = cell;
  other.asked_bytes = 999'936;
  CHECK_FALSE(again.find<MemoryCell>(key_of(other)));
  CHECK(name_of(key_of(cell)) == "axpy (Kokkos Kernels) bytes=1000000 single");
  auto const cells = nlohmann::json::parse(content(folder / "a.json")).at("cells");
  CHECK(cells.at(0).at("parameters") == nlohmann::json{{"bytes", 1'000'000}});
  CHECK_FALSE(cells.at(1).contains("parameters"));
}

TEST_CASE("a key is replaced, not doubled, and failed or skipped cells are not found") {
  Folder const folder;
  {
    auto record = new_record(folder / "a.json");
    record.add(FailedCell{.key = lattice_key("DWF4", 8, 16, Precision::double_precision, "a"),
                          .reason = "differs",
                          .verification_error = std::numeric_limits<double>::quiet_NaN()});
    record.add(SkippedCell{lattice_key("DWF5", 8, 5, Precision::single_precision, ""), "no"});
    CHECK(record.failed_cells() == 1);
    CHECK(record.measured_cells() == 0);
    CHECK(!record.find<HoppingCell>(key_of(hopping(8))));
  }
  auto again = resumed(folder / "a.json");
  again.add(hopping(8));
  CHECK(again.failed_cells() == 0);
  CHECK(again.measured_cells() == 1);
  auto const document = nlohmann::json::parse(content(folder / "a.json"));
  CHECK(document.at("cells").size() == 2);
  CHECK(document.at("cells").at(0).at("status") == "measured");
}

TEST_CASE("a table of no ranks has no operations and does not end the program") {
  HashCell cell;
  cell.entries = 8;
  cell.ranks = 0;
  CHECK(operations(cell) == 0);
}

TEST_CASE("a figure that is not a number is never written to a record") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
  auto cell = hopping(8);
  cell.mflops_per_node = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(record.add(cell), kitt::InternalError);
  CHECK(nlohmann::json::parse(content(folder / "a.json")).at("cells").empty());
}
