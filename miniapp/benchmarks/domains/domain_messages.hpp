// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/rank_pairs.hpp"
#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "miniapp/benchmarks/domains/domain_cell.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kitt::miniapp {

/// Assignment of partners. The ranks of one pair of domains exchange messages with each other. All
/// other ranks send to themselves. In the control, no pair of domains exchanges messages.
struct DomainBlock {
  std::vector<comms::NodeDomain> domains; ///< domains of both nodes, in the order of their numbers
  std::vector<comms::RankPair> pairs;     ///< pairs that exchange messages; empty for the control

  int partner(int rank) const;
  /// Returns whether the ranks of a domain exchange messages with the other node.
  bool is_off_node(comms::NodeDomain const& domain) const;
};

/// Messages of each rank with its partner, with random contents, for timing and verification. A
/// rank may be its own partner.
class DomainMessages {
public:
  /// Allocates the buffers. A call has `repeats` messages of `bytes` bytes. `control` is the cell
  /// to compare with, empty if this cell is the control. Requires that `world` outlives this
  /// object.
  DomainMessages(comms::Communicator const& world, DomainBlock block, std::size_t bytes,
                 int repeats, std::optional<DomainCell> control, MemorySource const& memory,
                 std::uint64_t seed);

  /// Makes one call. The call has finished on return.
  void run();
  /// Returns the seconds that this rank spent in receives of all calls so far.
  double seconds() const { return seconds_; }

  /// Fills the outgoing message with new random bytes, exchanges one message, and compares every
  /// received byte with the byte that its sender must have sent. Returns how many bytes differ on
  /// this rank.
  std::size_t wrong_bytes();
  /// Compares the bytes that arrived in calls since wrong_bytes(). Returns how many bytes differ on
  /// this rank.
  std::size_t wrong_left() const;

  /// Adds the times of all domains to `cell`. Collective.
  void describe(DomainCell& cell) const;

  std::span<std::byte> outgoing() { return outgoing_; } ///< outgoing message; tests spoil it

private:
  std::uint64_t stream(int sender) const;

  comms::Communicator const* world_;
  DomainBlock block_;
  int partner_;
  int repeats_;
  std::optional<DomainCell> control_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< number of fills so far; each fill has other contents
  std::vector<std::shared_ptr<void>> memory_;
  std::span<std::byte> outgoing_;
  std::span<std::byte> incoming_;
  std::vector<double> calls_; ///< seconds in receives, for each call
  double seconds_ = 0;        ///< seconds in receives, summed over all calls
};

} // namespace kitt::miniapp
