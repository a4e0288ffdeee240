// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/step_clock.hpp"
#include "test/catch.hpp"

using namespace kitt;
using namespace kitt::perf;

TEST_CASE("a step begins at the end of the previous step, and one slow call does not matter") {
  double time = 0;
  StepClock clock([&] { return time; });
  CHECK(clock.seconds_per_call(Step::pack) == 0);
  for (double const slow : {100.0, 1.0, 1.0}) {
    time += 1000; // time between calls is not counted
    clock(std::nullopt);
    time += 2 * slow;
    clock(Step::pack);
    time += 3;
    clock(Step::wait);
    time += 0.5;
    clock(Step::pack);
  }
  CHECK(clock.calls() == 3);
  CHECK(clock.seconds_per_call(Step::pack) == 2.5);
  CHECK(clock.seconds_per_call(Step::wait) == 3);
  CHECK(clock.seconds_per_call(Step::exterior) == 0);
}
