// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/pair_messages.hpp"

#include "core/fields/random.hpp"
#include "core/fields/random_bytes.hpp"

namespace kitt::perf {

PairMessages::PairMessages(comms::Communicator const& world,
                           std::vector<comms::RankPair> const& pairs,
                           comms::MessageShape const& shape, MemorySource const& memory,
                           std::uint64_t seed)
    : rank_(world.rank()), seed_(seed), partner_(comms::partner_of(rank_, pairs)), shape_(shape) {
  if (partner_)
    messages_.emplace(world, pairs, shape, memory);
}

std::uint64_t PairMessages::stream(int sender, int buffer) const {
  auto const number = static_cast<std::uint64_t>(sender) << 32U | static_cast<unsigned>(buffer);
  return counter_bits(counter_bits(seed_, filled_), number);
}

std::size_t PairMessages::wrong_bytes() {
  ++filled_;
  if (!messages_)
    return 0;
  if (messages_->sends())
    for (int i = 0; i < shape_.buffers(); ++i)
      fill_random({messages_->outgoing(i), shape_.bytes}, stream(rank_, i));
  messages_->settle();
  messages_->run();
  messages_->settle();
  std::size_t wrong = 0;
  if (messages_->receives())
    for (int i = 0; i < shape_.buffers(); ++i)
      wrong += count_wrong({messages_->incoming(i), shape_.bytes}, stream(partner_->rank, i));
  return wrong;
}

} // namespace kitt::perf
