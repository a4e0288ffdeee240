// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/nodes/node_links.hpp"

#include "comms/ranks/simulation.hpp"
#include "comms/ranks/traffic.hpp"
#include "core/fields/random.hpp"
#include "miniapp/benchmarks/nodes/node_work.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kitt::miniapp {

namespace {

/// Returns the numbers from 0 to count - 1 in a random order, which is the same on all ranks.
std::vector<int> random_order(int count, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t last = order.size() - 1; last > 0; --last)
    std::swap(order[last], order[counter_bits(seed, last) % (last + 1)]);
  return order;
}

} // namespace

NodeLinks::NodeLinks(comms::Communicator const& world, comms::MessageShape const& shape,
                     MemorySource memory, std::uint64_t seed)
    : world_(world), shape_(shape),
      memory_([this, source = std::move(memory)](std::string const& label, std::size_t bytes) {
        auto& block = blocks_[label];
        if (!block)
          block = source(label, bytes);
        return block;
      }),
      seed_(seed), ranks_(comms::ranks_of_nodes(world.places())),
      samples_(static_cast<std::size_t>(world.nodes())) {}

std::uint64_t NodeLinks::stream(int sender) const {
  return counter_bits(seed_, static_cast<std::uint64_t>(sender));
}

/// Exchanges messages with the rank of `node` that has the same number on its node: one call that
/// is not timed, and then `calls` timed calls. Compares every byte that arrived with the byte that
/// its sender must have sent. Two successive partners never send the same bytes. Returns the
/// seconds of a call, or 0 without a node. Collective.
double NodeLinks::exchange(std::optional<int> node, int calls) {
  world_.barrier();
  if (!node)
    return 0;
  auto const partner =
      ranks_[static_cast<std::size_t>(*node)][static_cast<std::size_t>(world_.node_rank())];
  auto const [first, second] = std::minmax({world_.rank(), partner});
  comms::MessagePair pair(world_, {comms::RankPair{first, second}}, shape_, memory_);
  if (!std::exchange(filled_, true))
    fill_random({pair.outgoing(0), shape_.bytes}, stream(world_.rank()));
  comms::TrafficRegion const region(comms::Region::messages);
  auto const check = [&] {
    wrong_ += count_wrong({pair.incoming(0), shape_.bytes}, stream(partner));
  };
  pair.run();
  if (tournaments_ == 1) // in later tournaments, this pause would only cost time
    check();
  comms::MachineSeconds const now;
  auto const begin = now();
  for (int i = 0; i < calls; ++i)
    pair.run();
  auto const seconds = now() - begin;
  check();
  return seconds / calls;
}

void NodeLinks::play(double seconds) {
  auto const nodes = world_.nodes();
  auto const node_at = random_order(nodes, counter_bits(seed_, tournaments_++));
  auto const own = world_.places()[static_cast<std::size_t>(world_.rank())].node;
  auto const place =
      static_cast<int>(std::find(node_at.begin(), node_at.end(), own) - node_at.begin());
  for (int round = 0; round < comms::tournament_rounds(nodes); ++round) {
    auto other = comms::opponent(nodes, round, place);
    if (other)
      other = node_at[static_cast<std::size_t>(*other)];
    if (calls_ == 0)
      calls_ = agreed_calls(world_, exchange(other, 1), seconds);
    auto const sample = exchange(other, calls_);
    if (other)
      samples_[static_cast<std::size_t>(*other)].push_back(sample);
  }
}

} // namespace kitt::miniapp
