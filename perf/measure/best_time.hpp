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

/// Time and count to spend on one ceiling.
struct BestPolicy {
  double seconds = 0.15;
  int minimum_repetitions = 4;
  std::function<double(double)> slowest = OwnSeconds{}; ///< of all ranks; they then work in step
};

/// Searches the shortest time of a round; see best_seconds_per_round.
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
    double seconds; ///< of the shortest call so far
  };
  static constexpr double long_enough = 1e-3;
  static constexpr long many = 8;             ///< times the rounds of a batch, to see what they add
  static constexpr double about = 0.75;       ///< of many, which is enough to be that
  static constexpr double most_rounds = 1e12; ///< whatever they take
  /// Rounds that are sure to take some time: where a compiler removed them, a call alone takes it.
  static constexpr long most_counted = static_cast<long>(long_enough / ClockGuard::shortest_call);

  double timed(long rounds) {
    auto const begin = now_();
    call_(rounds);
    auto const seconds = policy_.slowest(now_() - begin);
    guard_.note(static_cast<double>(std::min(rounds, most_counted)), seconds);
    best_ = std::min(best_, seconds / static_cast<double>(rounds));
    spent_ += seconds;
    return seconds;
  }
  /// One that is long enough because of its rounds: many times the rounds take about many times
  /// as long, twice. A call that was held up only looks long enough.
  Batch find_batch() {
    for (Batch batch{1, timed(1)};;) {
      if (batch.seconds < long_enough) {
        auto const factor =
            std::clamp(1.5 * long_enough / std::max(batch.seconds, 1e-9), 2.0, 16.0);
        batch = next(batch, factor);
        continue;
      }
      auto longer = next(batch, many);
      if (longer.seconds >= about * many * batch.seconds) {
        batch.seconds = std::min(batch.seconds, timed(batch.rounds));
        longer.seconds = std::min(longer.seconds, timed(longer.rounds));
      }
      if (batch.seconds < long_enough)
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

  /// Calls of that length, and on a machine that made it long also of a millisecond, some of which
  /// may be left alone. False if a call was so much shorter than those before that they were held
  /// up, all of them.
  bool repeat(Batch const& batch) {
    auto const part = std::min(1.0, 1.5 * long_enough / batch.seconds);
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

  /// What disturbs does not stop: the best so far must do.
  bool gives_up() const { return spent_ > 0.6 + 3 * policy_.seconds; }

  BestPolicy const& policy_;
  Call& call_;
  Clock now_;
  double best_ = std::numeric_limits<double>::infinity();
  double spent_ = 0;
  ClockGuard guard_;
};

/// The shortest time per round of `call(rounds)`. The best is the right statistic for a ceiling:
/// disturbance only ever adds time. Rounds are batched until a call takes about a millisecond, so
/// that the clock's resolution and the start of the threads do not count, and no longer, so that
/// some calls are left undisturbed on a busy machine. `now()` returns seconds. Throws UserError if
/// the clock stands still, runs too slowly or is set back.
template <class Call, class Clock = SteadySeconds>
double best_seconds_per_round(BestPolicy const& policy, Call&& call, Clock now = {}) {
  return BestTime<std::remove_reference_t<Call>, Clock>(policy, call, now).seconds_per_round();
}

} // namespace kitt::perf
