// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/measure/sampling.hpp"

#include <cmath>
#include <vector>

using kitt::perf::Sampler;
using kitt::perf::SamplingPolicy;
using kitt::perf::Statistics;

namespace {

/// A clock whose time passes only when a call is made.
struct FakeClock {
  double* time;
  double operator()() const { return *time; }
};

struct SampledCalls {
  Statistics statistics;
  long calls = 0;
  double seconds = 0; ///< seconds of all calls together
};

SampledCalls measure(SamplingPolicy const& policy, double seconds_per_call) {
  SampledCalls result;
  Sampler const sampler(policy, FakeClock{&result.seconds});
  result.statistics = sampler([&] {
    ++result.calls;
    result.seconds += seconds_per_call;
  });
  return result;
}

double sampled_seconds(Statistics const& s) {
  return s.mean * static_cast<double>(s.count * s.calls_per_sample);
}

} // namespace

TEST_CASE("sampling continues until both minima are reached") {
  auto const slow = measure({.minimum_seconds = 0.5, .minimum_count = 10}, 0.1);
  CHECK(slow.statistics.count == 10); // the minimum time is reached after 5 calls
  CHECK(slow.statistics.median == Approx(0.1));
  auto const fast = measure({.minimum_seconds = 0.5, .minimum_count = 10}, 0.01);
  CHECK(fast.statistics.count >= 50); // the minimum count is reached after 0.1 s
  CHECK(fast.statistics.count <= 51);
}

TEST_CASE("short calls are timed in batches") {
  auto const m = measure({.minimum_seconds = 0.01, .minimum_count = 10}, 1e-7);
  auto const& s = m.statistics;
  CHECK(s.calls_per_sample >= 2000); // a sample takes 0.2 ms or more
  CHECK(s.calls_per_sample < 8000);
  CHECK(s.median == Approx(1e-7));
  CHECK(sampled_seconds(s) >= 0.01 * (1 - 1e-9));
}

TEST_CASE("long calls are timed one by one after a warm-up that is not counted") {
  auto const m = measure({.minimum_seconds = 1, .minimum_count = 2}, 0.5);
  CHECK(m.statistics.calls_per_sample == 1);
  CHECK(m.statistics.count == 2);
  CHECK(m.calls > 2);
}

TEST_CASE("there are at least two samples, because one sample has no error") {
  auto const m = measure({.minimum_seconds = 1e-6, .minimum_count = 1}, 0.5);
  CHECK(m.statistics.count == 2);
}

TEST_CASE("the maximum time ends the wait for the minimum count, but not for the minimum time") {
  auto const m = measure({.minimum_seconds = 1, .minimum_count = 1000, .maximum_seconds = 3}, 0.1);
  CHECK(m.statistics.count >= 30);
  CHECK(m.statistics.count <= 31);
  auto const long_minimum =
      measure({.minimum_seconds = 5, .minimum_count = 2, .maximum_seconds = 3}, 0.1);
  CHECK(long_minimum.statistics.count >= 50);
}

TEST_CASE("with an exact clock, calls may take no time") {
  auto const m = measure({.minimum_seconds = 0.01, .minimum_count = 3, .shortest_sample = 0}, 0);
  CHECK(m.statistics.median == 0);
  CHECK(m.statistics.count == 3);
}

TEST_CASE("the time of the slowest rank counts, also for the end of sampling") {
  double time = 0;
  auto const slowest = [](double seconds) { return 4 * seconds; };
  Sampler const sampler({.minimum_seconds = 4, .minimum_count = 2}, FakeClock{&time}, slowest);
  auto const s = sampler([&] { time += 0.25; });
  CHECK(s.median == Approx(1.0));
  CHECK(s.count == 4);
}

TEST_CASE("the steady clock measures real work") {
  double volatile sink = 1;
  auto const s = kitt::perf::sample({.minimum_seconds = 0.01, .minimum_count = 3}, [&] {
    for (int i = 0; i < 1000; ++i)
      sink = sink * 1.0000001;
  });
  CHECK(s.count >= 3);
  CHECK(s.minimum > 0);
  CHECK(s.minimum <= s.median);
  CHECK(s.median <= s.maximum);
  CHECK(sampled_seconds(s) >= 0.0099);
}

TEST_CASE("the preparation of a call is not in its time, but counts for the time of sampling") {
  double time = 0;
  long calls = 0, prepared = 0;
  Sampler const sampler({.minimum_seconds = 1, .minimum_count = 4}, FakeClock{&time});
  auto const statistics = sampler.prepared(
      [&] {
        ++calls;
        time += 0.001;
      },
      [&] {
        CHECK(prepared++ == calls);
        time += 0.1;
      });
  CHECK(statistics.median == Approx(0.001));
  CHECK(statistics.maximum == Approx(0.001));
  CHECK(statistics.count == 10);
  CHECK(statistics.calls_per_sample == 1);
  CHECK(prepared == 11); // the first call is the warm-up
}

namespace {

/// Numbers of the samples whose results were inspected, out of about fifty samples. An inspection
/// takes the given seconds, which are not timed. Samples take time on a fake clock.
struct Looks {
  std::vector<long> at;
  long samples = 0;
};
Looks look(double host_seconds_per_look, double seconds_per_sample) {
  Looks looks;
  double time = 0;
  kitt::perf::SteadySeconds const now;
  Sampler const sampler({.minimum_seconds = 50 * seconds_per_sample,
                         .minimum_count = 10,
                         .maximum_seconds = 100 * seconds_per_sample},
                        FakeClock{&time}, kitt::perf::OwnSeconds(), [&] {
                          looks.at.push_back(looks.samples);
                          for (auto const begin = now(); now() - begin < host_seconds_per_look;)
                            ;
                        });
  sampler([&] {
    ++looks.samples;
    time += seconds_per_sample;
  });
  return looks;
}

} // namespace

TEST_CASE(
    "results are inspected after each sample if this costs little, and always after the last") {
  auto const cheap = look(0, 100);
  CHECK(cheap.at.size() >= 50);
  CHECK(cheap.at.back() == cheap.samples);
  auto const dear = look(0.03, 0.01); // more than a twentieth of the time of all samples
  CHECK(dear.at.size() == 2);
  CHECK(dear.at.back() == dear.samples);
}

TEST_CASE("results of prepared calls are inspected in the same way") {
  double time = 0;
  long calls = 0;
  long last_look = 0;
  Sampler const sampler({.minimum_seconds = 0.5, .minimum_count = 10}, FakeClock{&time},
                        kitt::perf::OwnSeconds(), [&] { last_look = calls; });
  sampler.prepared(
      [&] {
        ++calls;
        time += 0.1;
      },
      [] {});
  CHECK(calls > 0);
  CHECK(last_look == calls);
}
