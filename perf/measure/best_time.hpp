// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/clock_guard.hpp"
#include "perf/measure/sampling.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>

namespace kitt::perf {

/// Minimum time and number of calls to spend on one ceiling.
struct BestPolicy {
  double seconds = 0.15;
  int minimum_repetitions = 4;
  double seconds_per_call = 1e-3; ///< minimum time of a call
  /// Returns the maximum over all ranks, and so synchronises them.
  std::function<double(double)> slowest = OwnSeconds{};
};

/// Searches the shortest time of one round; see best_seconds_per_round().
template <class Call, class Clock>
class BestTime {
public:
  BestTime(BestPolicy const& policy, Call& call, Clock now)
      : policy_(policy), call_(call), now_(now) {}

  double seconds_per_round() {
    policy_.slowest(0); // ranks begin together
    while (!repeat(find_batch()))
      continue;
    return best_;
  }

private:
  struct Batch {
    long rounds;
    double seconds; ///< time of the shortest call so far
  };
  /// Factor by which a batch is lengthened to test that its time grows with its rounds.
  static constexpr long many = 8;
  /// The test passes if the time grows by at least this factor times `many`.
  static constexpr double about = 0.75;
  /// Largest number of rounds in a batch, for very short rounds.
  static constexpr double most_rounds = 1e12;
  /// Returns the rounds that the clock guard counts at most. If a compiler removed the rounds, a
  /// call takes only the time of starting it, and counting more rounds would look like a broken
  /// clock.
  long most_counted() const {
    return static_cast<long>(policy_.seconds_per_call / ClockGuard::shortest_call);
  }

  double timed(long rounds) {
    auto const begin = now_();
    call_(rounds);
    auto const seconds = policy_.slowest(now_() - begin);
    guard_.note(static_cast<double>(std::min(rounds, most_counted())), seconds);
    best_ = std::min(best_, seconds / static_cast<double>(rounds));
    spent_ += seconds;
    return seconds;
  }
  /// Returns a batch of rounds that takes at least `seconds_per_call` because of its rounds. To
  /// test this, a batch with `many` times the rounds is measured as well. The larger batch must
  /// take about `many` times as long, in two measurements. A call that was interrupted only looks
  /// long enough and fails the test.
  Batch find_batch() {
    for (Batch batch{1, timed(1)};;) {
      if (batch.seconds < policy_.seconds_per_call) {
        auto const factor =
            std::clamp(1.5 * policy_.seconds_per_call / std::max(batch.seconds, 1e-9), 2.0, 16.0);
        batch = next(batch, factor);
        continue;
      }
      auto longer = next(batch, many);
      if (longer.seconds >= about * many * batch.seconds) {
        batch.seconds = std::min(batch.seconds, timed(batch.rounds));
        longer.seconds = std::min(longer.seconds, timed(longer.rounds));
      }
      if (batch.seconds < policy_.seconds_per_call)
        continue;
      if (longer.seconds >= about * many * batch.seconds || gives_up())
        return batch;
      batch = longer;
    }
  }
  Batch next(Batch const& batch, double factor) {
    auto const rounds = std::min(most_rounds, factor * static_cast<double>(batch.rounds));
    return {static_cast<long>(rounds), timed(static_cast<long>(rounds))};
  }

  /// Repeats calls of `batch`. On a machine on which a batch takes longer than a millisecond, also
  /// repeats shorter calls of about a millisecond, because some of them may escape disturbance.
  /// Returns false if a call was much shorter than all earlier calls, which shows that all earlier
  /// calls had been interrupted.
  bool repeat(Batch const& batch) {
    auto const part = std::min(1.0, 1.5 * policy_.seconds_per_call / batch.seconds);
    auto const fewer = std::max(1L, static_cast<long>(part * static_cast<double>(batch.rounds)));
    double spent = 0;
    for (int done = 0; done < policy_.minimum_repetitions || spent < policy_.seconds; done += 2) {
      auto const seconds = timed(batch.rounds);
      if (seconds < about * batch.seconds && !gives_up())
        return false;
      spent += seconds + timed(fewer);
    }
    return true;
  }

  /// Returns true if the search has taken too long. If disturbance does not stop, the best time so
  /// far is used.
  bool gives_up() const { return spent_ > 0.6 + 3 * policy_.seconds; }

  BestPolicy const& policy_;
  Call& call_;
  Clock now_;
  double best_ = std::numeric_limits<double>::infinity();
  double spent_ = 0;
  ClockGuard guard_;
};

/// Returns the shortest time per round of `call(rounds)`, in seconds. The shortest time is the
/// right statistic for a ceiling, because disturbance only adds time. Rounds are batched until a
/// call takes about a millisecond, so that the resolution of the clock and the start of the threads
/// do not matter. Batches are not longer, so that some calls stay undisturbed on a busy machine.
/// `now()` returns seconds. Throws UserError if the clock stands still, runs too slowly or is set
/// back.
template <class Call, class Clock = SteadySeconds>
double best_seconds_per_round(BestPolicy const& policy, Call&& call, Clock now = {}) {
  return BestTime<std::remove_reference_t<Call>, Clock>(policy, call, now).seconds_per_round();
}

} // namespace kitt::perf
