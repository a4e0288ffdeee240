// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/simulation.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace kitt::comms::detail {

/// The second rank of a pair that computes, and calls no MPI, while the first reaches its memory.
/// That the first has finished a call it reads in its memory, where the first puts the number of
/// the call. Where MPI moves nothing unless this rank calls it, that number never comes: the rank
/// then gives up, and helps from there on.
class ComputingTarget {
public:
  /// `finished`: 8 bytes that the first rank puts into, aligned, set to 0 here. `now` gives the
  /// time in seconds.
  explicit ComputingTarget(std::byte* finished, std::function<double()> now = MachineSeconds());

  /// One call. The first ones, until helped() was called, return at once: they are those that
  /// follow inside MPI, by which the time is known that a call may take.
  void run();
  /// The two have met inside MPI: all calls so far have ended.
  void helped();
  /// Whether all calls that it computed through ended in time: ten times as long as those that it
  /// helped with, and a second more.
  bool progressed() const { return progressed_; }

private:
  bool is_finished() const;

  std::byte* finished_;
  std::function<double()> now_;
  std::uint64_t calls_ = 0;
  std::optional<double> began_; ///< the first call, in seconds
  std::optional<double> limit_; ///< of a call, in seconds
  bool progressed_ = true;
};

} // namespace kitt::comms::detail
