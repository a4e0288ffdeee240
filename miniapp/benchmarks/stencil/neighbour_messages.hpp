// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/neighbours/neighbour_exchange.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kitt::miniapp {

/// Exchange with neighbours, with random contents, for timing and verification.
class NeighbourMessages {
public:
  /// Allocates the buffers. `neighbours` are the neighbour ranks of this rank, one for each
  /// direction.
  NeighbourMessages(comms::Communicator const& world, std::vector<int> neighbours,
                    comms::NeighbourShape const& shape, MemorySource const& memory,
                    std::uint64_t seed);

  /// Makes one exchange. The exchange has finished on return.
  void run() { exchange_.run(); }

  /// Fills the outgoing messages with new random bytes, makes one exchange, and compares every
  /// received byte with the byte that its sender must have sent in that direction. Returns the
  /// wrong bytes on this rank, counted in words of 8 bytes. Must be called on all ranks.
  std::size_t wrong_bytes();

  /// Fill the outgoing messages, and compare the received bytes: the two halves of wrong_bytes().
  /// wrong_left() also checks later exchanges.
  void fill();
  std::size_t wrong_left() const;
  /// Returns an outgoing message, for tests that spoil it.
  std::byte* outgoing(int direction, int message) const {
    return exchange_.outgoing(direction, message);
  }

private:
  std::uint64_t stream(int sender, int direction, int message) const;

  int rank_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< number of fills so far; each fill has other contents
  std::vector<int> neighbours_;
  comms::NeighbourShape shape_;
  comms::NeighbourExchange exchange_;
};

} // namespace kitt::miniapp
