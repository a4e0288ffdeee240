// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/message_pair.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kitt::perf {

/// The messages of all pairs as the benchmark times them, with random contents. Ranks in no pair
/// have one too, which does nothing.
class PairMessages {
public:
  PairMessages(comms::Communicator const& world, std::vector<comms::RankPair> const& pairs,
               comms::MessageShape const& shape, MemorySource const& memory, std::uint64_t seed);

  /// One call of the pattern, finished on return.
  void run() {
    if (messages_)
      messages_->run();
  }

  /// Fills what goes out anew, makes one call, and compares every byte that came in with what its
  /// sender must have sent: how many differ on this rank. On all ranks of pairs.
  std::size_t wrong_bytes();

private:
  std::uint64_t stream(int sender, int buffer) const;

  int rank_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< how often: messages of one fill are not those of another
  std::optional<comms::Partner> partner_;
  comms::MessageShape shape_;
  std::optional<comms::MessagePair> messages_;
};

} // namespace kitt::perf
