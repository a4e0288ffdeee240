// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/recorder.hpp"

#include <cstddef>
#include <vector>

namespace kitt::mpi_profile::detail {

/// Time that was spent in communication in each step of a run. In a long run the steps get longer,
/// so that there are never more than most_steps.
class TimeAxis {
public:
  static constexpr std::size_t most_steps = 256;
  static constexpr Nanoseconds shortest_step = std::chrono::milliseconds(125);

  /// Adds the time from `begin` to `end`, both measured from the start of the run. Time before the
  /// start does not count.
  void add(Nanoseconds begin, Nanoseconds end);
  /// Doubles the length of the steps until they are at least `step` long.
  void lengthen(Nanoseconds step);

  Nanoseconds step() const { return step_; }
  /// Returns the time spent in each of the first steps. Nothing was spent in the steps after them.
  std::vector<Nanoseconds> const& spent() const { return spent_; }

private:
  Nanoseconds step_ = shortest_step;
  std::vector<Nanoseconds> spent_;
};

} // namespace kitt::mpi_profile::detail
