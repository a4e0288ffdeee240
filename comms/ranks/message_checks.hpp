// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace kitt::comms {

/// Checksums of messages, to detect messages that arrive changed. Both the sender and the receiver
/// note each message. The checksums are compared by a sum over all ranks, so they do not travel
/// with the tested messages.
class MessageChecks {
public:
  /// Identifies a message by its sender, receiver and number. Messages between the same two ranks
  /// in one comparison need different numbers.
  struct Path {
    int from;
    int to;
    int number;
  };
  /// Notes a message that this rank sends.
  void sent(Path const& path, std::span<std::byte const> message);
  /// Notes a message that has arrived at this rank.
  void arrived(Path const& path, std::span<std::byte const> message);

  /// Returns whether all messages arrived as they were sent. Forgets the noted messages.
  /// Collective.
  bool agree(Communicator const& world);
  /// Throws std::runtime_error on all ranks if any message did not arrive as it was sent. `what`
  /// names the messages in the error, as in "links of neighbour ranks". Forgets the noted messages.
  /// Collective.
  void require(Communicator const& world, std::string const& what);

private:
  std::uint64_t difference_ = 0; ///< sent checksums minus arrived checksums, modulo 2^64
};

} // namespace kitt::comms
