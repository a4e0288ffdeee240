// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/statistics.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <chrono>

namespace kitt::perf {

/// How long to go on measuring one cell.
struct SamplingPolicy {
  double minimum_seconds = 0.5;   ///< in samples, the warm-up not counted
  std::size_t minimum_count = 10; ///< samples; never fewer than 2
  double maximum_seconds = 10;    ///< gives up on the minimum count (not on the minimum time) here
  /// Shorter samples would measure the clock: short calls are timed in batches. 0: the clock is
  /// exact.
  double shortest_sample = 2e-4;
};

/// Seconds on this host's clock, which only goes forward.
struct SteadySeconds {
  double operator()() const {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  }
};

/// The time of one sample as the benchmark counts it. On several ranks it is the slowest rank's:
/// pass a callable that returns the maximum over the ranks. All decisions are taken on what it
/// returns, so that all ranks make the same number of calls.
struct OwnSeconds {
  double operator()(double seconds) const { return seconds; }
};

/// Told when samples begin, after each, and when they end: not of the warm-up.
struct Unwatched {
  void begin() {}
  void sample_taken() {}
  void end() {}
};

/// Measures calls. `now()` returns seconds; `slowest(seconds)` see OwnSeconds.
template <class Clock = SteadySeconds, class Slowest = OwnSeconds>
class Sampler {
public:
  explicit Sampler(SamplingPolicy const& policy, Clock now = {}, Slowest slowest = {})
      : policy_(policy), now_(now), slowest_(slowest) {}

  /// Seconds per call of `call`, which is one application including its fence. Warms up first,
  /// then takes samples until both the minimum time and the minimum count are reached. `watcher`:
  /// see Unwatched.
  template <class F, class Watcher = Unwatched>
  Statistics operator()(F&& call, Watcher&& watcher = Watcher()) const {
    auto const batch = warm_up(call);
    Kokkos::Profiling::ScopedRegion const region("kitt::sample");
    std::vector<double> samples;
    double spent = 0;
    watcher.begin();
    while (!enough(samples.size(), spent)) {
      auto const seconds = timed(call, batch);
      spent += seconds;
      samples.push_back(seconds / static_cast<double>(batch));
      watcher.sample_taken();
    }
    watcher.end();
    auto statistics = summarize(samples);
    statistics.calls_per_sample = batch;
    return statistics;
  }

  /// Seconds of `call` alone, each a sample of its own, where `prepare` is called before each. The
  /// policy's times are those of both together.
  template <class F, class Prepare>
  Statistics prepared(F&& call, Prepare&& prepare) const {
    prepare();
    call(); // touches everything once
    Kokkos::Profiling::ScopedRegion const region("kitt::sample");
    std::vector<double> samples;
    double spent = 0;
    while (!enough(samples.size(), spent)) {
      auto const begin = now_();
      prepare();
      auto const prepared = now_();
      call();
      auto const end = now_();
      samples.push_back(slowest_(end - prepared));
      spent += slowest_(end - begin);
    }
    return summarize(samples);
  }

private:
  template <class F>
  double timed(F& call, std::size_t calls) const {
    auto const begin = now_();
    for (std::size_t i = 0; i < calls; ++i)
      call();
    return slowest_(now_() - begin);
  }

  /// Runs for a tenth of the minimum time and finds how many calls make a sample long enough. The
  /// better of two tries decides: one disturbance must not pass for a long call.
  template <class F>
  std::size_t warm_up(F& call) const {
    Kokkos::Profiling::ScopedRegion const region("kitt::warm_up");
    constexpr std::size_t most_calls = std::size_t{1} << 20; // a clock that stands still
    double spent = timed(call, 1);                           // touches everything once
    auto const try_batch = [&](std::size_t calls) {
      auto const seconds = timed(call, calls);
      spent += seconds;
      return seconds;
    };
    std::size_t batch = 1;
    while (try_batch(batch) < policy_.shortest_sample || try_batch(batch) < policy_.shortest_sample)
      if ((batch *= 2) >= most_calls)
        break;
    while (spent > 0 && spent < policy_.minimum_seconds / 10)
      try_batch(batch);
    return batch;
  }

  bool enough(std::size_t count, double spent) const {
    if (count < 2)
      return false;
    if (spent < policy_.minimum_seconds)
      return spent <= 0 && count >= policy_.minimum_count; // a clock that stands still
    return count >= policy_.minimum_count || spent >= policy_.maximum_seconds;
  }

  SamplingPolicy policy_;
  Clock now_;
  Slowest slowest_;
};

/// Measures on one rank, with the steady clock.
template <class F>
Statistics sample(SamplingPolicy const& policy, F&& call) {
  return Sampler<>(policy)(call);
}

} // namespace kitt::perf
