// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/rank_pairs.hpp"
#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <memory>

namespace kitt::comms {

/// What one call of a pair is. `ping_pong`: the first sends one message, the second answers with
/// another. `one_way`: the first sends a window of messages at once, the second acknowledges it by
/// an empty message. `both_ways`: each sends the other a window at once.
enum class MessagePattern { ping_pong, one_way, both_ways };
constexpr auto names_of(MessagePattern) {
  return std::array{"ping-pong", "one-way", "both-ways"};
}

/// Messages of one kind.
struct MessageShape {
  MessagePattern pattern = MessagePattern::ping_pong;
  std::size_t bytes = 1; ///< of one message, at most 2^31 - 1
  int window = 1;        ///< messages under way at once, of each sender; of a ping-pong 1
  /// Whether all messages of a window share a buffer: they are then sent from a cache, and
  /// received over each other.
  bool one_buffer = false;

  int buffers() const { return one_buffer ? 1 : window; }
  /// From one buffer to the next: whole cache lines.
  std::size_t stride() const { return (bytes + 63) / 64 * 64; }
  /// Memory for the messages of one way.
  std::size_t bytes_one_way() const { return stride() * static_cast<std::size_t>(buffers()); }
};

/// One rank's side of a pair that exchanges messages (MPI_Isend and MPI_Irecv, no copies). Both
/// ranks of the pair have one of the same shape and call run() as often. Move-only.
class MessagePair {
public:
  /// Buffers come from `memory`, each aligned to 64 bytes. `world` outlives this.
  MessagePair(Communicator const& world, Partner const& partner, MessageShape const& shape,
              MemorySource const& memory);
  ~MessagePair();
  MessagePair(MessagePair&&) noexcept;
  MessagePair& operator=(MessagePair&&) noexcept;

  /// One call of the pattern, complete on return: what came in may be read, what went out written.
  void run();

  bool sends() const;
  bool receives() const;
  /// Buffers, numbered from 0 to buffers() - 1 of the shape. A side that does not send has no
  /// outgoing ones, one that does not receive no incoming ones.
  std::byte* outgoing(int buffer) const;
  std::byte* incoming(int buffer) const;

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
