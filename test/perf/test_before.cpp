// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/json/fields_json.hpp"
#include "perf/model/machine_file.hpp"
#include "perf/record/record.hpp"
#include "perf/results/results.hpp"
#include "perf/tuning/tuning_cache.hpp"
#include "test/perf/record/record_samples.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <unistd.h>

/// \file
/// Tests that this version loses no data of an older one. test/perf/before holds files that `kitt
/// itt` and `kitt machine --write` of commit 49e61e7 wrote.

using namespace kitt;
using namespace kitt::perf;
namespace fs = std::filesystem;

namespace {

fs::path const before(KITT_BEFORE);

std::string content(fs::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A copy of a file in a temporary folder. The folder is removed at the end.
struct Copy {
  fs::path folder = fs::temp_directory_path() / ("kitt-before-" + std::to_string(::getpid()));
  fs::path file;
  explicit Copy(char const* name) : file(folder / name) {
    fs::create_directories(folder);
    fs::copy_file(before / name, file, fs::copy_options::overwrite_existing);
  }
  ~Copy() { fs::remove_all(folder); }
  Copy(Copy const&) = delete;
  Copy& operator=(Copy const&) = delete;
};

} // namespace

TEST_CASE("an older record is resumed without loss") {
  Copy const copy("record.json");
  auto older = Json::parse(content(copy.file));
  RecordHeader const header{from_data<Provenance>(older.at("provenance")),
                            from_data<Configuration>(older.at("configuration")),
                            from_data<comms::Topology>(older.at("topology"))};
  auto record = RunRecord::resume({.json = copy.file, .csv = {}}, header);
  CHECK(record.cells().size() == older.at("cells").size());
  record.finish();
  auto const now = Json::parse(content(copy.file));
  test::check_says_all(older.at("cells"), now.at("cells")); // newer versions add figures
  CHECK(now.at("ceilings") == older.at("ceilings"));
  CHECK(now.at("provenance").at("resumed").size() == 1);
  for (auto const& [key, value] : older.at("summary").items()) {
    INFO(key);
    CHECK(now.at("summary").at(key) == value);
  }
}

TEST_CASE("an older record is compared with all its figures") {
  auto const results = read_results((before / "record.json").string());
  auto const measured = [](Figure const& figure) { return figure.status == "measured"; };
  CHECK(results.figures.size() == 36);
  CHECK(std::ranges::count_if(results.figures, measured) == 32); // 20 hopping, 10 memory and 2 halo
                                                                 // cells
}

TEST_CASE("an older cache gives its orders, and keeps them when an order is added") {
  Copy const copy("tuning-75919ddc536df5c3.json");
  auto const document = Json::parse(content(copy.file));
  TuningCache cache(copy.folder, document.at("identity"));
  REQUIRE(cache.path() == copy.file);
  TuningKey key{.kernel = "Wilson", .local_volume = {4, 4, 4, 4}, .lane_grid = {2, 2, 2, 2, 1}};
  auto const found = cache.find(key, TuneMode::quick);
  REQUIRE(found);
  CHECK(found->candidates == 3);
  CHECK(found->plain_seconds == 2.066453134830226e-06);
  key.ls = 2;
  cache.put(key, *found);
  CHECK(cache.warnings().empty());
  auto const now = Json::parse(content(copy.file)).at("entries");
  CHECK(now.size() == document.at("entries").size() + 1);
  for (auto const& entry : document.at("entries"))
    CHECK(std::ranges::find(now, entry) != now.end());
}

TEST_CASE("an older machine file is read and written unchanged") {
  auto const path = before / "machine.json";
  CHECK(to_text(load_machine(path.string())) == content(path));
}
