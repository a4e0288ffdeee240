// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/message_pair.hpp"
#include "comms/ranks/simulation.hpp"
#include "perf/measure/percentiles.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// The messages of all pairs as the benchmark times them, with random contents. Ranks in no pair
/// have one too, which does nothing.
class PairMessages {
public:
  /// `world` outlives this.
  PairMessages(comms::Communicator const& world, std::vector<comms::RankPair> const& pairs,
               comms::MessageShape const& shape, MemorySource const& memory, std::uint64_t seed);

  /// One call of the pattern, finished on return.
  void run() {
    if (messages_)
      messages_->run();
  }

  /// Fills what goes out anew, makes one call for each part of the buffers, and compares every byte
  /// that came in with what its sender must have sent: how many differ on this rank. On all ranks
  /// of pairs.
  std::size_t wrong_bytes();
  /// Compares every byte that arrived in calls since wrong_bytes() with what its sender must have
  /// sent. Returns how many differ on this rank. Called on all ranks of pairs.
  std::size_t wrong_left();

  /// The clock that calls are timed by: the machine's, or that of the first rank's calls where the
  /// second computes.
  double seconds() const;
  /// Why calls could not be timed as asked for. Collective over all ranks.
  std::optional<std::string> failure() const;

  /// `count` calls of a ping-pong, each timed on its own by the first rank of a pair: of halves of
  /// them the percentiles of the slowest pair. Collective over all ranks; `waiting`: as
  /// Session::sample().
  perf::Percentiles single_one_way_seconds(std::size_t count,
                                           std::optional<comms::Waiting> waiting);

private:
  std::uint64_t stream(int sender, int buffer) const;

  comms::Communicator const& world_;
  int rank_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< how often: messages of one fill are not those of another
  std::optional<comms::Partner> partner_;
  comms::MessageShape shape_;
  std::optional<comms::MessagePair> messages_;
};

} // namespace kitt::miniapp
