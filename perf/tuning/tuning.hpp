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
  double budget_seconds = 1; ///< the final goes on until here
  double first_share = 0.6;  ///< of the budget: no new candidate is tried after it
  std::size_t at_least = 4;  ///< candidates tried however long they take
  std::size_t finalists = 3; ///< measured again in turns; the plainest is always one of them
  int rounds = 3;            ///< of the final, at most
  double margin = 0.02;      ///< a plainer candidate that is slower by less than this is taken
};

/// `quick` or `full`.
SearchPolicy search_policy(TuneMode mode);

/// What a search came to. Candidates are numbers, 0 the plainest.
struct SearchOutcome {
  std::size_t best = 0;
  double seconds = 0;               ///< per call of the best
  double plain_seconds = 0;         ///< per call of candidate 0, measured beside it
  std::size_t tried = 0;            ///< candidates timed
  std::optional<std::size_t> wrong; ///< a candidate that gave a wrong result: nothing is chosen
};

/// Seconds per call of a candidate, none if its result was wrong. On several ranks the slowest
/// rank's, so that all of them choose alike.
using TimeCandidate = std::function<std::optional<double>(std::size_t)>;
/// Seconds since any moment before the search; on several ranks the same on all.
using ElapsedSeconds = std::function<double()>;

/// Times `candidates` (at least one) in the order given, then the best of them in turns, and
/// chooses the smallest median. Ends at the first candidate that is wrong.
SearchOutcome search(std::size_t candidates, SearchPolicy const& policy, TimeCandidate const& time,
                     ElapsedSeconds const& elapsed);

} // namespace kitt::perf
