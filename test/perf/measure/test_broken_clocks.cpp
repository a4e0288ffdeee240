// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/ceilings/bandwidth.hpp"
#include "perf/measure/best_time.hpp"
#include "perf/measure/clock_guard.hpp"
#include "perf/tuning/tuning.hpp"

#include <algorithm>
#include <functional>
#include <vector>

using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr char const* refusal = "the system's clock cannot time calls (it ";

/// Limit of calls and readings until each loop must have noticed that its clock is broken.
constexpr long most_calls = 100'000;

struct BrokenClock {
  char const* name;
  std::function<double(long)> at_reading; ///< seconds as a function of the number of the reading
};

constexpr double step = 1e-5; ///< seconds per reading while a clock works
constexpr long works = 50;    ///< number of readings while a clock works

std::vector<BrokenClock> const broken_clocks = {
    {"stands still", [](long) { return 7.0; }},
    {"advances by 1 ns per reading",
     [](long reading) { return 1e-9 * static_cast<double>(reading); }},
    {"stops", [](long reading) { return step * static_cast<double>(std::min(reading, works)); }},
    {"is set back again and again",
     [](long reading) {
       return step * static_cast<double>(reading) - static_cast<double>(reading / works);
     }},
};

/// Counts its calls and the readings of its clock.
struct Machine {
  BrokenClock const& clock;
  long calls = 0;
  long readings = 0;

  Sampler::Clock now() {
    return [this] { return clock.at_reading(++readings); };
  }
  Sampler::Call call() {
    return [this] { ++calls; };
  }
};

/// Runs `loop(machine)` with each broken clock. The loop must soon throw an error about the clock.
void check_each_clock(std::function<void(Machine&)> const& loop) {
  for (auto const& clock : broken_clocks) {
    INFO(clock.name);
    Machine machine{clock};
    CHECK_THROWS_WITH(loop(machine), ContainsSubstring(refusal));
    CHECK(machine.calls + machine.readings <= most_calls);
  }
}

SamplingPolicy const long_sampling{.minimum_seconds = 3600, .minimum_count = 10};

} // namespace

TEST_CASE("sampling with a broken clock ends with an error") {
  check_each_clock([](Machine& machine) { Sampler(long_sampling, machine.now())(machine.call()); });
}

TEST_CASE("sampling of prepared calls with a broken clock ends with an error") {
  check_each_clock([](Machine& machine) {
    Sampler(long_sampling, machine.now()).prepared(machine.call(), [] {});
  });
}

TEST_CASE("sampling that checks results with a broken clock ends with an error") {
  check_each_clock([](Machine& machine) {
    Sampler(long_sampling, machine.now(), OwnSeconds(), machine.call())(machine.call());
  });
}

TEST_CASE("the search for a round's best time with a broken clock ends with an error") {
  check_each_clock([](Machine& machine) {
    static_cast<void>(best_seconds_per_round(
        {.seconds = 3600}, [&](long rounds) { machine.calls += rounds; }, machine.now()));
  });
}

TEST_CASE("the bandwidth measurement with a broken clock ends with an error") {
  check_each_clock([](Machine& machine) {
    StreamTimer timer(WorkingSet(1U << 12), StreamKernel::read);
    timer.visit(3600, OwnSeconds(), machine.now());
  });
}

TEST_CASE("a search among candidates with a broken clock ends after the last candidate") {
  for (auto const& clock : broken_clocks) {
    INFO(clock.name);
    Machine machine{clock};
    auto const outcome = search(100, {.budget_seconds = 3600},
                                {.seconds =
                                     [&](std::size_t candidate) {
                                       ++machine.calls;
                                       return candidate == 7 ? 1.0 : 2.0;
                                     },
                                 .is_right = [](std::size_t) { return true; },
                                 .now = machine.now()});
    CHECK(outcome.best == 7);
    CHECK(machine.calls <= 200);
  }
}

TEST_CASE("the search for a clock's tick with a broken clock ends") {
  for (auto const& clock : broken_clocks) {
    INFO(clock.name);
    Machine machine{clock};
    static_cast<void>(clock_resolution(machine.now()));
    CHECK(machine.readings < 5'000'000);
  }
}

TEST_CASE("calls of two nanoseconds are timed, even with the coarsest accepted clock") {
  double time = 0;
  auto const tick = [&] {
    return longest_tick * static_cast<double>(static_cast<long>(time / longest_tick));
  };
  auto const seconds =
      Sampler({.minimum_seconds = 0.001, .minimum_count = 10}, tick)([&] { time += 2e-9; });
  CHECK(seconds.median == Approx(2e-9).epsilon(0.1));
}
