// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/csv.hpp"
#include "test/catch.hpp"
#include "test/perf/record/record_samples.hpp"

#include <algorithm>

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;
using kitt::Overwrite;

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
  CHECK(hops[0].substr(0, 33) == "benchmark,status,kernel,l,local_v");
  CHECK(commas(hops[1]) == commas(hops[0]));
  CHECK(commas(hops[2]) == commas(hops[0]) + 1);
  CHECK(commas(fields[1]) == commas(fields[0]));
  CHECK(commas(fields[0]) < commas(hops[0]));
  CHECK_THAT(hops[1], ContainsSubstring(
                          "hopping,measured,DWF4,8,8.8.8.8,16,double,1.2.2.2.1,a,,,,,8.8.8.8,"));
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
