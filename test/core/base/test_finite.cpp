// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// This file is compiled with -ffast-math, because a user may compile all of KITT with it.

#include "test/catch.hpp"

#include "core/base/finite.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

using namespace kitt;

namespace {

/// Returns a number that the compiler cannot know, because its bits are read from memory.
double of_bits(std::uint64_t bits) {
  std::uint64_t const volatile stored = bits;
  return std::bit_cast<double>(std::uint64_t{stored});
}

std::uint64_t const infinity = 0x7ff0'0000'0000'0000U;
std::uint64_t const minus = 0x8000'0000'0000'0000U;
std::uint64_t const quiet_nan = 0x7ff8'0000'0000'0000U;
std::uint64_t const signalling_nan = 0x7ff0'0000'0000'0001U;
std::uint64_t const largest = 0x7fef'ffff'ffff'ffffU;

} // namespace

TEST_CASE("this file is compiled with -ffast-math") {
  CHECK(__FINITE_MATH_ONLY__ == 1);
}

TEST_CASE("infinity and NaN are recognised") {
  for (auto const sign : {std::uint64_t{0}, minus}) {
    for (auto const bits : {quiet_nan, signalling_nan, infinity}) {
      CHECK_FALSE(is_finite(of_bits(bits | sign)));
      CHECK(is_nan(of_bits(bits | sign)) == (bits != infinity));
      CHECK_FALSE(is_within(of_bits(bits | sign), 1e300));
    }
    for (auto const bits : {std::uint64_t{0}, std::uint64_t{1}, largest}) {
      CHECK(is_finite(of_bits(bits | sign)));
      CHECK_FALSE(is_nan(of_bits(bits | sign)));
    }
  }
}

TEST_CASE("NaN from arithmetic is within no bound, and as a bound it holds for no number") {
  auto const zero = of_bits(0);
  auto const nan = of_bits(infinity) - of_bits(infinity);
  CHECK_FALSE(is_within(nan, 1e300));
  CHECK_FALSE(is_within(std::sqrt(nan - 1), 1e300));
  CHECK_FALSE(is_within(zero, nan));
  CHECK(is_within(zero, of_bits(infinity)));
  CHECK(is_within(0.5, 0.5));
  CHECK_FALSE(is_within(0.5, 0.25));
}
