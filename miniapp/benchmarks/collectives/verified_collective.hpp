// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/collectives/collective.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace kitt::miniapp {

/// Collective operation with random contents, for timing and verification.
class VerifiedCollective {
public:
  VerifiedCollective(comms::Communicator const& world, comms::CollectiveShape const& shape,
                     MemorySource const& memory, std::uint64_t seed)
      : rank_(world.rank()), ranks_(world.size()), seed_(seed), shape_(shape),
        collective_(world, shape, memory) {}

  void run() { collective_.run(); }

  /// Fills the outgoing data with new random numbers, makes one call, and compares the received
  /// data with the data that all ranks must have sent. Returns the wrong bytes on this rank,
  /// counted in words of 8 bytes. Sums are of whole numbers, so they are exact. A barrier has no
  /// data to compare. Must be called on all ranks.
  std::size_t wrong_bytes();
  /// Checks the result of calls since wrong_bytes(). Returns the wrong bytes on this rank, counted
  /// in words of 8 bytes.
  std::size_t wrong_left() const;

private:
  std::size_t words() const { return shape_.bytes / sizeof(double); }
  std::span<std::byte> block_of(std::byte* buffer, std::size_t block) const {
    return {buffer + block * shape_.bytes, shape_.bytes};
  }
  /// Returns the random stream for the data from one rank to another. `to` is 0 if all ranks get
  /// equal data.
  std::uint64_t stream(int from, std::size_t to) const;
  std::uint64_t stream_into(std::size_t block) const;
  double term(std::size_t contributor, std::size_t word) const;
  void fill();
  void fill_summands();
  std::size_t wrong_sums() const;

  int rank_;
  int ranks_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< number of fills so far; each fill has other contents
  comms::CollectiveShape shape_;
  comms::Collective collective_;
};

} // namespace kitt::miniapp
