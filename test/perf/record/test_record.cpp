// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/benchmarks/hash/hash_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/memory/memory_cell.hpp"
#include "miniapp/score/efficiency.hpp"
#include "perf/record/csv.hpp"
#include "perf/record/record.hpp"
#include "test/catch.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

using namespace kitt::miniapp;
using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;
using kitt::Overwrite;
namespace fs = std::filesystem;

namespace {

/// A temporary folder. The folder is removed at the end.
class Folder {
public:
  Folder() : path_(fs::temp_directory_path() / ("kitt-record-" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;

  fs::path operator/(char const* name) const { return path_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), {}));
  }

private:
  fs::path path_;
};

std::string content(fs::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

RecordHeader header() {
  RecordHeader result;
  result.provenance.command_line = {"kitt", "dslash"};
  result.provenance.hostnames = {"host"};
  result.provenance.time = "2026-01-01T00:00:00Z";
  result.provenance.git_commit = "abc";
  result.configuration.benchmark = "dslash";
  result.topology.cpu_model = "Model T";
  return result;
}

HoppingCell hopping(int l) {
  return {.kernel = "DWF4",
          .l = l,
          .local_volume = {l, l, l, l},
          .global_volume = {l, l, l, l},
          .ls = 16,
          .precision = Precision::double_precision,
          .lanes = 8,
          .lane_grid = {1, 2, 2, 2, 1},
          .variant = "a",
          .links = kitt::LinkStorage::two_rows,
          .flops_per_site = 1320,
          .sites = 123456789012,
          .verification_error = 1e-15 / 3,
          .verification_tolerance = 1e-13,
          .verification_site_error = 2e-15 / 3,
          .verification_site_tolerance = 8e-13,
          .seconds = {.count = 11,
                      .median = 1.0 / 3,
                      .mean = 0.1,
                      .standard_error = 1e-9,
                      .minimum = 0.05,
                      .maximum = 0.7,
                      .calls_per_sample = 3},
          .mflops_per_node = 1e6 / 7,
          .mflops_per_node_mean = 2e6 / 7,
          .arithmetic_intensity = 5.9,
          .ceiling = "L2 bandwidth",
          .roofline_fraction = 0.4,
          .peak_fraction = 0.3,
          .roofline_gflops_per_s = 170.0 / 7,
          .roofline_gb_per_s = 30.0 / 7,
          .working_set_bytes = 1e9 / 7,
          .energy = {.figures = Energy{.joules_per_call = 1.0 / 3,
                                       .watts_per_node = 100.0 / 7,
                                       .mflops_per_watt = 1e4 / 3},
                     .missing = {}}};
}

MemoryCell memory(int l) {
  MemoryCell cell;
  cell.kernel = "axpy (Kokkos Kernels)";
  cell.l = l;
  cell.bytes = 393216;
  cell.gb_per_s = cell.gb_per_s_per_node = 31.0 / 7;
  cell.gflops_per_s = 5;
  cell.seconds = {.count = 2, .median = 1, .mean = 1, .minimum = 1, .maximum = 1};
  cell.ceiling = "memory bandwidth";
  cell.arithmetic_intensity = 1.0 / 6;
  cell.roofline_gflops_per_s = 5.0 / 3;
  cell.roofline_gb_per_s = 10.0 / 3;
  cell.working_set_bytes = 393216;
  cell.energy.missing = "too short";
  return cell;
}

HaloCell halo(int l) {
  return {.directions = "xt",
          .transport = "shm",
          .l = l,
          .ls = 8,
          .precision = Precision::double_precision,
          .face_bytes = 393216,
          .bytes_per_node = 8 * 393216,
          .bytes_by_messages = 2 * 393216,
          .bytes_by_shared_memory = 3 * 393216,
          .seconds = {.count = 9,
                      .median = 1e-3 / 3,
                      .mean = 2e-3 / 3,
                      .standard_error = 1e-5,
                      .minimum = 1e-4,
                      .maximum = 1e-2,
                      .calls_per_sample = 2}};
}

RunRecord new_record(fs::path const& path) {
  return RunRecord({.json = path, .csv = {}}, header());
}

RunRecord resumed(fs::path const& path, RecordHeader const& now = header()) {
  return RunRecord::resume({.json = path, .csv = {}}, now);
}

/// Writes the record of a run with a hopping cell and a halo cell. Returns its text.
std::string written_record(fs::path const& path) {
  {
    auto record = new_record(path);
    record.add(hopping(8));
    record.add(halo(8));
    record.finish();
  }
  return content(path);
}

} // namespace

TEST_CASE("cells are read back bit for bit") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
  record.add(hopping(8));
  record.add(memory(12));
  record.add(halo(8));
  auto const again = RunRecord::read(folder / "a.json");
  auto const cell = again.find<HoppingCell>(key_of(hopping(8)));
  REQUIRE(cell);
  auto const expected = hopping(8);
  CHECK(cell->local_volume == expected.local_volume);
  CHECK(cell->lane_grid == expected.lane_grid);
  CHECK(cell->links == expected.links);
  CHECK(cell->lanes == expected.lanes);
  CHECK(cell->flops_per_site == expected.flops_per_site);
  CHECK(cell->sites == expected.sites);
  CHECK(cell->verification_error == expected.verification_error);
  CHECK(cell->verification_tolerance == expected.verification_tolerance);
  CHECK(cell->verification_site_error == expected.verification_site_error);
  CHECK(cell->verification_site_tolerance == expected.verification_site_tolerance);
  CHECK(cell->seconds.count == expected.seconds.count);
  CHECK(cell->seconds.median == expected.seconds.median);
  CHECK(cell->seconds.standard_error == expected.seconds.standard_error);
  CHECK(cell->seconds.maximum == expected.seconds.maximum);
  CHECK(cell->seconds.calls_per_sample == expected.seconds.calls_per_sample);
  CHECK(cell->mflops_per_node == expected.mflops_per_node);
  CHECK(cell->mflops_per_node_mean == expected.mflops_per_node_mean);
  CHECK(cell->ceiling == expected.ceiling);
  CHECK(cell->peak_fraction == expected.peak_fraction);
  CHECK(cell->roofline_gflops_per_s == expected.roofline_gflops_per_s);
  CHECK(cell->roofline_gb_per_s == expected.roofline_gb_per_s);
  CHECK(cell->working_set_bytes == expected.working_set_bytes);
  auto const other = again.find<MemoryCell>(key_of(memory(12)));
  REQUIRE(other);
  CHECK(other->bytes == 393216);
  CHECK(other->gb_per_s == 31.0 / 7);
  CHECK(other->arithmetic_intensity == 1.0 / 6);
  CHECK(other->roofline_gflops_per_s == 5.0 / 3);
  CHECK(other->roofline_gb_per_s == 10.0 / 3);
  CHECK(other->working_set_bytes == 393216);
  CHECK(!again.find<HoppingCell>(key_of(hopping(12))));
  CHECK(!again.find<MemoryCell>(key_of(memory(8))));
  auto const exchange = again.find<HaloCell>(key_of(halo(8)));
  REQUIRE(exchange);
  CHECK(exchange->directions == "xt");
  CHECK(exchange->transport == "shm");
  CHECK(exchange->precision == Precision::double_precision);
  CHECK(exchange->face_bytes == 393216);
  CHECK(exchange->bytes_per_node == 8 * 393216);
  CHECK(exchange->bytes_by_messages == 2 * 393216);
  CHECK(exchange->bytes_by_shared_memory == 3 * 393216);
  CHECK(exchange->seconds.mean == halo(8).seconds.mean);
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
  CHECK_THAT(table, ContainsSubstring("joules_per_call,watts_per_node,mflops_per_watt"));
  CHECK_THAT(table, ContainsSubstring(",too short,"));
}

TEST_CASE("the choice of an order is read back with its cell, and other cells have none") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
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
  record.add(hopping(8));
  record.add(tuned);
  auto const again = RunRecord::read(folder / "a.json");
  CHECK(!again.find<HoppingCell>(key_of(hopping(8)))->tuning);
  auto const cell = again.find<HoppingCell>(key_of(tuned));
  REQUIRE(cell);
  REQUIRE(cell->tuning);
  CHECK(cell->tuning->order == tuned.tuning->order);
  CHECK(cell->tuning->order_data == tuned.tuning->order_data);
  CHECK(cell->tuning->source == tuned.tuning->source);
  CHECK(cell->tuning->effort == tuned.tuning->effort);
  CHECK(cell->tuning->candidates == 9);
  CHECK(cell->tuning->seconds == 1.0 / 3);
  CHECK(cell->tuning->plain_seconds == 2.0 / 3);
  CHECK(cell->tuning->time == tuned.tuning->time);
}

TEST_CASE("a new record is on disk at once, and each cell when it is added") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
  CHECK(content(folder / "a.json") == record.text());
  record.add(hopping(8));
  CHECK(folder.files() == 1); // no temporary file is left
  auto const document = nlohmann::json::parse(content(folder / "a.json"));
  CHECK(document.at("cells").size() == 1);
  CHECK(document.at("summary").at("complete") == false);
  record.add(hopping(12));
  CHECK(nlohmann::json::parse(content(folder / "a.json")).at("cells").size() == 2);
  CHECK(folder.files() == 1);
  record.finish();
  auto const finished = nlohmann::json::parse(content(folder / "a.json"));
  CHECK(finished.at("summary").at("complete") == true);
  CHECK(finished.at("summary").at("cells_measured") == 2);
}

TEST_CASE("a reader of a growing record always finds a valid document") {
  Folder const folder;
  auto const path = folder / "a.json";
  auto one_rank = new_record(folder / "one.json");
  one_rank.add(hopping(8));
  auto two_ranks = header();
  two_ranks.configuration.ranks = 2;
  RunRecord record({.json = path, .csv = {}}, two_ranks);
  set_baseline(record, (folder / "one.json").string());
  std::size_t in_place = 0;
  for (int i = 0; i < 20; ++i) {
    auto const before = content(path);
    auto const file = fs::hard_link_count(path);
    fs::create_hard_link(path, folder / "old.json");
    auto cell = hopping(8 + 4 * (i % 2));
    cell.variant = std::string(static_cast<std::size_t>(1 + i % 7), 'v') + std::to_string(i);
    record.add(cell);
    bool const same_file = fs::hard_link_count(path) == file + 1;
    fs::remove(folder / "old.json");
    if (!same_file)
      continue;
    ++in_place;
    auto const now = content(path);
    REQUIRE(now.size() == before.size());
    for (std::size_t page = 0; page <= now.size(); page += 4096)
      for (auto const& mixed :
           {before.substr(0, page) + now.substr(page), now.substr(0, page) + before.substr(page)})
        CHECK(nlohmann::json::accept(mixed));
    CHECK(nlohmann::json::parse(now).at("cells").size() == static_cast<std::size_t>(i + 1));
  }
  CHECK(in_place > 10);
}

TEST_CASE("a record is rarely rewritten as a whole, for any number of cells") {
  Folder const folder;
  auto const path = folder / "a.json";
  RunRecord record({.json = path, .csv = folder / "a.csv"}, header());
  int files = 0;
  constexpr int cells = 300;
  for (int i = 0; i < cells; ++i) {
    fs::create_hard_link(path, folder / "old.json");
    auto cell = hopping(8);
    cell.variant = std::to_string(i);
    record.add(cell);
    files += fs::hard_link_count(path) == 1 ? 1 : 0;
    fs::remove(folder / "old.json");
  }
  CHECK(files < 10); // about the logarithm of the number of cells
  auto const document = nlohmann::json::parse(content(path));
  CHECK(document.at("cells").size() == cells);
  CHECK(document.at("summary").at("cells_measured") == cells);
  CHECK(document.at("summary").at("complete") == false);
  auto const table = content(folder / "a.csv");
  CHECK(std::count(table.begin(), table.end(), '\n') == cells + 1);
  record.finish();
  CHECK(content(path) == record.text());
  CHECK(content(folder / "a.csv") == table);
}

/// Checks that `now` contains everything of `older`. Values that `older` lacks may be new.
void check_says_all(nlohmann::json const& older, nlohmann::json const& now) {
  INFO(older.dump().substr(0, 200));
  if (older.is_object()) {
    for (auto const& [key, value] : older.items())
      check_says_all(value, now.value(key, nlohmann::json("nothing")));
  } else if (older.is_array() && older.size() == now.size()) {
    for (std::size_t i = 0; i < older.size(); ++i)
      check_says_all(older[i], now[i]);
  } else {
    CHECK(older == now);
  }
}

TEST_CASE("records of older versions are read without loss") {
  for (auto const* const name : {"ranks-1.json", "ranks-4.json", "profile-4.json"}) {
    INFO(name);
    auto const path = fs::path(KITT_OLDER_RECORDS) / name;
    auto older = nlohmann::json::parse(content(path));
    auto now = nlohmann::json::parse(RunRecord::read(path).text());
    CHECK(older.erase("summary") + now.erase("summary") == 2); // `complete` refers to this run
    check_says_all(older, now);
  }
}

TEST_CASE("a cell whose L is not a whole number of sites is refused") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
  record.add(SkippedCell{key_of(hopping(8)), "no"});
  record.finish();
  auto document = nlohmann::json::parse(content(folder / "a.json"));
  for (auto const& l : {nlohmann::json(1LL << 40), nlohmann::json("eight")}) {
    document["cells"][0]["l"] = l;
    std::ofstream(folder / "b.json") << document;
    CHECK_THROWS_WITH(RunRecord::read(folder / "b.json"),
                      ContainsSubstring("l is " + l.dump() + ", not a whole number"));
  }
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
  CHECK(!cells.at(0).contains("parameters")); // this is the form of older versions
  CHECK(cells.at(1).at("parameters") == nlohmann::json{{"parity", "both"}, {"dagger", "no"}});
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

TEST_CASE("a run that fails before its first measurement leaves no files") {
  Folder const folder;
  RecordFiles files{.json = folder / "a.json", .csv = folder / "a.csv"};
  {
    RunRecord const record(files, header());
    CHECK(folder.files() == 2);
  }
  CHECK(folder.files() == 0);
  new_record(files.json).add(hopping(8));
  auto const before = content(files.json);
  files.overwrite = Overwrite::yes;
  { RunRecord const record(files, header()); }
  CHECK(content(files.json) == before); // an older record stays unchanged
  CHECK(folder.files() == 1);
}

TEST_CASE("only one run at a time writes a record") {
  Folder const folder;
  auto const path = folder / "a.json";
  auto const written = ContainsSubstring("is being written by another run (");
  {
    auto record = new_record(path);
    CHECK_THROWS_WITH(new_record(path), written);
    CHECK_THROWS_WITH(RunRecord({.json = path, .csv = {}, .overwrite = Overwrite::yes}, header()),
                      written);
    record.add(hopping(8));
    CHECK_THROWS_WITH(resumed(path), written); // the lock belongs to the new file of the record
    CHECK_THROWS_WITH(RunRecord({.json = folder / "b.json", .csv = path}, header()), written);
    CHECK(!fs::exists(folder / "b.json"));
    CHECK_NOTHROW(RunRecord::read(path)); // reading it is allowed
  }
  CHECK_NOTHROW(resumed(path));
  CHECK_THROWS_WITH(new_record(path), ContainsSubstring("exists"));
}

TEST_CASE("a mirror contains an equal record and writes nothing") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
  record.add(hopping(8));
  auto mirror = RunRecord::mirror(record.text());
  CHECK(mirror.path().empty());
  CHECK(mirror.find<HoppingCell>(key_of(hopping(8))));
  auto const before = content(folder / "a.json");
  mirror.add(memory(12));
  mirror.finish();
  CHECK(content(folder / "a.json") == before);
  record.add(memory(12));
  record.finish();
  CHECK(mirror.text() == record.text());
  CHECK(record.text() == content(folder / "a.json"));
}

TEST_CASE("half-written files of a killed run are ignored") {
  Folder const folder;
  {
    auto record = new_record(folder / "a.json");
    record.add(hopping(8));
  }
  std::ofstream(folder / "a.json.part-1") << "{\"schema_ver";
  CHECK(resumed(folder / "a.json").find<HoppingCell>(key_of(hopping(8))));
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

TEST_CASE("an existing file is overwritten only on request") {
  Folder const folder;
  std::ofstream(folder / "a.json") << "mine";
  CHECK_THROWS_WITH(new_record(folder / "a.json"), ContainsSubstring("exists"));
  CHECK(content(folder / "a.json") == "mine");
  RunRecord record({.json = folder / "a.json", .csv = {}, .overwrite = Overwrite::yes}, header());
  CHECK(content(folder / "a.json") == "mine"); // unchanged, because there is no cell yet
  record.add(hopping(8));
  CHECK(content(folder / "a.json") != "mine");
}

TEST_CASE("a path that cannot be written is refused at the start") {
  Folder const folder;
  CHECK_THROWS_AS(new_record(folder / "none" / "a.json"), kitt::UserError);
  CHECK_THROWS_AS(
      RunRecord({.json = "/dev/null", .csv = {}, .overwrite = Overwrite::yes}, header()),
      kitt::UserError);
  CHECK_THROWS_AS(RunRecord({.json = folder / "a", .csv = folder / "a"}, header()),
                  kitt::UserError);
  CHECK(folder.files() == 0);
}

TEST_CASE("a link stays a link") {
  Folder const folder;
  {
    auto record = new_record(folder / "real.json");
    record.add(hopping(8));
  }
  fs::create_symlink(folder / "real.json", folder / "link.json");
  resumed(folder / "link.json").add(hopping(12));
  CHECK(fs::is_symlink(folder / "link.json"));
  CHECK(resumed(folder / "real.json").cells_of<HoppingCell>().size() == 2);
}

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

TEST_CASE("a run that does not fit to a record is refused with the difference") {
  Folder const folder;
  new_record(folder / "a.json").add(hopping(8));
  auto const before = content(folder / "a.json");
  auto now = header();
  now.configuration.seed = 7;
  CHECK_THROWS_WITH(resumed(folder / "a.json", now),
                    ContainsSubstring("configuration/seed is 0 there and 7 here"));
  now = header();
  now.topology.cpu_model = "Model A";
  CHECK_THROWS_WITH(resumed(folder / "a.json", now),
                    ContainsSubstring("topology/cpu_model is \"Model T\" there and \"Model A\""));
  now = header();
  now.configuration.flops_per_site = 1320;
  CHECK_THROWS_WITH(resumed(folder / "a.json", now), ContainsSubstring("flops_per_site"));
  now = header();
  now.provenance.git_commit = "def";
  CHECK_THROWS_WITH(resumed(folder / "a.json", now), ContainsSubstring("git_commit"));
  CHECK(content(folder / "a.json") == before);
  now = header(); // another node of equal kind may continue at another time
  now.provenance.hostnames = {"other"};
  now.provenance.time = "2026-01-02T00:00:00Z";
  now.topology.available_memory_bytes = 5;
  now.configuration.binding.thread_cpusets = {};
  now.configuration.energy_source = "powercap"; // the user may have got more rights meanwhile
  now.provenance.label = "again";
  now.configuration.environment = {{"SLURM_CPU_BIND_LIST", "0x3"}}; // the job has another
                                                                    // allocation
  CHECK_NOTHROW(resumed(folder / "a.json", now).finish());
  auto const resumption =
      nlohmann::json::parse(content(folder / "a.json"))["provenance"]["resumed"];
  CHECK(resumption.back()["label"] == "again");
}

TEST_CASE("a changed environment is refused, unless the record is too old to contain its own") {
  Folder const folder;
  auto was = header();
  was.configuration.environment = {{"OMP_PLACES", "cores"}};
  was.configuration.mpi_protocol = {{"btl_tcp_eager_limit", "65536"}};
  RunRecord({.json = folder / "a.json", .csv = {}}, was).add(hopping(8));
  auto now = was;
  now.configuration.environment = {{"UCX_TLS", "rc"}};
  CHECK_THROWS_WITH(resumed(folder / "a.json", now),
                    ContainsSubstring("configuration/environment/OMP_PLACES is \"cores\" there and "
                                      "absent here"));
  now = was;
  now.configuration.mpi_protocol["btl_tcp_eager_limit"] = "64";
  CHECK_THROWS_WITH(resumed(folder / "a.json", now), ContainsSubstring("btl_tcp_eager_limit"));
  CHECK_NOTHROW(resumed(folder / "a.json", was));
  auto old = nlohmann::json::parse(content(folder / "a.json"));
  old["configuration"].erase("environment");
  old["configuration"].erase("mpi_protocol");
  std::ofstream(folder / "a.json") << old.dump();
  CHECK_NOTHROW(resumed(folder / "a.json", now));
}

TEST_CASE("a simulated machine is a different configuration and is named in the record") {
  Folder const folder;
  auto was = header();
  was.configuration.simulated = {.platform = "slingshot"};
  RunRecord({.json = folder / "a.json", .csv = {}}, was).add(hopping(8));
  auto const written = nlohmann::json::parse(content(folder / "a.json"))["configuration"];
  CHECK(written["simulated"] == nlohmann::json{{"platform", "slingshot"}, {"computing", "none"}});
  CHECK_NOTHROW(resumed(folder / "a.json", was));
  CHECK_THROWS_WITH(resumed(folder / "a.json", header()),
                    ContainsSubstring("configuration/simulated"));
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

TEST_CASE("impossible figures are refused with the name of the cell") {
  Folder const folder;
  auto const path = folder / "a.json";
  auto const good = written_record(path);
  auto const refused = [&](std::string const& text, std::string const& why) {
    std::ofstream(path) << text;
    for (auto const& use :
         {std::function([&] { resumed(path); }), std::function([&] { RunRecord::read(path); })})
      CHECK_THROWS_WITH(use(), ContainsSubstring("cannot use the record " + path.string() + " (") &&
                                   ContainsSubstring(why) &&
                                   ContainsSubstring("): give one that `kitt` wrote"));
    CHECK(content(path) == text);
  };
  auto const altered = [&](char const* pointer, std::string const& value, std::string const& why) {
    constexpr char const* mark = "VALUE";
    auto document = nlohmann::ordered_json::parse(good);
    document[nlohmann::ordered_json::json_pointer(pointer)] = mark;
    auto text = document.dump();
    text.replace(text.find("\"VALUE\""), 7, value);
    refused(text, why);
  };
  std::string const first = "cells[0], hopping DWF4 L=8";
  altered("/cells/0/seconds/median", "-1", first);
  altered("/cells/0/seconds/median", "-1", "seconds.median is -1.0, which no call takes");
  altered("/cells/0/seconds/median", "0", "seconds.median is 0.0, which no call takes");
  altered("/cells/0/seconds/median", "1e-320", "which no call takes");
  altered("/cells/0/seconds/mean", "1e300", "seconds.mean is 1e+300, which no call takes");
  altered("/cells/0/seconds/median", "1e999", "cells[0].seconds.median is larger than any number");
  altered("/cells/1/seconds/standard_error", "-0.5", "seconds.standard_error is -0.5, below 0");
  altered("/cells/0/mflops_per_node", "0", "mflops_per_node is 0.0, no rate");
  altered("/cells/1/bytes_per_node", "0", "one_way.mb_per_s_per_node is 0.0, no rate");
  altered("/cells/0/mflops_per_node", "-3", "mflops_per_node is -3.0, below 0");
  altered("/cells/0/mflops_per_node_mean", "-5", first);
  altered("/cells/0/mflops_per_node_mean", "-5", "mflops_per_node_mean is -5.0, below 0");
  altered("/cells/0/mflops_per_node", "1.7e308", "mflops_per_node is 1.7e+308, larger than any");
  altered("/cells/1/one_way/minimum_mb_per_s_per_node", "-5",
          "one_way.minimum_mb_per_s_per_node is -5.0, below 0");
  altered("/summary/comparison_point_mflops_per_node", "0",
          "summary.comparison_point_mflops_per_node is 0.0, no rate");
  altered("/ceilings", "{\"levels\": [{\"read_gb_per_s\": -5}]}", "(");
  altered("/cells/1/seconds/median", "null", "cells[1]: median is null");
  altered("/cells/1/seconds", "{}", "cells[1]: key 'count' not found");
  altered("/cells/0/seconds/median", "1, \"median\": 2",
          "the key \"median\" comes twice in cells[0].seconds");
  altered("/schema_version", "1, \"schema_version\": 1",
          "the key \"schema_version\" comes twice in it");
  auto exact = nlohmann::ordered_json::parse(good); // a single sample has the error 0, which is
                                                    // allowed
  exact["cells"][1]["seconds"]["standard_error"] = 0;
  std::ofstream(path) << exact.dump();
  CHECK(RunRecord::read(path).cells().size() == 2);
  auto twice = nlohmann::ordered_json::parse(good);
  twice["cells"].push_back(twice["cells"][0]);
  refused(twice.dump(), "cells[2], hopping DWF4 L=8");
  refused(twice.dump(), "comes twice");
}

TEST_CASE("a byte-order mark at the beginning of a record is skipped") {
  Folder const folder;
  auto const path = folder / "a.json";
  auto const good = written_record(path);
  std::ofstream(path) << "\xEF\xBB\xBF" << good;
  CHECK(RunRecord::read(path).cells().size() == 2);
  CHECK_NOTHROW(resumed(path));
}

TEST_CASE("a table of no ranks has no operations and does not end the program") {
  HashCell cell;
  cell.entries = 8;
  cell.ranks = 0;
  CHECK(operations(cell) == 0);
}

TEST_CASE("a damaged or foreign document is refused") {
  Folder const folder;
  auto const path = folder / "a.json";
  auto const good = written_record(path);
  auto const refused = [&](std::string const& text) {
    std::ofstream(path) << text;
    CHECK_THROWS_AS(resumed(path), kitt::UserError);
    CHECK(content(path) == text);
  };
  refused("");
  refused("[]");
  refused("{\"schema_version\": 1}");
  CHECK_THROWS_WITH(resumed(path), ContainsSubstring("key 'cells' not found") &&
                                       !ContainsSubstring("json.exception"));
  for (std::size_t length = 0; length + 2 < good.size(); length += good.size() / 37)
    refused(good.substr(0, length));
  auto const altered = [&](char const* pointer, nlohmann::ordered_json const& value) {
    auto document = nlohmann::ordered_json::parse(good);
    document[nlohmann::ordered_json::json_pointer(pointer)] = value;
    refused(document.dump());
  };
  altered("/schema_version", 2);
  altered("/cells", "none");
  altered("/cells/0/mflops_per_node", "fast");
  altered("/cells/0/precision", "half");
  altered("/cells/0/local_volume", {8, 8});
  altered("/cells/0/seconds", nullptr);
  altered("/ceilings", {{"threads", 1}});
  altered("/cells/0/l", 9223372036854775808u);
  altered("/cells/0/l", -8);
  altered("/cells/0/ls", 16.5);
  altered("/cells/0/verification_error", true);
  altered("/cells/0/mflops_per_node", {1});
  altered("/cells/1/one_way/mb_per_s_per_node", "fast"); // a key that no reader of a cell needs
  CHECK_THROWS_WITH(
      resumed(path),
      ContainsSubstring("a.json (cells[1]: mb_per_s_per_node is \"fast\", not of the type"));
  altered("/cells/0/kernel", "DWF6");
  CHECK_THROWS_WITH(resumed(path),
                    ContainsSubstring("a.json (cells[0]: this version of KITT has no kernel "
                                      "\"DWF6\" of the benchmark hopping): give"));
  altered("/cells/0/kernel", "read");
  altered("/cells/0/benchmark", "network");
  CHECK_THROWS_WITH(resumed(path), ContainsSubstring("has no benchmark \"network\""));
  altered("/cells/0/status", "lost");
  altered("/provenance", 3);
  altered("/provenance/resumed", 3);
  altered("/configuration/ranks", "many");
  CHECK_THROWS_WITH(resumed(folder / "none.json"), ContainsSubstring("no such file"));
}

TEST_CASE("a figure that is not a number is never written to a record") {
  Folder const folder;
  auto record = new_record(folder / "a.json");
  auto cell = hopping(8);
  cell.mflops_per_node = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(record.add(cell), kitt::InternalError);
  CHECK(nlohmann::json::parse(content(folder / "a.json")).at("cells").empty());
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
  CHECK_THAT(memory_text(2, memory), Catch::Matchers::ContainsSubstring("52.5 % of it named"));
  Folder const folder;
  auto record = new_record(folder / "a.json");
  record.set_memory(memory);
  record.finish();
  auto const kept = nlohmann::json::parse(content(folder / "a.json")).at("memory_by_cause");
  CHECK(kept.at("fields_bytes") == 950);
  CHECK(kept.at("other_bytes") == 225);
}

TEST_CASE("names that are not UTF-8 do not stop a record") {
  Folder const folder;
  auto odd = header();
  odd.provenance.command_line = {"kitt", "--gauge", "\xff\xfe"};
  RunRecord record({.json = folder / "a.json", .csv = {}}, odd);
  record.add(hopping(8));
  CHECK_NOTHROW(nlohmann::json::parse(content(folder / "a.json")));
}

namespace {
std::vector<std::string> lines_of(fs::path const& path) {
  std::vector<std::string> lines;
  std::istringstream text(content(path));
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  return lines;
}
RecordFiles with_tables(Folder const& folder) {
  return {.json = folder / "a.json", .csv = folder / "a.csv", .csv_kinds = csv_kinds()};
}
} // namespace

TEST_CASE("each kind of cells has a CSV table with one row per cell and one field per column") {
  Folder const folder;
  {
    RunRecord record(with_tables(folder), header());
    record.add(hopping(8));
    record.add(memory(12));
    record.add(SkippedCell{lattice_key("DWF5", 8, 5, Precision::single_precision, ""), "a, \"b\""});
    record.add(memory(16));
  }
  auto const hops = lines_of(folder / "a.hopping.csv");
  auto const fields = lines_of(folder / "a.memory.csv");
  REQUIRE(hops.size() == 3);
  REQUIRE(fields.size() == 3);
  auto const commas = [](std::string const& line) {
    return std::count(line.begin(), line.end(), ',');
  };
  CHECK(hops[0].substr(0, 33) == "benchmark,status,kernel,l,ls,prec");
  CHECK(commas(hops[1]) == commas(hops[0]));
  CHECK(commas(hops[2]) == commas(hops[0]) + 1);
  CHECK(commas(fields[1]) == commas(fields[0]));
  CHECK(commas(fields[0]) < commas(hops[0]));
  CHECK_THAT(hops[1], ContainsSubstring("hopping,measured,DWF4,8,16,double,a,8.8.8.8,"));
  CHECK_THAT(hops[2], ContainsSubstring("\"a, \"\"b\"\"\""));
  CHECK_THAT(fields[1], ContainsSubstring("memory,measured,axpy (Kokkos Kernels),12,1,single,,"));
  CHECK_THAT(fields[2], ContainsSubstring("memory,measured,axpy (Kokkos Kernels),16,1,single,,"));
  CHECK(folder.files() == 3); // a kind without cells has no table
}

TEST_CASE("the CSV table of an earlier run is emptied if its kind has no cells now") {
  Folder const folder;
  auto files = with_tables(folder);
  {
    RunRecord record(files, header());
    record.add(hopping(8));
    record.add(halo(8));
  }
  CHECK_THROWS_WITH(RunRecord(files, header()), ContainsSubstring("a.json exists"));
  fs::remove(files.json);
  CHECK_THROWS_WITH(RunRecord(files, header()), ContainsSubstring("csv exists"));
  files.overwrite = Overwrite::yes;
  RunRecord record(files, header());
  record.add(hopping(8));
  record.finish();
  CHECK(lines_of(folder / "a.hopping.csv").size() == 2);
  CHECK(lines_of(folder / "a.halo.csv").size() == 1);
}
