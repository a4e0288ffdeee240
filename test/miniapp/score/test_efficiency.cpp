// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/score/efficiency.hpp"
#include "miniapp/score/score.hpp"
#include "test/catch.hpp"
#include "test/miniapp/score/score_of.hpp"

#include <functional>

using namespace kitt::miniapp;
using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;
using kitt::miniapp::test::score_of;

namespace {

HoppingCell cell(std::string const& kernel, int l, double mflops_per_node) {
  HoppingCell result;
  result.kernel = kernel;
  result.l = l;
  result.ls = kernel == "Wilson" ? 1 : 16;
  result.mflops_per_node = mflops_per_node;
  return result;
}

ScoredRun point(int ranks, int nodes, int threads_per_rank, std::vector<HoppingCell> const& cells) {
  return {.point = {.time = "2026-01-01T00:00:00Z",
                    .cpu_model = "Model T",
                    .ranks = ranks,
                    .nodes = nodes,
                    .threads_per_rank = threads_per_rank,
                    .ls = 16,
                    .volume_convention = "per node"},
          .score = score_of(cells)};
}

double efficiency(ScoredRun const& baseline, ScoredRun const& run) {
  auto const rows = efficiency_against("b", baseline, run).rows;
  REQUIRE(rows.size() == 1);
  REQUIRE(rows[0].efficiency);
  return *rows[0].efficiency;
}

} // namespace

TEST_CASE("with equal threads per node, the efficiency is the ratio of the figures per node") {
  auto const one = point(1, 1, 8, {cell("DWF4", 16, 1000)});
  CHECK(efficiency(one, point(4, 4, 8, {cell("DWF4", 16, 900)})) == Approx(0.9));
  CHECK(efficiency(one, point(8, 4, 4, {cell("DWF4", 16, 900)})) == Approx(0.9));
  CHECK(efficiency(one, point(2, 1, 4, {cell("DWF4", 16, 1100)})) == Approx(1.1));
}

TEST_CASE("with different threads per node, the efficiency compares figures per thread") {
  auto const one = point(1, 1, 1, {cell("DWF4", 16, 1000)});
  CHECK(efficiency(one, point(2, 1, 1, {cell("DWF4", 16, 1500)})) == Approx(0.75));
  CHECK(efficiency(one, point(4, 2, 2, {cell("DWF4", 16, 3000)})) == Approx(0.75));
  // In strong scaling, twice the speed on four nodes means half the figure per node.
  CHECK(efficiency(one, point(4, 4, 1, {cell("DWF4", 16, 500)})) == Approx(0.5));
}

TEST_CASE("the best variants of equal kernel and L are compared, and missing ones stay empty") {
  auto narrow = cell("DWF4", 16, 9000);
  narrow.links = kitt::LinkStorage::narrow;
  auto const baseline = point(1, 1, 1,
                              {cell("DWF4", 16, 50), cell("DWF4", 16, 100), narrow,
                               cell("Wilson", 8, 10), cell("DWF5", 8, 7)});
  auto const run = point(2, 2, 1,
                         {cell("DWF4", 16, 80), cell("DWF4", 16, 20), narrow, cell("DWF4", 12, 5),
                          cell("Wilson", 8, 5)});
  auto const found = efficiency_against("one.json", baseline, run);
  REQUIRE(found.rows.size() == 3);
  CHECK(found.rows[0].kernel == "Wilson");
  CHECK(found.rows[0].efficiency == Approx(0.5));
  CHECK(found.rows[1].l == 12);
  CHECK(found.rows[1].mflops_per_node == 5);
  CHECK(!found.rows[1].baseline_mflops_per_node);
  CHECK(!found.rows[1].efficiency);
  CHECK(found.rows[2].l == 16);
  CHECK(found.rows[2].baseline_mflops_per_node == 100);
  CHECK(found.rows[2].efficiency == Approx(0.8));

  auto const text = efficiency_text(found);
  CHECK_THAT(text, ContainsSubstring(
                       "Efficiency against one.json (1 rank on 1 node, 2026-01-01T00:00:00Z)"));
  CHECK_THAT(text, ContainsSubstring("DWF4     12              -          5.000           -\n"));
  CHECK_THAT(text, ContainsSubstring("DWF4     16        100.000         80.000        80.0\n"));
}

TEST_CASE("a baseline that does not fit is refused in one line with the reason") {
  auto const run = point(4, 2, 1, {});
  auto const good = point(1, 1, 1, {cell("DWF4", 16, 1)});
  CHECK_NOTHROW(check_baseline("b", good, run));
  CHECK_NOTHROW(check_baseline("b", point(8, 2, 1, {cell("DWF4", 16, 1)}), run));

  auto const check_refused = [&](std::string const& says,
                                 std::function<void(ScoredRun&, ScoredRun&)> const& change) {
    auto baseline = good;
    auto changed_run = run;
    change(baseline, changed_run);
    try {
      check_baseline("b.json", baseline, changed_run);
      FAIL("not refused: " + says);
    } catch (kitt::UserError const& error) {
      std::string const text = error.what();
      CHECK_THAT(text, ContainsSubstring("--baseline b.json"));
      CHECK_THAT(text, ContainsSubstring(says));
      CHECK(text.find('\n') == std::string::npos);
    }
  };
  check_refused("flops per site are 1320 in the baseline and 1344 in this run",
                [](auto& b, auto&) { b.point.flops_per_site = 1320; });
  check_refused("precision is double in the baseline and single in this run",
                [](auto& b, auto&) { b.point.precision = Precision::double_precision; });
  check_refused("Ls is 16 in the baseline and 8 in this run",
                [](auto&, auto& r) { r.point.ls = 8; });
  check_refused("volumes are per rank in the baseline and per node in this run",
                [](auto& b, auto&) { b.point.volume_convention = "per rank"; });
  check_refused("volume is 8.8.8.16 in the baseline and 8.8.8.8 in this run", [](auto& b, auto& r) {
    b.point.global_volume = {8, 8, 8, 16};
    r.point.global_volume = {8, 8, 8, 8};
  });
  check_refused("volume is not given in the baseline and 8.8.8.8 in this run", [](auto&, auto& r) {
    r.point.global_volume = {8, 8, 8, 8};
  });
  check_refused("CPU is Model A in the baseline and Model T in this run",
                [](auto& b, auto&) { b.point.cpu_model = "Model A"; });
  check_refused("it has 3 nodes, but this run has 2", [](auto& b, auto&) { b.point.nodes = 3; });
  check_refused("no figure", [](auto& b, auto&) { b.score = {}; });
  check_refused("with one rank", [](auto&, auto& r) { r.point.ranks = 1; });
}
