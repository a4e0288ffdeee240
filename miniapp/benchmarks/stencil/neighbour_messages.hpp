// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/neighbours/neighbour_exchange.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kitt::miniapp {

/// An exchange with neighbours as the benchmark times it, with random contents.
class NeighbourMessages {
public:
  /// `neighbours`: of this rank, by direction.
  NeighbourMessages(comms::Communicator const& world, std::vector<int> neighbours,
                    comms::NeighbourShape const& shape, MemorySource const& memory,
                    std::uint64_t seed);

  /// One exchange, finished on return.
  void run() { exchange_.run(); }

  /// Fills what goes out anew, makes one exchange, and compares every byte that came in with what
  /// its sender must have sent in that direction: how many are in words of 8 that differ on this
  /// rank. On all ranks.
  std::size_t wrong_bytes();

  /// The two steps of wrong_bytes(), before and after the exchange. The second one also checks what
  /// exchanges since then brought.
  void fill();
  std::size_t wrong_left() const;
  /// For tests, which spoil what goes out.
  std::byte* outgoing(int direction, int message) const {
    return exchange_.outgoing(direction, message);
  }

private:
  std::uint64_t stream(int sender, int direction, int message) const;

  int rank_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< how often: messages of one fill are not those of another
  std::vector<int> neighbours_;
  comms::NeighbourShape shape_;
  comms::NeighbourExchange exchange_;
};

} // namespace kitt::miniapp
