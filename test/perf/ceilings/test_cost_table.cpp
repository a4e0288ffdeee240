// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/ceilings/cost_table.hpp"

using namespace kitt::perf;

TEST_CASE("the hopping term reads spinors once and shares links along the fifth dimension") {
  for (auto const precision : {Precision::single_precision, Precision::double_precision})
    for (int const ls : {1, 4, 8, 16}) {
      auto const bytes = static_cast<double>(bytes_per_real(precision)) *
                         (24 + 24 + 8 * 18.0 / ls); // spinors in and out, and eight links
      auto const cost = hopping_cost(precision, ls);
      CHECK(cost.bytes_per_site == Approx(bytes));
      CHECK(cost.flops_per_site == 1344);
      CHECK(cost.intensity() == Approx(1344 / bytes));
    }
}

TEST_CASE("the user chooses the flop count") {
  CHECK(hopping_cost(Precision::single_precision, 1, FlopCount::usual).flops_per_site == 1320);
  // right-hand sides of a staggered kernel share the links: 12 numbers each, and 144 for all
  auto const cost = staggered_cost(Precision::single_precision, SolvedOperator::naive, 12);
  CHECK(cost.flops_per_site == 570);
  CHECK(cost.bytes_per_site == 4 * (12 + 144 / 12));
  // 1320 = 8 hops x (12 for projection + 2 x 66 for SU(3) x colour vector) + 7 x 24 for sums
  CHECK(8 * (12 + 2 * 66) + 7 * 24 == 1320);
}

TEST_CASE("bytes of a x + y by L equal Grid's table") {
  // The table is in reference/seeds/000, for a KNL 7230.
  auto const site = memory_cost(Kernel::axpy, Precision::single_precision).bytes_per_site;
  CHECK(site * 12 * 12 * 12 * 12 == 1990656);
  CHECK(site * 48 * 48 * 48 * 48 == 509607936);
}
