// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/compare/comparison.hpp"
#include "perf/json/fields_json.hpp"
#include "test/perf/compare/comparison_records.hpp"

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Returns a record with the given description of the run.
json started(json const& provenance, json const& configuration, json const& topology = {}) {
  auto document = record({axpy(8, 50)});
  document["provenance"].update(provenance);
  document["configuration"].update(configuration);
  if (!topology.is_null())
    document["topology"].update(topology);
  return document;
}

std::vector<Results> operands(std::vector<json> const& records) {
  std::vector<Results> results;
  for (auto const& document : records)
    results.push_back(results_of("run", document));
  return results;
}

} // namespace

TEST_CASE("runs that were started equally do not differ") {
  auto const same = started({{"label", "x"}}, {{"environment", {{"OMP_PLACES", "cores"}}}});
  auto const both = operands({same, same});
  CHECK(run_differences(both).empty());
  CHECK(run_differences_text({}).empty());
  CHECK_THAT(comparison_text(compare(both, {})), !ContainsSubstring("differ in"));
}

TEST_CASE("differences are listed with the letters of the runs that have each value") {
  auto const a = started({{"label", "before"}, {"compiler_flags", "-O3 -march=native"}},
                         {{"environment", {{"OMP_PLACES", "cores"}, {"UCX_TLS", "rc"}}}},
                         {{"cpu_governor", "powersave"},
                          {"network_devices", {{{"name", "ib0"}, {"numa_domain", 1}}}}});
  auto const b = started({{"label", nullptr}, {"compiler_flags", "-O3 -mavx2"}},
                         {{"environment", {{"UCX_TLS", "rc"}}}, {"grid", {1, 1, 1, 2}}},
                         {{"cpu_governor", nullptr}, {"network_devices", json::array()}});
  auto const found = run_differences(operands({a, b, a}));
  CHECK(run_differences_text(found) ==
        "The runs differ in:\n"
        "  label                   A, C: before; B: -\n"
        "  compiler flags          A, C: -march=native; B: -mavx2\n"
        "  frequency governor      A, C: powersave; B: -\n"
        "  network devices         A, C: ib0 (NUMA domain 1); B: none\n"
        "  ranks along x, y, z, t  A, C: -; B: 1.1.1.2\n"
        "  environment OMP_PLACES  A, C: cores; B: not set\n");
  auto const document = to_data(found);
  CHECK(document.at(1).at("what") == "compiler flags");
  CHECK(document.at(1).at("values").at("B") == "-O3 -mavx2");
  CHECK(document.at(5).at("values").at("B") == "not set");
  auto const compared = compare(operands({a, b}), {});
  CHECK_THAT(comparison_text(compared), ContainsSubstring("\n  label "));
  CHECK(to_data(compared).at("differences").size() == 6);
}

TEST_CASE("values missing from a published table are not differences") {
  auto const two = operands(
      {started({{"compiler", "GNU 12.2"}}, {{"environment", {{"OMP_PLACES", "cores"}}}}),
       started({{"compiler", "GNU 12.2"}}, {{"mpi_protocol", {{"btl_eager_limit", "64"}}}})});
  auto const found = run_differences(two);
  REQUIRE(found.size() == 2);
  CHECK(found[0].what == "environment OMP_PLACES");
  CHECK(found[1].what == "MPI btl_eager_limit");
  CHECK(found[1].values[0] == "not set");
  CHECK(run_differences({two[0], read_results("published:knl-7230")}).empty());
}
