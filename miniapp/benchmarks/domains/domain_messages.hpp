// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/domain_pairs.hpp"
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

/// Who talks to whom: the ranks of one pair of domains to each other, or none; all others to
/// themselves.
struct DomainBlock {
  std::vector<comms::NodeDomain> domains; ///< of both nodes, by number
  std::vector<comms::RankPair> pairs;     ///< none: the control

  int partner(int rank) const;
  /// Whether the ranks of a domain talk to the other node.
  bool is_off_node(comms::NodeDomain const& domain) const;
};

/// Messages of each rank with its partner, which may be itself, as the benchmark times them, with
/// random contents.
class DomainMessages {
public:
  /// A call has `repeats` messages of `bytes`. `control`: what figures are set against, none if
  /// this is the control. `world` outlives this.
  DomainMessages(comms::Communicator const& world, DomainBlock block, std::size_t bytes,
                 int repeats, std::optional<DomainCell> control, MemorySource const& memory,
                 std::uint64_t seed);

  /// One call, finished on return.
  void run();
  /// What this rank has spent in receives of all calls so far.
  double seconds() const { return seconds_; }

  /// Fills outgoing messages with new contents, exchanges one message, and compares every byte with
  /// what the sender must have sent. Returns how many differ on this rank.
  std::size_t wrong_bytes();
  /// Compares the bytes that arrived in calls since wrong_bytes(). Returns how many differ on this
  /// rank.
  std::size_t wrong_left() const;

  /// Adds the times of all domains. Collective.
  void describe(DomainCell& cell) const;

  std::span<std::byte> outgoing() { return outgoing_; } ///< for tests, to spoil it

private:
  std::uint64_t stream(int sender) const;

  comms::Communicator const* world_;
  DomainBlock block_;
  int partner_;
  int repeats_;
  std::optional<DomainCell> control_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< how often: messages of one fill are not those of another
  std::vector<std::shared_ptr<void>> memory_;
  std::span<std::byte> outgoing_;
  std::span<std::byte> incoming_;
  std::vector<double> calls_; ///< seconds in receives of each
  double seconds_ = 0;        ///< their sum
};

} // namespace kitt::miniapp
