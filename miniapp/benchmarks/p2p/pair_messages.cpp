// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/pair_messages.hpp"

#include "core/fields/random.hpp"

#include <algorithm>
#include <cstring>

namespace kitt::perf {

namespace {

using Word = std::uint64_t;

/// Calls `visit(offset, word, bytes)` for each word of a buffer; the last may be cut.
template <class Visit>
void each_word(std::uint64_t stream, std::size_t bytes, Visit const& visit) {
  for (std::size_t offset = 0; offset < bytes; offset += sizeof(Word))
    visit(offset, counter_bits(stream, offset / sizeof(Word)),
          std::min(sizeof(Word), bytes - offset));
}

void fill(std::byte* buffer, std::uint64_t stream, std::size_t bytes) {
  each_word(stream, bytes, [&](std::size_t offset, Word word, std::size_t count) {
    std::memcpy(buffer + offset, &word, count);
  });
}

std::size_t count_wrong(std::byte const* buffer, std::uint64_t stream, std::size_t bytes) {
  std::size_t wrong = 0;
  each_word(stream, bytes, [&](std::size_t offset, Word word, std::size_t count) {
    if (std::memcmp(buffer + offset, &word, count) != 0)
      wrong += count;
  });
  return wrong;
}

} // namespace

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
      fill(messages_->outgoing(i), stream(rank_, i), shape_.bytes);
  messages_->settle();
  messages_->run();
  messages_->settle();
  std::size_t wrong = 0;
  if (messages_->receives())
    for (int i = 0; i < shape_.buffers(); ++i)
      wrong += count_wrong(messages_->incoming(i), stream(partner_->rank, i), shape_.bytes);
  return wrong;
}

} // namespace kitt::perf
