// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>

namespace kitt::perf {

/// How hard to look for the fastest way to run a kernel: not at all, a few ways briefly, all of
/// them at length.
enum class TuneMode { off, quick, full };
constexpr auto names_of(TuneMode) {
  return std::array{"off", "quick", "full"};
}

/// How a search spends its time.
struct SearchPolicy {
  double budget_seconds = 0.6; ///< no new candidate is tried after it
  std::size_t at_least = 12;   ///< candidates tried however long they take
  std::size_t finalists = 5;   ///< measured again in turns; the plainest is always one of them
  int rounds = 3;              ///< of the final
  double margin = 0.01;        ///< a plainer candidate that is slower by less than this is taken
};

/// `quick` or `full`.
SearchPolicy search_policy(TuneMode mode);

/// What a search came to. Candidates are numbers, 0 the plainest.
struct SearchOutcome {
  std::size_t best = 0;
  double seconds = 0;               ///< per call of the best
  double plain_seconds = 0;         ///< per call of candidate 0, measured beside it
  std::size_t tried = 0;            ///< candidates timed
  std::optional<std::size_t> wrong; ///< a finalist that gave a wrong result: nothing is chosen
};

/// What a search asks of candidates and of the clock; on several ranks the same on all, so that
/// they choose alike.
struct SearchCalls {
  std::function<double(std::size_t)> seconds; ///< per call of a candidate, slowest rank's
  std::function<bool(std::size_t)> is_right;  ///< the result of a candidate
  std::function<double()> now;                ///< seconds since any moment before the search
};

/// Times `candidates` (at least one) in the order given, verifies the best of them, which takes as
/// long as several calls, times those in turns, and chooses the smallest median. Ends at the first
/// that is wrong.
SearchOutcome search(std::size_t candidates, SearchPolicy const& policy, SearchCalls const& calls);

} // namespace kitt::perf
