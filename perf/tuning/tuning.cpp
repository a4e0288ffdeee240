// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tuning/tuning.hpp"

#include "core/base/error.hpp"
#include "perf/measure/statistics.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace kitt::perf {

namespace {

double median(std::vector<double> const& values) {
  return summarize(values).median;
}

/// One search, with the times of each candidate so far.
class Search {
public:
  Search(SearchPolicy const& policy, SearchCalls const& calls)
      : policy_(policy), calls_(calls), start_(calls.now()) {}

  void try_each(std::size_t candidates) {
    while (times_.size() < candidates &&
           (times_.size() < policy_.at_least || spent() < policy_.budget_seconds)) {
      times_.emplace_back();
      measure(times_.size() - 1);
    }
  }

  /// Times the finalists in rounds of one call each, so that a machine that slows down affects all
  /// of them.
  void final_rounds() {
    in_final_ = fastest(policy_.finalists);
    for (auto const candidate : in_final_)
      if (!calls_.is_right(candidate)) {
        wrong_ = candidate;
        return;
      }
    if (in_final_.size() < 2)
      return;
    // times from the first phase are not comparable with times taken in rounds
    for (auto const candidate : in_final_)
      times_[candidate].clear();
    for (int round = 0; round < policy_.rounds; ++round)
      for (auto const candidate : in_final_)
        measure(candidate);
  }

  SearchOutcome outcome() const {
    SearchOutcome result;
    result.tried = times_.size();
    result.wrong = wrong_;
    if (wrong_)
      return result;
    auto smallest = median(times_[in_final_.front()]);
    for (auto const candidate : in_final_)
      smallest = std::min(smallest, median(times_[candidate]));
    result.best = *std::find_if(in_final_.begin(), in_final_.end(), [&](std::size_t candidate) {
      return median(times_[candidate]) <= smallest * (1 + policy_.margin);
    });
    result.seconds = median(times_[result.best]);
    result.plain_seconds = median(times_[0]);
    return result;
  }

private:
  double spent() const { return calls_.now() - start_; }

  void measure(std::size_t candidate) { times_[candidate].push_back(calls_.seconds(candidate)); }

  /// Returns the `count` fastest candidates and candidate 0 (the plainest), in the order of their
  /// numbers.
  std::vector<std::size_t> fastest(std::size_t count) const {
    std::vector<std::size_t> all(times_.size());
    std::iota(all.begin(), all.end(), 0);
    std::sort(all.begin(), all.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(median(times_[a]), a) < std::pair(median(times_[b]), b);
    });
    all.resize(std::min(count, all.size()));
    if (std::find(all.begin(), all.end(), 0) == all.end())
      all.push_back(0);
    std::sort(all.begin(), all.end());
    return all;
  }

  SearchPolicy const& policy_;
  SearchCalls const& calls_;
  double start_;
  std::vector<std::vector<double>> times_;
  std::vector<std::size_t> in_final_;
  std::optional<std::size_t> wrong_;
};

} // namespace

SearchPolicy search_policy(TuneMode mode) {
  if (mode != TuneMode::full)
    return {};
  return {.budget_seconds = 100, .at_least = 16, .finalists = 6, .rounds = 7};
}

SearchOutcome search(std::size_t candidates, SearchPolicy const& policy, SearchCalls const& calls) {
  KITT_EXPECT(candidates > 0);
  Search run(policy, calls);
  run.try_each(candidates);
  run.final_rounds();
  return run.outcome();
}

} // namespace kitt::perf
