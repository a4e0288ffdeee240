// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/collectives/verified_collective.hpp"

#include "core/fields/random.hpp"

#include <cstring>

namespace kitt::miniapp {

using comms::CollectiveOperation;

std::uint64_t VerifiedCollective::stream(int from, std::size_t to) const {
  auto const pair = static_cast<std::uint64_t>(from) << 32U | to;
  return counter_bits(counter_bits(seed_, filled_), pair);
}

/// Returns a whole number below 2^20, so that sums of up to 2^32 numbers are exact.
double VerifiedCollective::term(std::size_t contributor, std::size_t word) const {
  auto const of_contributor = counter_bits(counter_bits(seed_, filled_), contributor);
  return static_cast<double>(counter_bits(of_contributor, word) >> 44U);
}

/// Fills the summands of this rank. A contributor's summand is the next contributor's term minus
/// its own term. The sum over any number of contributors is therefore the last term minus the first
/// term.
void VerifiedCollective::fill_summands() {
  auto const blocks = shape_.blocks_out(ranks_);
  for (std::size_t block = 0; block < blocks; ++block) {
    auto const contributor = static_cast<std::size_t>(rank_) * blocks + block;
    for (std::size_t word = 0; word < words(); ++word) {
      auto const value = term(contributor + 1, word) - term(contributor, word);
      std::memcpy(block_of(collective_.outgoing(), block).data() + word * sizeof value, &value,
                  sizeof value);
    }
  }
}

std::size_t VerifiedCollective::wrong_sums() const {
  auto const contributors = static_cast<std::size_t>(ranks_) * shape_.blocks_out(ranks_);
  std::size_t wrong = 0;
  for (std::size_t word = 0; word < words(); ++word) {
    auto const sum = term(contributors, word) - term(0, word);
    double found = 0;
    std::memcpy(&found, collective_.incoming() + word * sizeof found, sizeof found);
    wrong += found == sum ? 0 : sizeof found;
  }
  return wrong;
}

void VerifiedCollective::fill() {
  ++filled_;
  if (shape_.adds())
    return fill_summands();
  if (shape_.operation == CollectiveOperation::broadcast && rank_ != 0)
    return; // in a broadcast only the root sends data
  for (std::size_t block = 0; block < shape_.blocks_out(ranks_); ++block)
    fill_random(block_of(collective_.outgoing(), block), stream(rank_, block));
}

std::uint64_t VerifiedCollective::stream_into(std::size_t block) const {
  switch (shape_.operation) {
  case CollectiveOperation::alltoall:
    return stream(static_cast<int>(block), static_cast<std::size_t>(rank_));
  case CollectiveOperation::allgather:
    return stream(static_cast<int>(block), 0);
  default:
    return stream(0, 0);
  }
}

std::size_t VerifiedCollective::wrong_bytes() {
  fill();
  collective_.run();
  return wrong_left();
}

std::size_t VerifiedCollective::wrong_left() const {
  if (shape_.operation == CollectiveOperation::reduce && rank_ != 0)
    return 0;
  if (shape_.adds())
    return wrong_sums();
  std::size_t wrong = 0;
  for (std::size_t block = 0; block < shape_.blocks_in(ranks_); ++block)
    wrong += count_wrong(block_of(collective_.incoming(), block), stream_into(block));
  return wrong;
}

} // namespace kitt::miniapp
