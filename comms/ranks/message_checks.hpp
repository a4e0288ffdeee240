// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace kitt::comms {

/// Compares messages as sent with messages as arrived, by checksums. The checksums travel another
/// way: in a sum over all ranks. Ranks note each message at both of its ends.
class MessageChecks {
public:
  /// Identifies a message. Messages between the same ranks in one comparison differ in `number`.
  struct Path {
    int from;
    int to;
    int number;
  };
  /// Notes a message that this rank sends.
  void sent(Path const& path, std::span<std::byte const> message);
  /// Notes a message that has arrived at this rank.
  void arrived(Path const& path, std::span<std::byte const> message);

  /// Returns whether all messages arrived as they were sent, and forgets them. Collective.
  bool agree(Communicator const& world);
  /// Throws std::runtime_error, the same on all ranks, if a message did not arrive as it was sent.
  /// `what` names the messages: "links of neighbour ranks". Forgets them. Collective.
  void require(Communicator const& world, std::string const& what);

private:
  std::uint64_t difference_ = 0; ///< checksums sent minus checksums arrived, modulo 2^64
};

} // namespace kitt::comms
