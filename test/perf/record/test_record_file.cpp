// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/score/efficiency.hpp"
#include "test/catch.hpp"
#include "test/perf/record/record_samples.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;
using kitt::Overwrite;

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

TEST_CASE("names that are not UTF-8 do not stop a record") {
  Folder const folder;
  auto odd = header();
  odd.provenance.command_line = {"kitt", "--gauge", "\xff\xfe"};
  RunRecord record({.json = folder / "a.json", .csv = {}}, odd);
  record.add(hopping(8));
  CHECK_NOTHROW(nlohmann::json::parse(content(folder / "a.json")));
}
