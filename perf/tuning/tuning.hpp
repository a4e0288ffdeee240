// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>

namespace kitt::perf {

/// Effort of the search for the fastest way to run a kernel. off: no search; quick: a few
/// candidates, briefly; full: all candidates, thoroughly.
enum class TuneMode { off, quick, full };
constexpr auto names_of(TuneMode) {
  return std::array{"off", "quick", "full"};
}

/// How a search spends its time.
struct SearchPolicy {
  double budget_seconds = 0.6; ///< seconds after which no new candidate is tried
  std::size_t at_least = 12;   ///< candidates to try even if they take longer than the budget
  /// Candidates measured again in rounds; candidate 0 (the plainest) is always added.
  std::size_t finalists = 5;
  int rounds = 3; ///< number of rounds that measure the finalists
  /// A plainer candidate is preferred to the fastest one if it is slower by less than this
  /// fraction.
  double margin = 0.01;
};

/// Returns the policy of a `quick` or `full` search.
SearchPolicy search_policy(TuneMode mode);

/// Result of a search. Candidates are numbered; candidate 0 is the plainest.
struct SearchOutcome {
  std::size_t best = 0;
  double seconds = 0;               ///< time per call of the best candidate
  double plain_seconds = 0;         ///< time per call of candidate 0, measured in the same rounds
  std::size_t tried = 0;            ///< number of candidates timed
  std::optional<std::size_t> wrong; ///< a finalist with a wrong result, if any; then none is chosen
};

/// Functions by which a search measures candidates and reads the clock. The functions must return
/// equal values on all ranks, so that all ranks choose the same candidate.
struct SearchCalls {
  /// Seconds per call of a candidate, on the slowest rank.
  std::function<double(std::size_t)> seconds;
  std::function<bool(std::size_t)> is_right; ///< whether the result of a candidate is right
  std::function<double()> now; ///< seconds since an arbitrary moment before the search
};

/// Searches the fastest of `candidates` (at least one) candidates. Times them in the given order,
/// verifies the fastest ones (which takes as long as several calls), times those again in rounds,
/// and chooses the smallest median. Ends at the first wrong result.
SearchOutcome search(std::size_t candidates, SearchPolicy const& policy, SearchCalls const& calls);

} // namespace kitt::perf
