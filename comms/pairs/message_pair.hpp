// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/rank_pairs.hpp"
#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace kitt::comms {

/// How MPI gets the memory that another rank accesses. `allocate`: MPI allocates the memory
/// (MPI_Win_allocate). `create`: MPI uses KITT's memory (MPI_Win_create). `shared`: MPI allocates
/// memory shared by the ranks of a node (MPI_Win_allocate_shared). `dynamic`: KITT's memory is
/// attached later (MPI_Win_create_dynamic, MPI_Win_attach).
enum class RmaWindow { allocate, create, shared, dynamic };
constexpr auto names_of(RmaWindow) {
  return std::array{"allocate", "create", "shared", "dynamic"};
}

/// Method that completes a window of messages. `flush`: MPI_Win_flush in a permanent epoch.
/// `fence`: MPI_Win_fence before and after, by the ranks of all pairs. `lock`: MPI_Win_lock and
/// MPI_Win_unlock. `pscw`: MPI_Win_start and MPI_Win_complete of the first rank, MPI_Win_post and
/// MPI_Win_wait of the second.
enum class RmaSync { flush, fence, lock, pscw };
constexpr auto names_of(RmaSync) {
  return std::array{"flush", "fence", "lock", "pscw"};
}
/// Returns whether the second rank takes no part in the synchronisation.
constexpr bool is_passive(RmaSync sync) {
  return sync == RmaSync::flush || sync == RmaSync::lock;
}

/// Activity of the second rank while the first rank puts or gets. `waiting`: the second rank waits
/// for the end inside MPI. `computing`: the second rank computes and calls MPI only after the first
/// rank has finished.
enum class RmaTarget { waiting, computing };
constexpr auto names_of(RmaTarget) {
  return std::array{"waiting", "computing"};
}

/// How a rank accesses the memory of another rank.
struct RemoteAccess {
  RmaWindow window = RmaWindow::allocate;
  RmaSync sync = RmaSync::flush;
  RmaTarget target = RmaTarget::waiting; ///< `computing` needs a passive synchronisation
};

/// Pattern of one call of a pair of ranks. `ping_pong`: the first rank sends one message, and the
/// second answers with another. `one_way`: the first rank sends a window of messages at once, and
/// the second acknowledges with an empty message. `both_ways`: each rank sends a window of messages
/// at once. `put`, `get`: the first rank writes a window of messages into memory of the second, or
/// reads them there (MPI_Put, MPI_Get). With put and get, the second rank does only what
/// RemoteAccess says.
enum class MessagePattern { ping_pong, one_way, both_ways, put, get };
constexpr auto names_of(MessagePattern) {
  return std::array{"ping-pong", "one-way", "both-ways", "put", "get"};
}

/// Returns whether the second rank neither sends nor receives.
constexpr bool is_one_sided(MessagePattern pattern) {
  return pattern == MessagePattern::put || pattern == MessagePattern::get;
}
/// Returns whether messages go both ways in one call.
constexpr bool goes_both_ways(MessagePattern pattern) {
  return pattern == MessagePattern::ping_pong || pattern == MessagePattern::both_ways;
}

/// Size, number and buffers of the messages in a call.
struct MessageShape {
  MessagePattern pattern = MessagePattern::ping_pong;
  std::size_t bytes = 1; ///< bytes of one message, at most 2^31 - 1
  int window = 1;        ///< concurrent messages of each sender; 1 for a ping-pong
  /// True if all messages of a window share a buffer. The messages are then sent from a cache and
  /// overwrite each other at the receiver.
  bool one_buffer = false;
  /// Bytes of a region on each side that calls walk through. Each call uses the next part of the
  /// region and returns to the first part at the end. 0 means that all calls use the same buffers.
  std::size_t rotate_bytes = 0;
  RemoteAccess access = {}; ///< how put and get access memory

  int buffers_of_call() const { return one_buffer ? 1 : window; }
  /// Returns the number of calls until the first buffers are used again.
  int parts() const {
    auto const bytes_of_call = stride() * static_cast<std::size_t>(buffers_of_call());
    return static_cast<int>(
        std::max((rotate_bytes + bytes_of_call - 1) / bytes_of_call, std::size_t{1}));
  }
  /// Returns the number of buffers of all parts.
  int buffers() const { return buffers_of_call() * parts(); }
  /// Returns the bytes from one buffer to the next: whole cache lines, or whole pages in a region
  /// that calls walk through. With pages, a walk with small messages is not longer than a walk with
  /// large ones.
  std::size_t stride() const {
    constexpr std::size_t page = 4096;
    return rotate_bytes > 0 ? (bytes + page - 1) / page * page : whole_cache_lines(bytes);
  }
  /// Returns the bytes of all outgoing, or of all incoming, buffers.
  std::size_t bytes_one_way() const { return stride() * static_cast<std::size_t>(buffers()); }
};

/// One rank's side of a pair that exchanges messages. All ranks of pairs create an object of equal
/// shape. Both ranks of a pair call run() equally often. Move-only.
class MessagePair {
public:
  /// Prepares the messages. Construction and destruction are collective over the ranks of all
  /// pairs; other ranks do not take part. Buffers come from `memory`, each aligned to 64 bytes,
  /// except memory for put and get that MPI allocates. `world` must outlive this object. Throws
  /// UserError if MPI refuses the memory for put and get.
  MessagePair(Communicator const& world, std::vector<RankPair> const& pairs,
              MessageShape const& shape, MemorySource const& memory);
  ~MessagePair();
  MessagePair(MessagePair&&) noexcept;
  MessagePair& operator=(MessagePair&&) noexcept;

  /// Does one call of the pattern. On return, incoming buffers may be read and outgoing buffers
  /// written. The second rank of a put or get may do so only after settle().
  void run();
  /// Makes what either rank wrote into its buffers visible to the other rank. Collective over the
  /// two ranks.
  void settle();
  /// Returns the seconds that the first rank has spent in calls so far while the second rank
  /// computed. 0 on the second rank.
  double seconds() const;
  /// Returns false on a second rank whose computing prevented progress: a call of the first rank
  /// took more than 1 second plus ten times as long as with a waiting partner. After such a call,
  /// the second rank waits inside MPI.
  bool progressed() const;

  bool sends() const;
  bool receives() const;
  /// Buffers, numbered from 0 to buffers() - 1. A side that does not send has no outgoing buffers,
  /// and a side that does not receive has no incoming buffers.
  std::byte* outgoing(int buffer) const;
  std::byte* incoming(int buffer) const;

  class Implementation;

private:
  std::unique_ptr<Implementation> implementation_;
};

/// Exchanges `repeats` messages of one size with `partner`, one after another. Each exchange is
/// MPI_Isend, MPI_Recv and MPI_Wait for the sending. The partner must call this function too; it
/// may be this rank itself. Returns the seconds that this rank spent in MPI_Recv. Throws
/// std::runtime_error if MPI fails.
double timed_receives(Communicator const& world, int partner, std::span<std::byte const> outgoing,
                      std::span<std::byte> incoming, int repeats);

} // namespace kitt::comms
