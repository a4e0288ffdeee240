// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/random.hpp"

#include <bit>
#include <cstdint>
#include <utility>

namespace kitt::miniapp {

/// Random order of the numbers 0 to `count` - 1 that takes no memory. The order comes from a
/// Feistel network over the next power of two. The network is applied again while its result is too
/// large, on average less than twice. Source: Black and Rogaway, "Ciphers with arbitrary finite
/// domains", CT-RSA 2002.
class RandomPermutation {
public:
  RandomPermutation(std::uint64_t seed, std::uint64_t count)
      : seed_(seed), count_(count), bits_(static_cast<int>(std::bit_width(count - 1))) {}

  /// Returns the n-th number in the random order.
  std::uint64_t operator()(std::uint64_t n) const {
    do
      n = shuffled(n);
    while (n >= count_);
    return n;
  }

private:
  std::uint64_t shuffled(std::uint64_t n) const {
    int low_bits = bits_ / 2;
    int high_bits = bits_ - low_bits;
    auto high = n >> static_cast<unsigned>(low_bits);
    auto low = n & mask(low_bits);
    for (std::uint64_t round = 0; round < rounds; ++round) {
      high = std::exchange(low, high ^ (counter_bits(seed_ + round, low) & mask(high_bits)));
      std::swap(high_bits, low_bits);
    }
    return high << static_cast<unsigned>(low_bits) | low;
  }
  static constexpr std::uint64_t mask(int bits) {
    return (std::uint64_t{1} << static_cast<unsigned>(bits)) - 1;
  }

  /// number of rounds; even, so that both halves have their original widths at the end
  static constexpr std::uint64_t rounds = 4;
  std::uint64_t seed_;
  std::uint64_t count_;
  int bits_;
};

} // namespace kitt::miniapp
