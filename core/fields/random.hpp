// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/complex.hpp"
#include "core/algebra/components.hpp"
#include "core/lattice/lattice.hpp"

#include <cstdint>

namespace kitt {

/// The n-th number of the stream `seed`: splitmix64 (Steele, Lea, Flood, OOPSLA 2014) with its
/// counter as an argument, so that any number can be had without those before it.
constexpr std::uint64_t counter_bits(std::uint64_t seed, std::uint64_t n) {
  std::uint64_t z = seed + (n + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// Uniform in [-1, 1).
constexpr double counter_uniform(std::uint64_t seed, std::uint64_t n) {
  return static_cast<double>(counter_bits(seed, n) >> 11U) * 0x1p-52 - 1.0;
}

/// A random five-dimensional source: real and imaginary parts uniform in [-1, 1), numbered by
/// (s, t, z, y, x, spin, colour) of the global lattice with colour fastest, and hence the same for
/// every number of threads, lanes and ranks.
struct RandomSource {
  std::uint64_t seed;
  Extents extents;            ///< of the global lattice
  int site_colours = colours; ///< colours of a spinor

  Complex<double> operator()(Coordinate const& x, int s, int spin, int colour) const {
    auto const slice = static_cast<std::uint64_t>(s) * volume(extents) + lexicographic(x, extents);
    std::uint64_t const component = (slice * spins + static_cast<std::uint64_t>(spin)) *
                                        static_cast<std::uint64_t>(site_colours) +
                                    static_cast<std::uint64_t>(colour);
    return {counter_uniform(seed, 2 * component), counter_uniform(seed, 2 * component + 1)};
  }
};

} // namespace kitt
