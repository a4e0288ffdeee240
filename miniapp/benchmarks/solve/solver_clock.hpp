// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/simulation.hpp"
#include "core/solvers/solver.hpp"
#include "perf/measure/statistics.hpp"

#include <array>
#include <vector>

namespace kitt::miniapp {

/// Clock for the steps of solvers. The clock keeps the times of each solution.
class SolverClock {
public:
  void begin_solution() { solutions_.emplace_back(); }

  void operator()(SolverStep step, bool ended) {
    if (ended)
      solutions_.back()[index(step)] += now_() - began_;
    else
      began_ = now_();
  }

  /// Returns the time of a step in seconds, as the median of all solutions.
  double seconds(SolverStep step) const {
    std::vector<double> seconds;
    for (auto const& solution : solutions_)
      seconds.push_back(solution[index(step)]);
    return perf::summarize(seconds).median;
  }

private:
  static std::size_t index(SolverStep step) { return static_cast<std::size_t>(step); }

  comms::MachineSeconds now_;
  std::vector<std::array<double, 3>> solutions_;
  double began_ = 0;
};

} // namespace kitt::miniapp
