// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/rank_pairs.hpp"
#include "comms/pairs/remote_access.hpp"
#include "comms/ranks/cache_lines.hpp"
#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace kitt::comms {

/// What one call of a pair is. `ping_pong`: the first sends one message, the second answers with
/// another. `one_way`: the first sends a window of messages at once, the second acknowledges it by
/// an empty message. `both_ways`: each sends the other a window at once. `put`, `get`: the first
/// writes a window of messages into memory of the second, or reads them there (MPI_Put, MPI_Get),
/// and the second does nothing but what RemoteAccess says.
enum class MessagePattern { ping_pong, one_way, both_ways, put, get };
constexpr auto names_of(MessagePattern) {
  return std::array{"ping-pong", "one-way", "both-ways", "put", "get"};
}

/// Whether the second rank sends and receives nothing.
constexpr bool is_one_sided(MessagePattern pattern) {
  return pattern == MessagePattern::put || pattern == MessagePattern::get;
}
/// Whether messages go both ways in one call.
constexpr bool goes_both_ways(MessagePattern pattern) {
  return pattern == MessagePattern::ping_pong || pattern == MessagePattern::both_ways;
}

/// Messages of one kind.
struct MessageShape {
  MessagePattern pattern = MessagePattern::ping_pong;
  std::size_t bytes = 1; ///< of one message, at most 2^31 - 1
  int window = 1;        ///< messages under way at once, of each sender; of a ping-pong 1
  /// Whether all messages of a window share a buffer: they are then sent from a cache, and
  /// received over each other.
  bool one_buffer = false;
  /// Bytes that calls walk through on each side, each using the next part, before they come back to
  /// the first; 0: all calls use the same buffers.
  std::size_t rotate_bytes = 0;
  RemoteAccess access = {}; ///< of put and get

  int buffers_of_call() const { return one_buffer ? 1 : window; }
  /// Calls until the first buffers are used again.
  int parts() const {
    auto const bytes_of_call = stride() * static_cast<std::size_t>(buffers_of_call());
    return static_cast<int>(
        std::max((rotate_bytes + bytes_of_call - 1) / bytes_of_call, std::size_t{1}));
  }
  /// Of all parts.
  int buffers() const { return buffers_of_call() * parts(); }
  /// From one buffer to the next: whole cache lines; of a region that calls walk through whole
  /// pages, so that a walk with small messages is no longer than one with large ones.
  std::size_t stride() const {
    constexpr std::size_t page = 4096;
    return rotate_bytes > 0 ? (bytes + page - 1) / page * page : whole_cache_lines(bytes);
  }
  /// Memory for the messages of one way.
  std::size_t bytes_one_way() const { return stride() * static_cast<std::size_t>(buffers()); }
};

/// One rank's side of a pair that exchanges messages. All ranks of pairs have one of the same
/// shape, and both ranks of a pair call run() as often. Move-only.
class MessagePair {
public:
  /// Collective over the ranks of all pairs, which alone make one; so is its end. Buffers come from
  /// `memory`, each aligned to 64 bytes, but where MPI allocates what the other rank puts into or
  /// gets from. `world` outlives this. Throws UserError where MPI gives no such memory.
  MessagePair(Communicator const& world, std::vector<RankPair> const& pairs,
              MessageShape const& shape, MemorySource const& memory);
  ~MessagePair();
  MessagePair(MessagePair&&) noexcept;
  MessagePair& operator=(MessagePair&&) noexcept;

  /// One call of the pattern, complete on return: what came in may be read, what went out written.
  /// The second rank of a put or get knows only after settle().
  void run();
  /// Collective over the two: what either has written into its buffers is there for the other.
  void settle();
  /// Seconds that this rank has spent in calls so far, where the second one computes meanwhile: 0
  /// on the second.
  double seconds() const;
  /// False on a second rank that computed in vain: a call of the first took longer than ten in
  /// which it waited and a second more, so it went into MPI. From then on it waits.
  bool progressed() const;

  bool sends() const;
  bool receives() const;
  /// Buffers, numbered from 0 to buffers() - 1 of the shape. A side that does not send has no
  /// outgoing ones, one that does not receive no incoming ones.
  std::byte* outgoing(int buffer) const;
  std::byte* incoming(int buffer) const;

  class Implementation;

private:
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
