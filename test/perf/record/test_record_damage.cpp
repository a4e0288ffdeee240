// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "test/catch.hpp"
#include "test/perf/record/record_samples.hpp"

#include <functional>
#include <nlohmann/json.hpp>

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;
using kitt::Overwrite;

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

TEST_CASE("impossible figures are refused with the name of the cell") {
  Folder const folder;
  auto const path = folder / "a.json";
  auto const good = written_record(path);
  auto const refused = [&](std::string const& text, std::string const& why) {
    std::ofstream(path) << text;
    for (auto const& use :
         {std::function([&] { resumed(path); }), std::function([&] { RunRecord::read(path); })})
      CHECK_THROWS_WITH(use(),
                        ContainsSubstring("cannot use the record " + path.string() + " (") &&
                            ContainsSubstring(why) &&
                            ContainsSubstring("): give one that this version of `kitt` wrote"));
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
  altered("/schema_version", "2, \"schema_version\": 2",
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
  refused("{\"schema_version\": 2}");
  CHECK_THROWS_WITH(resumed(path), ContainsSubstring("key 'cells' not found") &&
                                       !ContainsSubstring("json.exception"));
  for (std::size_t length = 0; length + 2 < good.size(); length += good.size() / 37)
    refused(good.substr(0, length));
  auto const altered = [&](char const* pointer, nlohmann::ordered_json const& value) {
    auto document = nlohmann::ordered_json::parse(good);
    document[nlohmann::ordered_json::json_pointer(pointer)] = value;
    refused(document.dump());
  };
  for (auto const version : {1, 3}) {
    altered("/schema_version", version);
    CHECK_THROWS_WITH(resumed(path),
                      ContainsSubstring("a.json (its schema version is " + std::to_string(version) +
                                        ", but this program reads version 2): give"));
  }
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
