// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/simulation.hpp"
#include "core/operators/schedule.hpp"
#include "perf/measure/sampling.hpp"
#include "perf/measure/statistics.hpp"

#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace kitt::perf {

/// Clock that times the steps of a split hopping term in each call. An observer
/// (core/operators/schedule.hpp) may hold it by reference.
class StepClock {
public:
  /// Builds a clock; `now` returns the time in seconds.
  explicit StepClock(std::function<double()> now = comms::MachineSeconds())
      : now_(std::move(now)) {}

  void operator()(std::optional<Step> ended) {
    auto const now = now_();
    if (ended)
      calls_.back()[static_cast<std::size_t>(*ended)] += now - last_;
    else
      calls_.emplace_back();
    last_ = now;
  }

  std::size_t calls() const { return calls_.size(); }
  /// Returns the median seconds of `step` over all calls so far, or 0 before the first call.
  double seconds_per_call(Step step) const {
    if (calls_.empty())
      return 0;
    std::vector<double> seconds;
    seconds.reserve(calls_.size());
    for (auto const& call : calls_)
      seconds.push_back(call[static_cast<std::size_t>(step)]);
    return summarize(seconds).median;
  }

private:
  std::function<double()> now_;
  std::vector<std::array<double, 4>> calls_; ///< seconds of each step in each call
  double last_ = 0;
};

} // namespace kitt::perf
