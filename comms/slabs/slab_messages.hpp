// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/message_checks.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kitt::comms {

/// Messages between ranks that hold the slabs of a periodic grid, one slab per rank in rank order.
/// Each rank exchanges messages with the ranks of the slabs below and above. The two neighbours may
/// be one rank, or this rank itself. All ranks must call the same functions.
class SlabMessages {
public:
  /// Makes the messages. `world` must outlive this object.
  explicit SlabMessages(Communicator const& world) : world_(&world) {}

  /// Data that move in one direction: `out` goes to one side, and `in` comes from the other side.
  /// The lengths must agree between ranks.
  struct Way {
    std::span<double const> out;
    std::span<double> in;
  };
  /// Sends `up.out` to the slab above and receives `up.in` from below; `down` goes the opposite
  /// way. Nothing is sent for empty data. Complete on return.
  void pass(Way const& up, Way const& down);

  /// Lists for, or from, the slabs below and above.
  struct Lists {
    std::vector<double> below, above;
  };
  /// Sends lists whose lengths the receivers do not know. Returns the lists that arrived from below
  /// and from above. Throws std::runtime_error if an announced length is impossible.
  Lists pass_lists(Lists const& out);

  /// Notes all messages in `checks` from now on. Stops noting if `checks` is null.
  void note_in(MessageChecks* checks) { checks_ = checks; }

  Communicator const& world() const { return *world_; }
  /// Returns the bytes that this rank has sent to others.
  std::size_t bytes_sent() const { return bytes_sent_; }

private:
  Communicator const* world_;
  MessageChecks* checks_ = nullptr;
  std::size_t bytes_sent_ = 0;
};

} // namespace kitt::comms
