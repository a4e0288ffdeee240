// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/complex.hpp"
#include "core/algebra/components.hpp"
#include "core/lattice/lattice.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace kitt {

/// Returns the n-th random number of the stream `seed`. The generator is splitmix64 with its
/// counter as an argument, so any number can be computed without the numbers before it. Source:
/// Steele, Lea, Flood, OOPSLA 2014.
constexpr std::uint64_t counter_bits(std::uint64_t seed, std::uint64_t n) {
  std::uint64_t z = seed + (n + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// Returns the n-th random number of the stream `seed`, uniform in [-1, 1).
constexpr double counter_uniform(std::uint64_t seed, std::uint64_t n) {
  return static_cast<double>(counter_bits(seed, n) >> 11U) * 0x1p-52 - 1.0;
}

/// A random five-dimensional source, whose real and imaginary parts are uniform in [-1, 1). The
/// random numbers are indexed by (s, t, z, y, x, spin, colour) of the global lattice, colour
/// fastest. Hence the source does not depend on the number of threads, lanes or ranks.
struct RandomSource {
  std::uint64_t seed;
  Extents extents;            ///< extents of the global lattice
  int site_colours = colours; ///< number of colours of a spinor

  Complex<double> operator()(Coordinate const& x, int s, int spin, int colour) const {
    auto const slice = static_cast<std::uint64_t>(s) * volume(extents) + lexicographic(x, extents);
    std::uint64_t const component = (slice * spins + static_cast<std::uint64_t>(spin)) *
                                        static_cast<std::uint64_t>(site_colours) +
                                    static_cast<std::uint64_t>(colour);
    return {counter_uniform(seed, 2 * component), counter_uniform(seed, 2 * component + 1)};
  }
};

// Contents of messages that the receiver can compute from a stream number, and checksums of other
// messages.

/// Fills a buffer with the numbers of a stream (counter_bits), 8 bytes each. The last number may be
/// cut off.
void fill_random(std::span<std::byte> buffer, std::uint64_t stream);

/// Returns the total size of the 8-byte words that differ from the words that fill_random() writes,
/// in bytes.
std::size_t count_wrong(std::span<std::byte const> buffer, std::uint64_t stream);

/// Returns a checksum of a message. Messages with the same bytes in different streams have
/// different checksums. A single wrong bit always changes the checksum. Any other error changes the
/// checksum with a probability of 1 - 2^-64.
std::uint64_t checksum(std::span<std::byte const> message, std::uint64_t stream);

} // namespace kitt
