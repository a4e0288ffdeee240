// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/message_pair.hpp"
#include "core/backend/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Messages between each pair of nodes. The nodes play tournaments: in each round, every node
/// exchanges messages with one other node. So N nodes have N/2 busy pairs at the same time. The
/// n-th rank of a node exchanges messages with the n-th rank of the other node.
class NodeLinks {
public:
  /// Requires equally many ranks on all nodes, and that `world` outlives this object. Buffers come
  /// from `memory`. Contents of messages follow from `seed`.
  NodeLinks(comms::Communicator const& world, comms::MessageShape const& shape, MemorySource memory,
            std::uint64_t seed);

  /// Plays one tournament. Adds a sample of about `seconds` for each link of this rank. Each
  /// tournament has another random order of the nodes. So other links are busy at the same time,
  /// and may disturb each other. Collective.
  void play(double seconds);

  /// Returns the number of bytes that arrived wrong on this rank in all tournaments so far.
  std::size_t wrong_bytes() const { return wrong_; }
  /// Returns the samples of this rank by the number of the other node, in seconds per call.
  std::vector<std::vector<double>> const& samples() const { return samples_; }

private:
  double exchange(std::optional<int> node, int calls);
  std::uint64_t stream(int sender) const;

  comms::Communicator const& world_;
  comms::MessageShape shape_;
  MemorySource memory_;
  std::map<std::string, std::shared_ptr<void>> blocks_; ///< buffers of all rounds, by their labels
  std::uint64_t seed_;
  std::vector<std::vector<int>> ranks_; ///< ranks of each node
  std::vector<std::vector<double>> samples_;
  bool filled_ = false; ///< true if the outgoing buffer has its contents
  std::size_t wrong_ = 0;
  std::uint64_t tournaments_ = 0;
  int calls_ = 0; ///< calls of a sample; 0 before the first round
};

} // namespace kitt::miniapp
