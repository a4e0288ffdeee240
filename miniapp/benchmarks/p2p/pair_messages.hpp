// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/message_pair.hpp"
#include "comms/ranks/simulation.hpp"
#include "perf/measure/statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Messages of all pairs with random contents, for timing and verification. Ranks outside of all
/// pairs have an object too, which does nothing.
class PairMessages {
public:
  /// Allocates the buffers. Requires that `world` outlives this object.
  PairMessages(comms::Communicator const& world, std::vector<comms::RankPair> const& pairs,
               comms::MessageShape const& shape, MemorySource const& memory, std::uint64_t seed);

  /// Makes one call of the pattern. The call has finished on return.
  void run() {
    if (messages_)
      messages_->run();
  }

  /// Fills the outgoing buffers with new random bytes and makes one call for each part of the
  /// buffers. Compares every received byte with the byte that its sender must have sent. Returns
  /// how many bytes differ on this rank. Must be called on all ranks of pairs.
  std::size_t wrong_bytes();
  /// Compares every byte that arrived in calls since wrong_bytes() with the byte that its sender
  /// must have sent. Returns how many bytes differ on this rank. Must be called on all ranks of
  /// pairs.
  std::size_t wrong_left();

  /// Returns the time in seconds of the clock for samples. The clock is the machine's clock if the
  /// target waits. If the target computes, the clock counts the time spent in calls of the first
  /// rank.
  double seconds() const;
  /// Returns the reason if calls could not be timed as requested. Collective over all ranks.
  std::optional<std::string> failure() const;

  /// Makes `count` calls of a ping-pong, and the first rank of each pair times each call. Returns
  /// the percentiles of half of the measured times, for the slowest pair. `waiting` is how ranks
  /// wait that have nothing to do (see Meter::sample()). Collective over all ranks.
  perf::Percentiles single_one_way_seconds(std::size_t count,
                                           std::optional<comms::Waiting> waiting);

private:
  std::uint64_t stream(int sender, int buffer) const;

  comms::Communicator const& world_;
  int rank_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< number of fills so far; each fill has other contents
  std::optional<comms::Partner> partner_;
  comms::MessageShape shape_;
  std::optional<comms::MessagePair> messages_;
};

} // namespace kitt::miniapp
