// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/collectives/collective.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace kitt::miniapp {

/// A collective operation as the benchmark times it, with random contents.
class VerifiedCollective {
public:
  VerifiedCollective(comms::Communicator const& world, comms::CollectiveShape const& shape,
                     MemorySource const& memory, std::uint64_t seed)
      : rank_(world.rank()), ranks_(world.size()), seed_(seed), shape_(shape),
        collective_(world, shape, memory) {}

  void run() { collective_.run(); }

  /// Fills what goes out anew, makes one call, and compares what came in with what all must have
  /// sent: how many bytes are in words of 8 that differ on this rank. Sums are of whole numbers,
  /// and exact. A barrier has nothing to compare. On all ranks.
  std::size_t wrong_bytes();
  /// Compares the result of calls since wrong_bytes(). Returns how many bytes are wrong, counted in
  /// the way of wrong_bytes().
  std::size_t wrong_left() const;

private:
  std::size_t words() const { return shape_.bytes / sizeof(double); }
  std::span<std::byte> block_of(std::byte* buffer, std::size_t block) const {
    return {buffer + block * shape_.bytes, shape_.bytes};
  }
  /// Of what a rank sends to another, which does not count where all get the same.
  std::uint64_t stream(int from, std::size_t to) const;
  std::uint64_t stream_into(std::size_t block) const;
  double term(std::size_t contributor, std::size_t word) const;
  void fill();
  void fill_summands();
  std::size_t wrong_sums() const;

  int rank_;
  int ranks_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< how often: contents of one fill are not those of another
  comms::CollectiveShape shape_;
  comms::Collective collective_;
};

} // namespace kitt::miniapp
