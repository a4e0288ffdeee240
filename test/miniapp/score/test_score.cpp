// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "perf/record/cell_kind.hpp"
#include "test/catch.hpp"
#include "test/miniapp/score/score_of.hpp"

#include <algorithm>
#include <cmath>

using namespace kitt::miniapp;
using namespace kitt::perf;
using kitt::miniapp::test::score_of;

namespace {

HoppingCell cell(std::string const& kernel, int l, double mflops,
                 std::string const& variant = "only") {
  HoppingCell result;
  result.kernel = kernel;
  result.l = l;
  result.ls = kernel == "Wilson" ? 1 : 16;
  result.variant = variant;
  result.mflops_per_node = mflops;
  return result;
}

} // namespace

TEST_CASE("the KNL 7230 table of the seed gives the seed's comparison point") {
  std::vector<HoppingCell> cells;
  struct Row {
    int l;
    double wilson, dwf4, dwf5;
  };
  for (auto const& row :
       {Row{8, 100474.977, 584630.187, 703124.323}, Row{12, 366189.052, 306451.774, 497540.725},
        Row{16, 340541.524, 368178.044, 659709.592}, Row{24, 309891.310, 484440.886, 745885.026}}) {
    cells.push_back(cell("Wilson", row.l, row.wilson));
    cells.push_back(cell("DWF4", row.l, row.dwf4));
    cells.push_back(cell("DWF5", row.l, row.dwf5));
  }
  auto const summary = score_of(cells);
  REQUIRE(summary.comparison_mflops_per_node);
  CHECK(std::lround(*summary.comparison_mflops_per_node) == 337315);
  CHECK(summary.dwf4_l16_mflops_per_node == Approx(368178.044));
  CHECK(summary.ls == 16);
  REQUIRE(summary.rows.size() == 4);
  CHECK(summary.rows[3].l == 24);
  CHECK(summary.rows[3].wilson->mflops_per_node == 309891.310);
  CHECK(summary.rows[3].dwf5->mflops_per_node == 745885.026);
  CHECK(!summary.robustness.worst_over_best); // robustness needs at least two variants
}

TEST_CASE("cells of whole operators are not part of the summary") {
  auto const alone =
      score_of({cell("Wilson", 8, 50), cell("DWF4", 12, 100), cell("DWF4", 16, 200)});
  auto moebius = cell("Moebius", 16, 900);
  moebius.ls = 8; // the table keeps the Ls of domain wall
  auto clover = cell("Clover", 16, 900);
  clover.ls = 1;
  auto const summary = score_of({clover, moebius, cell("Wilson", 8, 50), cell("DWF4", 12, 100),
                                 cell("DWF4", 16, 200), moebius, clover});
  CHECK(summary.ls == 16);
  CHECK(summary.rows.size() == alone.rows.size());
  CHECK(summary.points.size() == 1);
  CHECK(summary.comparison_mflops_per_node == alone.comparison_mflops_per_node);
  CHECK(score_of({clover, moebius}).rows.empty());
}

TEST_CASE("cells of both parities and of the dagger are not part of the summary") {
  auto both = cell("DWF4", 16, 400);
  both.application = HoppingApplication{.parity = "both"};
  auto daggered = cell("DWF5", 16, 400);
  daggered.application = HoppingApplication{.dagger = "yes"};
  auto const summary = score_of({cell("DWF4", 16, 100), both, daggered});
  CHECK(summary.dwf4_l16_mflops_per_node == 100);
  CHECK(!summary.rows.at(0).dwf5);
}

TEST_CASE(
    "the summary has the best variant of each kernel, and robustness only from DWF4 at L = 16") {
  VariantSet const set{"of two", {"a", "b"}};
  auto const summary =
      score_of({cell("DWF4", 16, 100, "a"), cell("DWF4", 16, 400, "b"), cell("DWF4", 16, 200, "c"),
                cell("DWF4", 12, 1, "a"), cell("DWF4", 12, 200, "b"), cell("DWF5", 16, 1, "a")},
               set);
  CHECK(summary.rows.at(1).dwf4->mflops_per_node == 400);
  CHECK(summary.rows.at(1).dwf4->variant == "b");
  CHECK(!summary.rows.at(1).wilson);
  CHECK(summary.comparison_mflops_per_node == Approx(300));
  CHECK(summary.robustness.worst_over_best == Approx(0.25));
  CHECK(summary.robustness.set == "of two");

  // The result of a search may be the best variant, but robustness compares only fixed variants.
  auto tuned = cell("DWF4", 16, 800, "tuned");
  tuned.tuning = Tuning{};
  auto const with_tuned =
      score_of({cell("DWF4", 16, 100, "a"), cell("DWF4", 16, 400, "b"), tuned}, set);
  CHECK(with_tuned.rows.at(0).dwf4->variant == "tuned");
  CHECK(with_tuned.robustness.worst_over_best == Approx(0.25));
}

TEST_CASE("narrow links are never the best variant, but two-row links may be") {
  auto narrow = cell("Wilson", 24, 900, "narrow");
  narrow.links = kitt::LinkStorage::narrow;
  auto two_rows = cell("Wilson", 24, 500, "two rows");
  two_rows.links = kitt::LinkStorage::two_rows;
  auto const summary = score_of({cell("Wilson", 24, 400, "full"), two_rows, narrow});
  REQUIRE(summary.rows.size() == 1);
  REQUIRE(summary.rows[0].wilson);
  CHECK(summary.rows[0].wilson->variant == "two rows");
}

TEST_CASE("missing figures are left empty") {
  CHECK(score_of({}).rows.empty());
  CHECK(score_of({}).ls == 0);
  auto const summary = score_of({cell("DWF4", 16, 100), cell("Wilson", 8, 10)});
  CHECK(!summary.comparison_mflops_per_node);
  CHECK(summary.dwf4_l16_mflops_per_node == Approx(100));
  CHECK(summary.rows.front().l == 8); // rows are sorted by L
}

TEST_CASE("cells of another Ls or precision are not mixed into the summary") {
  auto other_ls = cell("DWF4", 12, 1000);
  other_ls.ls = 8;
  auto other_precision = cell("Wilson", 12, 1000);
  other_precision.precision = Precision::double_precision;
  auto const summary =
      score_of({other_ls, other_precision, cell("Wilson", 12, 5), cell("DWF4", 12, 7)});
  REQUIRE(summary.rows.size() == 1);
  CHECK(summary.rows[0].dwf4->mflops_per_node == 7);
  CHECK(summary.rows[0].wilson->mflops_per_node == 5);
}

TEST_CASE("by itt-2020 a point is the mean of L = 24 and 32, and robustness is at L = 32") {
  VariantSet const set{"of two", {"a", "b"}};
  auto const summary =
      score_of({cell("DWF4", 12, 1, "a"), cell("DWF4", 16, 3, "a"), cell("DWF4", 24, 100, "a"),
                cell("DWF4", 32, 200, "a"), cell("DWF4", 32, 50, "b"), cell("Wilson", 24, 10),
                cell("Wilson", 32, 30), cell("DWF5", 24, 7), cell("DWF5", 32, 7)},
               set, rules_named("itt-2020"));
  CHECK(summary.comparison_mflops_per_node == Approx(150));
  CHECK(summary.robustness.worst_over_best == Approx(0.25));
  REQUIRE(summary.points.size() == 2); // the rules have no DWF5
  CHECK(summary.points[0].kernel == "Wilson");
  CHECK(summary.points[0].mflops_per_node == Approx(20));
  CHECK(summary.points[1].kernel == "DWF4");
  auto const small =
      score_of({cell("DWF4", 12, 1), cell("DWF4", 16, 3)}, set, rules_named("itt-2020"));
  CHECK(!small.comparison_mflops_per_node);
  CHECK(small.points.empty());
}

TEST_CASE("points of both precisions stand side by side, and the table is in single precision") {
  auto const in_double = [](HoppingCell one) {
    one.precision = Precision::double_precision;
    one.mflops_per_node /= 4;
    return one;
  };
  std::vector<HoppingCell> const single{cell("Wilson", 12, 10), cell("Wilson", 16, 30),
                                        cell("DWF4", 12, 100), cell("DWF4", 16, 300)};
  auto both = single;
  std::ranges::transform(single, std::back_inserter(both), in_double);
  for (int i = 0; i < 2; ++i) {
    auto const summary = score_of(both);
    CHECK(summary.precision == Precision::single_precision);
    CHECK(summary.comparison_mflops_per_node == Approx(200));
    REQUIRE(summary.points.size() == 4);
    CHECK(summary.points[1].mflops_per_node == Approx(200));
    CHECK(summary.points[2].kernel == "Wilson");
    CHECK(summary.points[2].precision == Precision::double_precision);
    CHECK(summary.points[2].mflops_per_node == Approx(5));
    std::ranges::reverse(both); // the order of cells does not matter
  }
  std::vector<HoppingCell> only;
  std::ranges::transform(single, std::back_inserter(only), in_double);
  CHECK(score_of(only).comparison_mflops_per_node == Approx(50));
}

TEST_CASE("all kernels of all rules exist, and each of the rules has its comparison kernel") {
  auto const known = kernels_of("hopping");
  for (auto const& rules : all_rules()) {
    for (auto const& kernel : rules.kernels)
      CHECK(std::ranges::find(known, kernel) != known.end());
    CHECK(std::ranges::find(rules.kernels, comparison_kernel) != rules.kernels.end());
    for (auto const l : {rules.point_l[0], rules.point_l[1], rules.robustness_l})
      CHECK(std::ranges::find(rules.l, l) != rules.l.end());
    CHECK(variant_set_of(rules.variant_set, "HIP").name == rules.variant_set + "-gpu");
  }
}

TEST_CASE("a record without rules follows those of 2017, and unknown rules are refused") {
  CHECK(rules_of({{"configuration", {{"ls", 16}}}}).name == "itt-2017");
  CHECK(rules_of({{"configuration", {{"rules", {{"name", "itt-2020"}}}}}}).ls == 12);
  CHECK_THROWS_WITH(rules_of({{"configuration", {{"rules", {{"name", "itt-1999"}}}}}}),
                    "this version of KITT has no rules \"itt-1999\"");
}
