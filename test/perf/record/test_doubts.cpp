// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/memory/memory_cell.hpp"
#include "miniapp/benchmarks/solve/solve_cell.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/doubts.hpp"
#include "test/catch.hpp"

using namespace kitt::miniapp;
using namespace kitt::perf;

namespace {

template <class Kind>
Kind with_error(double error) {
  Kind cell;
  if constexpr (requires { cell.kernel; })
    cell.kernel = kernels_of(Kind::benchmark).front();
  if constexpr (requires { cell.iterations; })
    cell.iterations = 1;
  if constexpr (requires { cell.operator_mflops_per_node; })
    cell.mflops_per_node = cell.operator_mflops_per_node = 1;
  cell.seconds = {
      .count = 2, .median = 1, .mean = 1, .standard_error = error, .minimum = 1, .maximum = 1};
  return cell;
}

/// Returns ceilings with these readings of the peak.
Ceilings measured(std::vector<double> const& gflops_per_s) {
  Ceilings ceilings;
  for (auto const figure : gflops_per_s)
    ceilings.readings.push_back(
        {.moment = "", .single_gflops_per_s = figure, .double_gflops_per_s = figure, .levels = {}});
  return ceilings;
}

} // namespace

TEST_CASE("a run without doubts prints nothing about doubts") {
  CHECK(doubts_text(doubts_of({with_error<HoppingCell>(0.05)}), {}).empty());
}

TEST_CASE("each kind of doubt is counted over all benchmarks and reported once") {
  auto above = with_error<HoppingCell>(0.06);
  above.roofline_fraction = 1.06;
  auto not_above = with_error<MemoryCell>(0.01);
  not_above.roofline_fraction = 1.04;
  auto const doubts =
      doubts_of({above, not_above, with_error<MemoryCell>(0.1), with_error<HaloCell>(0.2)});
  CHECK(doubts.figures == 4);
  CHECK(doubts.uncertain == 3);
  CHECK(doubts.above_ceiling == 1);
  auto ceilings = measured({100});
  ceilings.missing = {"memory (why)"};
  CHECK(doubts_text(doubts, ceilings) ==
        "! 3 of 4 figures: +- above 5 % (the machine was busy, or sampling was too short)\n"
        "! 1 of 4 figures: above their ceiling (their ceilings were measured once: run again)\n"
        "The bandwidth of memory (why) is unknown: cells that it would limit have no Roof.\n");
}

TEST_CASE("a disturbance is reported only if a second measurement shows it") {
  Doubts const doubts{.figures = 3, .uncertain = 0, .above_ceiling = 2};
  CHECK(doubts_text(doubts, measured({100, 130})) ==
        "! 2 of 3 figures: above their ceiling (the machine was disturbed: a second measurement "
        "of the ceilings differs by 30 %)\n");
  CHECK(doubts_text(doubts, measured({100, 102.5})) ==
        "! 2 of 3 figures: above their ceiling (a second measurement of the ceilings agrees within "
        "3 %: the ceilings are too low for these kernels)\n");
}

TEST_CASE("with a range of roofs, a figure is doubted only above the highest roof") {
  auto cell = with_error<SolveCell>(0.01);
  cell.roofline_fraction = 1.2;
  CHECK(doubts_of({cell}).above_ceiling == 1);
  cell.roof.range = RoofRange{0.6, 1.4, "L3 bandwidth", "memory bandwidth"};
  CHECK(doubts_of({cell}).above_ceiling == 0);
  cell.roof.range->lowest = 1.1;
  CHECK(doubts_of({cell}).above_ceiling == 1);
}

TEST_CASE("a solver that is faster than its operator counts as a doubt") {
  auto cell = with_error<SolveCell>(0.01);
  cell.mflops_per_node = 106;
  cell.operator_mflops_per_node = 100;
  CHECK(doubts_text(doubts_of({cell}), {}) ==
        "! 1 of 1 figures: solver faster than its operator S (S is timed before the solver, and "
        "the machine's speed changed): run again with a longer --min-time\n");
  cell.operator_mflops_per_node = 102;
  CHECK(doubts_text(doubts_of({cell}), {}).empty());
}
