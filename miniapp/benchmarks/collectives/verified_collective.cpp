// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/collectives/verified_collective.hpp"

#include "core/fields/random.hpp"

#include <bit>
#include <cstring>

namespace kitt::perf {

using comms::CollectiveOperation;

/// What a rank sends to another in a word: of sums a whole number below 2^20, so that those of 2^32
/// ranks are exact.
VerifiedCollective::Word VerifiedCollective::sent(int from, int to, std::size_t word) const {
  auto const pair = static_cast<std::uint64_t>(from) << 32U | static_cast<unsigned>(to);
  auto const bits = counter_bits(counter_bits(counter_bits(seed_, filled_), pair), word);
  return shape_.adds() ? std::bit_cast<Word>(static_cast<double>(bits >> 44U)) : bits;
}

void VerifiedCollective::fill() {
  ++filled_;
  if (shape_.operation == CollectiveOperation::broadcast && rank_ != 0)
    return; // the root's buffer alone goes out
  auto const words = shape_.bytes / sizeof(Word);
  auto* const out = collective_.outgoing();
  for (std::size_t block = 0; block < shape_.blocks_out(ranks_); ++block)
    for (std::size_t word = 0; word < words; ++word) {
      auto const value = sent(rank_, static_cast<int>(block), word);
      std::memcpy(out + (block * words + word) * sizeof(Word), &value, sizeof(Word));
    }
}

double VerifiedCollective::sum_of_all(std::size_t word) const {
  double sum = 0;
  for (int rank = 0; rank < ranks_; ++rank)
    for (std::size_t block = 0; block < shape_.blocks_out(ranks_); ++block)
      sum += std::bit_cast<double>(sent(rank, static_cast<int>(block), word));
  return sum;
}

VerifiedCollective::Word VerifiedCollective::expected(std::size_t block, std::size_t word) const {
  switch (shape_.operation) {
  case CollectiveOperation::alltoall:
    return sent(static_cast<int>(block), rank_, word);
  case CollectiveOperation::allgather:
    return sent(static_cast<int>(block), 0, word);
  case CollectiveOperation::reduce:
  case CollectiveOperation::allreduce:
  case CollectiveOperation::allreduce_by_node:
    return std::bit_cast<Word>(sum_of_all(word));
  default:
    return sent(0, 0, word);
  }
}

std::size_t VerifiedCollective::wrong_bytes() {
  fill();
  collective_.run();
  if (shape_.operation == CollectiveOperation::reduce && rank_ != 0)
    return 0;
  auto const words = shape_.bytes / sizeof(Word);
  auto const* const in = collective_.incoming();
  std::size_t wrong = 0;
  for (std::size_t block = 0; block < shape_.blocks_in(ranks_); ++block)
    for (std::size_t word = 0; word < words; ++word) {
      auto const value = expected(block, word);
      if (std::memcmp(in + (block * words + word) * sizeof(Word), &value, sizeof(Word)) != 0)
        wrong += sizeof(Word);
    }
  return wrong;
}

} // namespace kitt::perf
