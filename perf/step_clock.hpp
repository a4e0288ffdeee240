// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/schedule.hpp"
#include "perf/sampling.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kitt::perf {

/// Adds up what the steps of a split hopping term take. An observer (core/schedule.hpp) may hold it
/// by reference.
class StepClock {
public:
  void operator()(std::optional<Step> ended) {
    auto const now = SteadySeconds()();
    if (ended)
      seconds_[static_cast<std::size_t>(*ended)] += now - last_;
    else
      ++calls_;
    last_ = now;
  }

  std::size_t calls() const { return calls_; }
  /// Mean over the calls so far.
  double seconds_per_call(Step step) const {
    return seconds_[static_cast<std::size_t>(step)] /
           static_cast<double>(std::max<std::size_t>(calls_, 1));
  }

private:
  std::array<double, 4> seconds_{};
  std::size_t calls_ = 0;
  double last_ = 0;
};

} // namespace kitt::perf
