// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "perf/measure/clock_guard.hpp"

#include <cmath>

using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Returns a clock that advances by 30 ns at each reading and shows multiples of its tick.
Sampler::Clock clock_with_tick(double tick) {
  return [tick, readings = 0L]() mutable {
    return std::floor(static_cast<double>(++readings) * 30e-9 / tick) * tick;
  };
}

} // namespace

TEST_CASE("the resolution of a clock is its tick") {
  for (double const tick : {1e-4, 1e-3, 1e-2})
    CHECK(clock_resolution(clock_with_tick(tick)) == Approx(tick));
  CHECK(clock_resolution(clock_with_tick(5e-6)) == Approx(5e-6));
  CHECK(std::isinf(clock_resolution([] { return 7.0; })));
}

TEST_CASE("a clock does not look coarse on a busy system") {
  Sampler::Clock const busy = [now = 0.0, readings = 0]() mutable {
    return now += ++readings < 5 ? 4e-3 : 30e-9;
  };
  CHECK(clock_resolution(busy) < 1e-6);
}

TEST_CASE("this machine's clock is accepted, and coarse clocks are refused in one line") {
  CHECK_NOTHROW(check_clock(clock_resolution()));
  CHECK_NOTHROW(check_clock(longest_tick));
  CHECK_THROWS_WITH(check_clock(1e-4),
                    ContainsSubstring("(the shortest tick seen is 0.1 ms; "
                                      "ticks of at most 0.01 ms are needed): choose"));
  CHECK_THROWS_WITH(check_clock(HUGE_VAL), ContainsSubstring("(it stands still;"));
  CHECK_THROWS_AS(check_clock(1e-2), kitt::UserError);
}
