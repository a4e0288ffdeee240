// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/simulation.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace kitt::comms::detail {

/// The second rank of a pair, which computes without calling MPI while the first rank accesses its
/// memory. The first rank writes the number of each finished call into the memory of the second
/// rank, which reads the number. If MPI makes no progress unless the second rank calls MPI, the
/// number never arrives. The second rank then gives up and waits inside MPI from then on.
class ComputingTarget {
public:
  /// Makes a target. `finished`: 8 aligned bytes into which the first rank puts the number; set to
  /// 0 here. `now`: returns the time in seconds.
  explicit ComputingTarget(std::byte* finished, std::function<double()> now = MachineSeconds());

  /// Computes during one call. Before helped() is called the first time, returns at once. The first
  /// calls are completed inside MPI and show how long a call may take.
  void run();
  /// Notes that the two ranks have met inside MPI, so that all calls so far have ended.
  void helped();
  /// Returns whether all calls ended in time while this rank computed. The limit is 1 second plus
  /// ten times the duration of the calls that this rank helped with.
  bool progressed() const { return progressed_; }

private:
  bool is_finished() const;

  std::byte* finished_;
  std::function<double()> now_;
  std::uint64_t calls_ = 0;
  std::optional<double> began_; ///< time of the first call, in seconds
  std::optional<double> limit_; ///< limit for the duration of a call, in seconds
  bool progressed_ = true;
};

} // namespace kitt::comms::detail
