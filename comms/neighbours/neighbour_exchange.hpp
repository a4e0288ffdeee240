// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/neighbours/neighbour_ranks.hpp"
#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace kitt::comms {

/// How messages are started. `plain`: MPI_Irecv and MPI_Isend in each call. `persistent`: prepared
/// once, then MPI_Startall in each call.
enum class MessageRequests { plain, persistent };
constexpr auto names_of(MessageRequests) {
  return std::array{"plain", "persistent"};
}

/// Messages that a rank sends to each neighbour in one call, and receives from it.
struct NeighbourShape {
  std::size_t bytes = 1; ///< bytes of one message, at most 2^31 - 1
  int messages = 1;      ///< concurrent messages to each neighbour, each with its own buffer
  MessageRequests requests = MessageRequests::plain;

  /// Returns the bytes from one buffer to the next, in whole cache lines.
  std::size_t stride() const { return whole_cache_lines(bytes); }
  /// Returns the bytes of all outgoing, or of all incoming, buffers for `neighbours` neighbours.
  std::size_t bytes_one_way(std::size_t neighbours) const {
    return stride() * static_cast<std::size_t>(messages) * neighbours;
  }
};

/// One rank's side of an exchange with its neighbours. All ranks create an object of equal shape
/// and call run() equally often. Move-only.
class NeighbourExchange {
public:
  /// Prepares the exchange. `neighbours`: neighbours of this rank by direction; they must match the
  /// neighbours of other ranks as described at NeighbourRanks. Buffers come from `memory`, each
  /// aligned to 64 bytes. `world` must outlive this object.
  NeighbourExchange(Communicator const& world, std::vector<int> neighbours,
                    NeighbourShape const& shape, MemorySource const& memory);
  ~NeighbourExchange();
  NeighbourExchange(NeighbourExchange&&) noexcept;
  NeighbourExchange& operator=(NeighbourExchange&&) noexcept;

  /// Does one exchange. All receives are posted before the first send. The exchange is complete on
  /// return.
  void run();

  /// Buffers of the messages to and from the neighbour in a direction.
  std::byte* outgoing(int direction, int message) const;
  std::byte* incoming(int direction, int message) const;

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
