// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/backend/backend_traits.hpp"
#include "core/backend/narrow.hpp"
#include "test/catch.hpp"

#include <array>
#include <cmath>
#include <cstring>

using namespace kitt;

TEST_CASE("half precision stores representable numbers exactly and rounds all others to nearest, "
          "ties to even") {
  struct Case {
    float value;
    std::uint16_t bits;
  };
  // IEEE 754 binary16: one, the largest number, the smallest normal and subnormal numbers, and
  // ties.
  for (auto const& [value, bits] :
       {Case{0.0F, 0x0000}, Case{-0.0F, 0x8000}, Case{1.0F, 0x3c00}, Case{-2.0F, 0xc000},
        Case{65504.0F, 0x7bff}, Case{0x1p-14F, 0x0400}, Case{0x1p-24F, 0x0001},
        Case{-0.333251953125F, 0xb555}}) {
    CHECK(to_half(value).bits == bits);
    CHECK(to_float(Half{bits}) == value);
    CHECK(std::signbit(to_float(Half{bits})) == std::signbit(value));
  }
  CHECK(to_half(1.0F + 0x1p-11F).bits == 0x3c00);     // a tie, rounded down to even
  CHECK(to_half(1.0F + 3 * 0x1p-11F).bits == 0x3c02); // a tie, rounded up to even
  CHECK(to_half(1.0F + 0x1.8p-11F).bits == 0x3c01);
  CHECK(to_half(0x1p-25F).bits == 0x0000);
  CHECK(to_half(0x1.8p-25F).bits == 0x0001);
  CHECK(to_half(2.0F - 0x1p-12F).bits == 0x4000); // rounded up to the next power of two
}

/// Checks that packs are rounded like single numbers, and that reading returns the written numbers.
template <class T, class Narrow, int Lanes>
void check_narrow_pack() {
  alignas(64) std::array<T, Lanes> values;
  for (std::size_t lane = 0; lane < Lanes; ++lane)
    values[lane] = static_cast<T>(0.3 * static_cast<double>(lane) - 0.5);
  alignas(64) std::array<Narrow, Lanes> stored;
  store(load<Pack<T, Lanes>>(values.data()), stored.data());
  alignas(64) std::array<T, Lanes> loaded;
  store(load<Pack<T, Lanes>>(stored.data()), loaded.data());
  for (std::size_t lane = 0; lane < Lanes; ++lane) {
    auto const expected = rounded<Narrow>(values[lane]);
    CHECK(std::memcmp(&stored[lane], &expected, sizeof(Narrow)) == 0);
    if constexpr (std::is_same_v<Narrow, Half>)
      CHECK(loaded[lane] == static_cast<T>(to_float(expected)));
    else
      CHECK(loaded[lane] == static_cast<T>(expected));
  }
}

TEST_CASE("packs are written as narrower numbers and read again") {
  check_narrow_pack<float, Half, 1>();
  check_narrow_pack<float, Half, half_lanes<float>>();
  check_narrow_pack<float, Half, native_lanes<float>>();
  check_narrow_pack<double, float, 1>();
  check_narrow_pack<double, float, native_lanes<double>>();
  check_narrow_pack<double, Half, 1>();
  check_narrow_pack<double, Half, half_lanes<double>>();
  check_narrow_pack<double, Half, native_lanes<double>>();
}
