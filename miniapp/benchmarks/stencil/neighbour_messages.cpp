// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/stencil/neighbour_messages.hpp"

#include "core/fields/random.hpp"

#include <utility>

namespace kitt::miniapp {

NeighbourMessages::NeighbourMessages(comms::Communicator const& world, std::vector<int> neighbours,
                                     comms::NeighbourShape const& shape, MemorySource const& memory,
                                     std::uint64_t seed)
    : rank_(world.rank()), seed_(seed), neighbours_(std::move(neighbours)), shape_(shape),
      exchange_(world, neighbours_, shape, memory) {}

std::uint64_t NeighbourMessages::stream(int sender, int direction, int message) const {
  auto const of_sender =
      counter_bits(counter_bits(seed_, filled_), static_cast<std::uint64_t>(sender));
  return counter_bits(of_sender, static_cast<std::uint64_t>(direction * shape_.messages + message));
}

void NeighbourMessages::fill() {
  ++filled_;
  for (int direction = 0; direction < static_cast<int>(neighbours_.size()); ++direction)
    for (int message = 0; message < shape_.messages; ++message)
      fill_random({exchange_.outgoing(direction, message), shape_.bytes},
                  stream(rank_, direction, message));
}

std::size_t NeighbourMessages::wrong_left() const {
  std::size_t wrong = 0;
  for (int direction = 0; direction < static_cast<int>(neighbours_.size()); ++direction)
    for (int message = 0; message < shape_.messages; ++message)
      wrong += kitt::count_wrong({exchange_.incoming(direction, message), shape_.bytes},
                                 stream(neighbours_[static_cast<std::size_t>(direction)],
                                        comms::opposite(direction), message));
  return wrong;
}

std::size_t NeighbourMessages::wrong_bytes() {
  fill();
  run();
  return wrong_left();
}

} // namespace kitt::miniapp
