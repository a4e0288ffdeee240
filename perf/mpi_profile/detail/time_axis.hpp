// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/recorder.hpp"

#include <cstddef>
#include <vector>

namespace kitt::mpi_profile::detail {

/// How much of each step of a run was spent in one way. A run that lasts gets longer steps, so that
/// there are never more than most_steps.
class TimeAxis {
public:
  static constexpr std::size_t most_steps = 256;
  static constexpr Nanoseconds shortest_step = std::chrono::milliseconds(125);

  /// From `begin` to `end` after the run's start; what is before it does not count.
  void add(Nanoseconds begin, Nanoseconds end);
  /// Makes steps twice as long, as often as it takes.
  void lengthen(Nanoseconds step);

  Nanoseconds step() const { return step_; }
  /// Of the first steps; in the rest nothing was spent.
  std::vector<Nanoseconds> const& spent() const { return spent_; }

private:
  Nanoseconds step_ = shortest_step;
  std::vector<Nanoseconds> spent_;
};

} // namespace kitt::mpi_profile::detail
