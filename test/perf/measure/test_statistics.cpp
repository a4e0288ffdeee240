// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "perf/measure/statistics.hpp"

#include <cmath>
#include <numeric>

using kitt::perf::summarize;

TEST_CASE("statistics of the numbers 1 to n equal their closed forms") {
  for (int const n : {2, 3, 10, 101}) {
    std::vector<double> samples(static_cast<std::size_t>(n));
    std::iota(samples.rbegin(), samples.rend(), 1.0); // in falling order, because order must not
                                                      // matter
    auto const s = summarize(samples);
    CHECK(s.count == samples.size());
    CHECK(s.mean == Approx((n + 1) / 2.0));
    CHECK(s.median == Approx((n + 1) / 2.0));
    CHECK(s.standard_error == Approx(std::sqrt((n + 1) / 12.0))); // the variance is n (n + 1) / 12
    CHECK(s.minimum == 1);
    CHECK(s.maximum == n);
  }
}

TEST_CASE("an outlier changes the mean but not the median") {
  auto const s = summarize({1, 1, 1, 1, 101});
  CHECK(s.median == 1);
  CHECK(s.mean == Approx(21));
  CHECK(s.standard_error == Approx(20)); // the error is sqrt((4 * 20^2 + 80^2) / 4 / 5)
}

TEST_CASE("nearly equal samples keep their small spread") {
  auto const s = summarize({1e6, 1e6 + 1e-3});
  CHECK(s.standard_error == Approx(5e-4).epsilon(1e-6));
}

TEST_CASE("one sample has no error, and no samples are refused") {
  auto const s = summarize({3});
  CHECK(s.count == 1);
  CHECK(s.median == 3);
  CHECK(s.standard_error == 0);
  CHECK_THROWS_AS(summarize({}), kitt::InternalError);
}

TEST_CASE("a percentile is the sample that the given fraction of samples does not exceed") {
  std::vector<double> samples(1000);
  std::iota(samples.rbegin(), samples.rend(), 1.0);
  auto const found = kitt::perf::percentiles(samples);
  CHECK(found.count == 1000);
  CHECK(found.p50 == 500);
  CHECK(found.p90 == 900);
  CHECK(found.p99 == 990);
  CHECK(kitt::perf::percentiles({2, 3, 1}).p50 == 2);
  CHECK(kitt::perf::percentiles({2, 3, 1}).p99 == 3);
}
