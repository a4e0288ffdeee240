// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/statistics.hpp"

#include <chrono>
#include <functional>
#include <utility>

namespace kitt::perf {

class ClockGuard;

/// How long to go on measuring one cell.
struct SamplingPolicy {
  double minimum_seconds = 0.5;   ///< in samples, the warm-up not counted
  std::size_t minimum_count = 10; ///< samples; never fewer than 2
  double maximum_seconds = 10;    ///< gives up on the minimum count (not on the minimum time) here
  /// Shorter samples would measure the clock: short calls are timed in batches. 0: the clock is
  /// exact, and calls may take no time.
  double shortest_sample = 2e-4;
};

/// Seconds on this host's clock, which only goes forward.
struct SteadySeconds {
  double operator()() const {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  }
};

/// The time of a sample on one rank, which is its own.
struct OwnSeconds {
  double operator()(double seconds) const { return seconds; }
};

/// Is told when samples begin, after each of them, and when they end. The warm-up is not watched.
class SampleWatcher {
public:
  virtual void begin() = 0;
  virtual void sample_taken() = 0;
  virtual void end() = 0;

protected:
  ~SampleWatcher() = default;
};

/// Measures calls. Calls and clocks are functions of any type behind std::function, so that this
/// code is compiled once for all benchmarks.
class Sampler {
public:
  using Call = std::function<void()>;
  /// Returns seconds.
  using Clock = std::function<double()>;
  /// Returns the time of one sample as the benchmark counts it: on several ranks the maximum over
  /// the ranks. All decisions are taken on what it returns, so that all ranks make the same number
  /// of calls.
  using Slowest = std::function<double(double)>;

  /// `check`, if given, checks the result of the last call of a sample. It is not timed. It is
  /// called after each sample as long as all checks took at most a twentieth of the time of all
  /// samples. It is always called after the last sample. With a watcher it is called only after the
  /// last sample. All ranks call it alike, so it may be collective.
  explicit Sampler(SamplingPolicy const& policy, Clock now = SteadySeconds(),
                   Slowest slowest = OwnSeconds(), Call check = {})
      : policy_(policy), now_(std::move(now)), slowest_(std::move(slowest)),
        check_(std::move(check)) {}

  /// Returns the seconds per call of `call`, which is one application including its fence. Warms up
  /// first, then takes samples until both the minimum time and the minimum count are reached.
  /// Throws UserError if the clock stands still, runs too slowly or is set back.
  Statistics operator()(Call const& call, SampleWatcher* watcher = nullptr) const;

  /// Returns the seconds of `call`, each call a sample of its own. Calls `prepare` before each
  /// call, untimed; the policy's times are those of both together. Throws as above.
  Statistics prepared(Call const& call, Call const& prepare) const;

private:
  double timed(Call const& call, std::size_t calls, ClockGuard& guard) const;
  /// Notes what one look at the clock told, unless the clock is exact.
  void note(ClockGuard& guard, std::size_t calls, double seconds) const;
  /// Runs for a tenth of the minimum time and finds how many calls make a sample long enough. The
  /// better of two tries decides: one disturbance must not pass for a long call.
  std::size_t warm_up(Call const& call, ClockGuard& guard) const;
  bool enough(std::size_t count, double spent) const;
  /// Time of samples, and time of checks.
  struct Spent {
    double sampling = 0;
    double checking = 0;
  };
  /// Checks the result of the last sample, unless checks have taken too long. Returns false if it
  /// did not check.
  bool check(Spent& spent) const;
  void look() const;

  SamplingPolicy policy_;
  Clock now_;
  Slowest slowest_;
  Call check_;
};

/// Measures on one rank, with the steady clock.
inline Statistics sample(SamplingPolicy const& policy, Sampler::Call const& call) {
  return Sampler(policy)(call);
}

} // namespace kitt::perf
