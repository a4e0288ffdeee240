// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/message_checks.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kitt::comms {

/// Messages between ranks that have the slabs of a periodic grid, in order: with the rank of the
/// slab below and that of the slab above, which may be the same, or this rank itself. All ranks
/// call the same functions.
class SlabMessages {
public:
  /// `world` outlives this.
  explicit SlabMessages(Communicator const& world) : world_(&world) {}

  /// What goes one way and what comes, from the other side. Lengths are those that the other ranks
  /// expect.
  struct Way {
    std::span<double const> out;
    std::span<double> in;
  };
  /// Sends `up.out` to the slab above and gets `up.in` from below, `down` the other way round; ways
  /// of no length are left out. Complete on return.
  void pass(Way const& up, Way const& down);

  /// For the slabs below and above, or from them.
  struct Lists {
    std::vector<double> below, above;
  };
  /// Sends lists whose lengths the receivers do not know, and returns what came from below and
  /// from above. Throws std::runtime_error if a number that came cannot be a length.
  Lists pass_lists(Lists const& out);

  /// Notes all messages in `checks` from now on; none if it is null.
  void note_in(MessageChecks* checks) { checks_ = checks; }

  Communicator const& world() const { return *world_; }
  /// All that this rank has sent to others.
  std::size_t bytes_sent() const { return bytes_sent_; }

private:
  Communicator const* world_;
  MessageChecks* checks_ = nullptr;
  std::size_t bytes_sent_ = 0;
};

} // namespace kitt::comms
