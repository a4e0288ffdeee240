// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/neighbours/neighbour_ranks.hpp"
#include "comms/ranks/cache_lines.hpp"
#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace kitt::comms {

/// `plain`: MPI_Irecv and MPI_Isend in each call. `persistent`: set up once, then MPI_Startall.
enum class MessageRequests { plain, persistent };
constexpr auto names_of(MessageRequests) {
  return std::array{"plain", "persistent"};
}

/// What a rank sends each neighbour in one call, and gets from it.
struct NeighbourShape {
  std::size_t bytes = 1; ///< of one message, at most 2^31 - 1
  int messages = 1;      ///< to each neighbour, all under way at once, a buffer each
  MessageRequests requests = MessageRequests::plain;

  /// From one buffer to the next: whole cache lines.
  std::size_t stride() const { return whole_cache_lines(bytes); }
  /// Memory for the messages of one way, to or from `neighbours` neighbours.
  std::size_t bytes_one_way(std::size_t neighbours) const {
    return stride() * static_cast<std::size_t>(messages) * neighbours;
  }
};

/// One rank's side of an exchange with its neighbours. All ranks have one of the same shape and
/// call run() as often. Move-only.
class NeighbourExchange {
public:
  /// `neighbours`: of this rank, by direction; those of all ranks fit each other as NeighbourRanks
  /// says. Buffers come from `memory`, each aligned to 64 bytes. `world` outlives this.
  NeighbourExchange(Communicator const& world, std::vector<int> neighbours,
                    NeighbourShape const& shape, MemorySource const& memory);
  ~NeighbourExchange();
  NeighbourExchange(NeighbourExchange&&) noexcept;
  NeighbourExchange& operator=(NeighbourExchange&&) noexcept;

  /// One exchange, all receives posted before the first send, complete on return.
  void run();

  /// The buffers of the messages to and from the neighbour in a direction.
  std::byte* outgoing(int direction, int message) const;
  std::byte* incoming(int direction, int message) const;

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
