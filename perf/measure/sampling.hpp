// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/statistics.hpp"

#include <chrono>
#include <functional>
#include <utility>

namespace kitt::perf {

class ClockGuard;

/// Limits of time and samples for measuring one cell.
struct SamplingPolicy {
  double minimum_seconds = 0.5;   ///< minimum total time of the samples, without the warm-up
  std::size_t minimum_count = 10; ///< minimum number of samples, at least 2
  /// Ends sampling before the minimum count, but never before the minimum time.
  double maximum_seconds = 10;
  /// Shortest sample in seconds. Shorter samples would measure the clock, so short calls are timed
  /// in batches. 0 means that the clock is exact and calls may take no time.
  double shortest_sample = 2e-4;
};

/// Returns the seconds on this host's clock, which never goes backwards.
struct SteadySeconds {
  double operator()() const {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  }
};

/// Returns the time of a sample on this rank, for measurements without other ranks.
struct OwnSeconds {
  double operator()(double seconds) const { return seconds; }
};

/// Observer of a Sampler. The observer is called when samples begin, after each sample, and when
/// they end. The warm-up is not observed.
class SampleWatcher {
public:
  virtual void begin() = 0;
  virtual void sample_taken() = 0;
  virtual void end() = 0;

protected:
  ~SampleWatcher() = default;
};

/// Measures calls. Calls and clocks are wrapped in std::function, so that this code is compiled
/// once for all benchmarks.
class Sampler {
public:
  using Call = std::function<void()>;
  /// Returns the current time in seconds.
  using Clock = std::function<double()>;
  /// Returns the time of one sample as the benchmark counts it: the maximum over all ranks. All
  /// decisions depend only on the maximum over all ranks, so that all ranks make equally many
  /// calls.
  using Slowest = std::function<double(double)>;

  /// Builds a sampler. `check`, if given, checks the result of the last call of a sample, untimed.
  /// `check` runs after each sample as long as all checks took at most a twentieth of the time of
  /// all samples. `check` always runs after the last sample; with a watcher it runs only then. All
  /// ranks run `check` at the same samples, so it may be collective.
  explicit Sampler(SamplingPolicy const& policy, Clock now = SteadySeconds(),
                   Slowest slowest = OwnSeconds(), Call check = {})
      : policy_(policy), now_(std::move(now)), slowest_(std::move(slowest)),
        check_(std::move(check)) {}

  /// Returns the seconds per call of `call`, which is one application including its fence. Warms up
  /// first, then takes samples until both the minimum time and the minimum count are reached.
  /// Throws UserError if the clock stands still, runs too slowly or is set back.
  Statistics operator()(Call const& call, SampleWatcher* watcher = nullptr) const;

  /// Returns the seconds of `call`, with one call per sample. Runs `prepare` before each call,
  /// untimed. The times of the policy include `prepare`. Throws UserError if the clock stands
  /// still, runs too slowly or is set back.
  Statistics prepared(Call const& call, Call const& prepare) const;

private:
  double timed(Call const& call, std::size_t calls, ClockGuard& guard) const;
  /// Tells the clock guard how long some calls took, unless the clock is exact.
  void note(ClockGuard& guard, std::size_t calls, double seconds) const;
  /// Runs for a tenth of the minimum time and returns how many calls make a sample long enough.
  /// Uses the faster of two tries, so that one disturbance does not look like a long call.
  std::size_t warm_up(Call const& call, ClockGuard& guard) const;
  bool enough(std::size_t count, double spent) const;
  /// Seconds spent on samples and on checks.
  struct Spent {
    double sampling = 0;
    double checking = 0;
  };
  /// Checks the result of the last sample, unless checks have taken too long. Returns false if
  /// nothing was checked.
  bool check(Spent& spent) const;
  void look() const;

  SamplingPolicy policy_;
  Clock now_;
  Slowest slowest_;
  Call check_;
};

/// Measures `call` on one rank with the steady clock.
inline Statistics sample(SamplingPolicy const& policy, Sampler::Call const& call) {
  return Sampler(policy)(call);
}

} // namespace kitt::perf
