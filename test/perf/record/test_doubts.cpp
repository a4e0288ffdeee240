// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/record/doubts.hpp"

using namespace kitt::perf;

namespace {

template <class Cell>
Cell with_error(double error) {
  Cell cell;
  cell.seconds = {.count = 2, .median = 1, .mean = 1, .standard_error = error};
  return cell;
}

} // namespace

TEST_CASE("a run without doubts says nothing") {
  CHECK(doubts_text(doubts_of({with_error<HoppingCell>(0.05)}), {}).empty());
}

TEST_CASE("each kind of doubt is counted over all benchmarks and said once") {
  auto above = with_error<HoppingCell>(0.06);
  above.roofline_fraction = 1.06;
  auto not_above = with_error<MemoryCell>(0.01);
  not_above.roofline_fraction = 1.04;
  auto const doubts =
      doubts_of({above, not_above, with_error<MemoryCell>(0.1), with_error<HaloCell>(0.2)});
  CHECK(doubts.figures == 4);
  CHECK(doubts.uncertain == 3);
  CHECK(doubts.above_ceiling == 1);
  CHECK(doubts_text(doubts, {"memory (why)"}) ==
        "! 3 of 4 figures: +- above 5 % (the machine was busy, or sampling short)\n"
        "! 1 of 4 figures: above their ceiling (something disturbed the one or the other)\n"
        "No bandwidth of memory (why): cells that it would bind have no Roof.\n");
}
