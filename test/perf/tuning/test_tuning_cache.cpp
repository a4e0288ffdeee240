// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "perf/tuning/order_json.hpp"
#include "perf/tuning/tuning_cache.hpp"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;
using kitt::Access;
using kitt::Order;
using kitt::UserError;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr int all = Order::whole;
Order const some_order{{all, 4, 2, all}, 3, Access::stream};

/// A temporary folder. The folder is removed at the end.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("kitt-tuning-" + std::to_string(::getpid()));
  Folder() { fs::remove_all(path); }
  ~Folder() { fs::remove_all(path); }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
  }
};

json const identity{{"machine", "Model T"}, {"build", "abc"}};

TuningKey key(int l) {
  return {.kernel = "DWF4",
          .local_volume = {l, l, l, 2 * l},
          .ls = 16,
          .precision = Precision::double_precision,
          .lane_grid = {1, 2, 2, 2, 1}};
}

TuningEntry entry(TuneMode effort = TuneMode::quick) {
  return {.order = some_order,
          .effort = effort,
          .candidates = 9,
          .seconds = 1.0 / 3,
          .plain_seconds = 2.0 / 3,
          .mflops_per_node = 1e5 / 7,
          .plain_mflops_per_node = 1e5 / 14,
          .time = "2026-11-21T10:11:26Z"};
}

std::string content(fs::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void write(fs::path const& path, std::string const& text) {
  std::ofstream(path) << text;
}

/// Changes the document of a good file. Returns whether the changed file is still used.
template <class Change>
bool still_good(Change const& change) {
  Folder const folder;
  TuningCache cache(folder.path, identity);
  cache.put(key(8), entry());
  auto document = json::parse(content(cache.path()));
  change(document);
  write(cache.path(), document.dump());
  TuningCache const again(folder.path, identity);
  CHECK(again.warnings().size() == (again.find(key(8), TuneMode::quick) ? 0 : 1));
  return again.find(key(8), TuneMode::quick).has_value();
}

} // namespace

TEST_CASE("an order is read back from JSON, and is described in words") {
  auto const data = order_json(some_order);
  CHECK(data == json::parse(R"({"tile":[null,4,2,null],"s_slice":3,"access":"stream"})"));
  auto const back = order_from_json(data);
  CHECK(back.tile == some_order.tile);
  CHECK(back.s_slice == 3);
  CHECK(back.access == Access::stream);
  CHECK(describe(back) == "tile all.4.2.all, s 3, access stream");
  CHECK(describe(Order::lexicographic()) == "tile all.all.all.all, s all, access plain");
}

TEST_CASE("an invalid order is refused") {
  auto const good = order_json(some_order);
  CHECK_THROWS_AS(order_from_json(json::array()), UserError);
  for (auto const& field : good.items()) {
    auto without = good;
    without.erase(field.key());
    CHECK_THROWS_AS(order_from_json(without), UserError);
  }
  auto extra = good;
  extra["surprise"] = 1;
  CHECK_THROWS_AS(order_from_json(extra), UserError);
  for (auto const* const bad : {"0", "-1", "1.5", "32767", "99999999999", "-99999999999",
                                "18446744073709551615", "\"4\"", "true", "[4]"}) {
    INFO(bad);
    auto cut = good;
    cut["s_slice"] = json::parse(bad);
    CHECK_THROWS_AS(order_from_json(cut), UserError);
    auto tile = good;
    tile["tile"][2] = json::parse(bad);
    CHECK_THROWS_AS(order_from_json(tile), UserError);
  }
  for (auto const* const bad : {"[1,2,3]", "[1,2,3,4,5]", "4", "null"}) {
    auto tile = good;
    tile["tile"] = json::parse(bad);
    CHECK_THROWS_AS(order_from_json(tile), UserError);
  }
  for (auto const* const bad : {"\"on\"", "1", "null", "\"\""}) {
    auto access = good;
    access["access"] = json::parse(bad);
    CHECK_THROWS_AS(order_from_json(access), UserError);
  }
}

TEST_CASE("cuts that do not cut are left out") {
  auto const order = reduced({{4, 4, 2, 8}, 3}, {4, 8, 2, 4}, 3);
  CHECK(order.tile == kitt::Extents{all, 4, all, all});
  CHECK(order.s_slice == all);
  CHECK(reduced(some_order, {8, 8, 8, 8}, 4).s_slice == 3);
}

TEST_CASE("a choice is found again in this process and in the next one, to the last bit") {
  Folder const folder;
  TuningCache cache(folder.path, identity);
  CHECK(!cache.find(key(8), TuneMode::quick));
  cache.put(key(8), entry());
  cache.put(key(12), entry(TuneMode::full));
  CHECK(folder.files() == 1); // no temporary file is left
  CHECK(cache.warnings().empty());
  TuningCache const again(folder.path, identity);
  CHECK(again.warnings().empty());
  auto const found = again.find(key(8), TuneMode::quick);
  REQUIRE(found);
  CHECK(entry_json(*found) == entry_json(entry()));
  CHECK(found->seconds == 1.0 / 3);
  CHECK(cache.find(key(8), TuneMode::quick));
  // A quick search cannot replace a full search, but a full search can replace a quick one.
  CHECK(!again.find(key(8), TuneMode::full));
  CHECK(again.find(key(12), TuneMode::full));
  CHECK(again.find(key(12), TuneMode::quick));
}

TEST_CASE("a choice holds only for its key, and the last choice counts") {
  Folder const folder;
  TuningCache cache(folder.path, identity);
  cache.put(key(8), entry());
  auto later = entry();
  later.order = Order::lexicographic();
  cache.put(key(8), later);
  CHECK(describe(cache.find(key(8), TuneMode::quick)->order) == describe(later.order));
  auto other = key(8);
  for (auto const& change : std::vector<std::function<void(TuningKey&)>>{
           [](auto& k) { k.kernel = "DWF5"; }, [](auto& k) { k.local_volume[3] = 8; },
           [](auto& k) { k.ls = 8; }, [](auto& k) { k.precision = Precision::single_precision; },
           [](auto& k) { k.lane_grid[0] = 2; }}) {
    other = key(8);
    change(other);
    CHECK(!cache.find(other, TuneMode::quick));
  }
  // another machine or another program has another file
  CHECK(TuningCache(folder.path, {{"machine", "Model A"}}).path() != cache.path());
}

TEST_CASE("a damaged, foreign or strange file gives one warning and is replaced") {
  CHECK(still_good([](json&) {}));
  CHECK(!still_good([](json& d) { d["identity"]["machine"] = "Model A"; }));
  CHECK(!still_good([](json& d) { d["kitt_tuning_version"] = 0; }));
  CHECK(!still_good([](json& d) { d.erase("entries"); }));
  CHECK(!still_good([](json& d) { d = json::array(); }));
  CHECK(!still_good([](json& d) { d["entries"][0]["order"]["s_slice"] = 0; }));
  CHECK(!still_good([](json& d) { d["entries"][0]["effort"] = "off"; }));
  CHECK(!still_good([](json& d) { d["entries"][0]["seconds"] = -1; }));
  CHECK(!still_good([](json& d) { d["entries"][0]["seconds"] = nullptr; }));
  CHECK(!still_good([](json& d) { d["entries"][0]["for"]["precision"] = "half"; }));
  CHECK(!still_good([](json& d) { d["entries"][0]["for"].erase("ls"); }));

  Folder const folder;
  fs::create_directories(folder.path);
  auto const path = TuningCache(folder.path, identity).path();
  for (auto const* const text : {"", "{", "null", "\xff\xfe"}) {
    write(path, text);
    TuningCache cache(folder.path, identity);
    REQUIRE(cache.warnings().size() == 1);
    CHECK_THAT(cache.warnings()[0], ContainsSubstring(path.string()));
    CHECK_THAT(cache.warnings()[0], !ContainsSubstring("\n"));
    cache.put(key(8), entry());
    CHECK(cache.warnings().size() == 1);
    CHECK(TuningCache(folder.path, identity).find(key(8), TuneMode::quick));
    CHECK(TuningCache(folder.path, identity).warnings().empty());
  }
}

TEST_CASE("a folder that cannot be written gives one warning") {
  Folder const folder;
  fs::create_directories(folder.path);
  write(folder.path / "file", "not a folder");
  TuningCache cache(folder.path / "file" / "kitt", identity);
  CHECK(cache.warnings().empty());
  cache.put(key(8), entry());
  cache.put(key(12), entry());
  REQUIRE(cache.warnings().size() == 1);
  CHECK_THAT(cache.warnings()[0], ContainsSubstring("could not be saved"));
  CHECK(folder.files() == 1);
  CHECK(cache.find(key(8), TuneMode::quick)); // this process still knows the choice
}

TEST_CASE("several writers leave a whole file and add to existing choices") {
  Folder const folder;
  TuningCache one(folder.path, identity);
  TuningCache other(folder.path, identity);
  one.put(key(8), entry());
  other.put(key(12), entry());
  TuningCache const after(folder.path, identity);
  CHECK(after.find(key(8), TuneMode::quick));
  CHECK(after.find(key(12), TuneMode::quick));
}

TEST_CASE("processes that write at once leave no half file") {
  Folder const folder;
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    auto const pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
      TuningCache cache(folder.path, identity);
      for (int i = 0; i < 10; ++i)
        cache.put(key(100 * child + i), entry());
      ::_exit(cache.warnings().empty() ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (auto const pid : children) {
    int status = -1;
    REQUIRE(::waitpid(pid, &status, 0) == pid);
    CHECK(status == 0); // no process read a damaged file
  }
  CHECK(folder.files() == 1);
  TuningCache const after(folder.path, identity);
  CHECK(after.warnings().empty());
  // The last writer had written all of its own choices.
  bool one_is_whole = false;
  for (int child = 0; child < 4; ++child)
    one_is_whole = one_is_whole || after.find(key(100 * child + 9), TuneMode::quick);
  CHECK(one_is_whole);
}

TEST_CASE("the identity distinguishes machines, placements and builds") {
  RecordHeader header;
  header.topology.cpu_model = "Model T";
  auto const same = tuning_identity(header);
  CHECK(tuning_identity(header) == same);
  auto const differs = [&](auto const& change) {
    auto other = header;
    change(other);
    return tuning_identity(other) != same;
  };
  CHECK(differs([](auto& h) { h.topology.cpu_model = "Model A"; }));
  CHECK(differs([](auto& h) { h.topology.cores = 8; }));
  CHECK(differs([](auto& h) { h.topology.caches.push_back({.level = 1, .size_bytes = 32768}); }));
  CHECK(differs([](auto& h) { h.topology.simd_compiled = "AVX2"; }));
  CHECK(differs([](auto& h) { h.configuration.threads_per_rank = 7; }));
  CHECK(differs([](auto& h) { h.configuration.huge_pages = "none"; }));
  CHECK(differs([](auto& h) { h.configuration.binding.policy = kitt::comms::BindPolicy::core; }));
  CHECK(differs([](auto& h) { h.provenance.git_commit = "def"; }));
  CHECK(differs([](auto& h) { h.provenance.compiler_flags = "-O2"; }));
  CHECK(differs([](auto& h) { h.provenance.kokkos_version = "5"; }));
  CHECK(!differs([](auto& h) { h.provenance.time = "later"; }));
  CHECK(!differs([](auto& h) { h.provenance.hostnames = {"elsewhere"}; }));
}

TEST_CASE("choices are kept in the folder that the environment names") {
  auto const set = [](char const* name, char const* value) {
    return value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
  };
  set("KITT_TUNE_CACHE", "/a");
  set("XDG_CACHE_HOME", "/b");
  set("HOME", "/c");
  CHECK(tuning_folder() == fs::path("/a"));
  set("KITT_TUNE_CACHE", "");
  CHECK(tuning_folder() == fs::path("/b/kitt"));
  set("XDG_CACHE_HOME", "relative");
  CHECK(tuning_folder() == fs::path("/c/.cache/kitt"));
  set("XDG_CACHE_HOME", nullptr);
  set("HOME", nullptr);
  CHECK(!tuning_folder());
}
