// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/sampling.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>

namespace kitt::perf {

/// Time and count to spend on one ceiling.
struct BestPolicy {
  double seconds = 0.15;
  int minimum_repetitions = 4;
  std::function<double(double)> slowest = OwnSeconds{}; ///< of all ranks; they then work in step
};

/// Wall time of one call, in seconds.
template <class Call>
double seconds_of(Call&& call) {
  using Clock = std::chrono::steady_clock;
  auto const begin = Clock::now();
  call();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The shortest time per round of `call(rounds)`. The best is the right statistic for a ceiling:
/// disturbance only ever adds time. Rounds are batched until a call takes about 2 ms, so that the
/// clock's resolution and the start of the threads do not count; and until more rounds take more
/// time, since a call that was held up looks long enough.
template <class Call>
double best_seconds_per_round(BestPolicy const& policy, Call&& call) {
  constexpr double long_enough = 2e-3;
  constexpr double surely_long = 2e-2;
  auto best = std::numeric_limits<double>::infinity();
  double spent = 0;
  double previous = 0;
  long rounds = 1;
  policy.slowest(0); // ranks begin together
  for (int done = 0; done < policy.minimum_repetitions || spent < policy.seconds; ++done) {
    auto const seconds = policy.slowest(seconds_of([&] { call(rounds); }));
    best = std::min(best, seconds / static_cast<double>(rounds));
    spent += seconds;
    bool const grows = done > 0 && seconds > 1.5 * previous;
    if (seconds < long_enough / 2 || (rounds < 16 && !grows && seconds < surely_long)) {
      auto const factor = std::clamp(long_enough / std::max(seconds, 1e-9), 2.0, 16.0);
      rounds = static_cast<long>(static_cast<double>(rounds) * factor);
    }
    previous = seconds;
  }
  return best;
}

} // namespace kitt::perf
