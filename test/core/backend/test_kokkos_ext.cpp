// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/backend/backend_traits.hpp"
#include "core/backend/narrow.hpp"
#include "test/catch.hpp"

#include <array>
#include <cmath>
#include <cstdio>

using namespace kitt;

namespace {

template <class P>
P counting() {
  using T = typename PackTraits<P>::value_type;
  alignas(64) T values[PackTraits<P>::lanes];
  for (int lane = 0; lane < PackTraits<P>::lanes; ++lane)
    values[lane] = static_cast<T>(lane + 1);
  return load<P>(values);
}

template <class P>
auto lanes_of(P const& pack) {
  using T = typename PackTraits<P>::value_type;
  alignas(64) std::array<T, PackTraits<P>::lanes> values;
  store(pack, values.data());
  return values;
}

template <int Distance, class P>
void check_permute() {
  auto const result = lanes_of(permute_lanes<Distance>(counting<P>()));
  for (int lane = 0; lane < PackTraits<P>::lanes; ++lane)
    CHECK(static_cast<int>(result[lane]) == (lane ^ Distance) + 1);
}

} // namespace

// The default pack of floats of Kokkos 4.7 fills half a register. KITT's pack of floats has at
// least as many bits as its pack of doubles.
static_assert(native_lanes<float> == 1 || native_lanes<float> == 2 * native_lanes<double>);
static_assert(has_pack<float, native_lanes<float>> && has_pack<double, native_lanes<double>>);
static_assert(!has_pack<float, 3>);
// A field of narrow numbers names a pack type that does not exist.
static_assert(!has_pack<Half, 4> && sizeof(Pack<Half, 4>*) > 0);
static_assert(std::is_same_v<Pack<float, 1>, float>);

TEMPLATE_TEST_CASE("lane permutations move lanes to their places", "",
                   (Pack<float, native_lanes<float>>), (Pack<double, native_lanes<double>>),
                   (Pack<float, half_lanes<float>>)) {
  constexpr int lanes = PackTraits<TestType>::lanes;
  if constexpr (lanes > 1)
    check_permute<1, TestType>();
  if constexpr (lanes > 2)
    check_permute<2, TestType>();
  if constexpr (lanes > 4)
    check_permute<4, TestType>();
  if constexpr (lanes > 8)
    check_permute<8, TestType>();

  auto const up = lanes_of(rotate_lanes<1>(counting<TestType>()));
  auto const down = lanes_of(rotate_lanes<-1>(counting<TestType>()));
  for (int lane = 0; lane < lanes; ++lane) {
    CHECK(static_cast<int>(up[lane]) == (lane + 1) % lanes + 1);
    CHECK(static_cast<int>(down[lane]) == (lane + lanes - 1) % lanes + 1);
  }
  if constexpr (lanes > 4) {
    auto const fourth = lanes_of(rotate_lanes<-4>(counting<TestType>()));
    for (int lane = 0; lane < lanes; ++lane)
      CHECK(static_cast<int>(fourth[lane]) == (lane + lanes - 4) % lanes + 1);
  }
}

namespace {
/// Repeats `Count` numbers over a pack. The numbers have the type of the pack or a narrower one.
template <int Count, class P, class Number>
void check_repeated() {
  if constexpr (Count <= PackTraits<P>::lanes) {
    alignas(64) std::array<Number, Count> numbers;
    for (int i = 0; i < Count; ++i)
      numbers[i] = rounded<Number>(1.5 * i - 2);
    auto const repeated = lanes_of(load_repeated<Count, P>(numbers.data()));
    for (std::size_t lane = 0; lane < repeated.size(); ++lane)
      CHECK(static_cast<double>(repeated[lane]) == 1.5 * static_cast<double>(lane % Count) - 2);
  }
}
} // namespace

TEMPLATE_TEST_CASE("a few numbers are repeated over the lanes", "",
                   (Pack<float, native_lanes<float>>), (Pack<double, native_lanes<double>>),
                   (Pack<float, half_lanes<float>>)) {
  using T = typename PackTraits<TestType>::value_type;
  using Narrow = std::conditional_t<std::is_same_v<T, float>, Half, float>;
  check_repeated<1, TestType, T>();
  check_repeated<2, TestType, T>();
  check_repeated<4, TestType, T>();
  check_repeated<1, TestType, Narrow>();
  check_repeated<2, TestType, Narrow>();
  check_repeated<4, TestType, Narrow>();
}

TEST_CASE("a register is as wide as the vectors of this build") {
  int const bits = 32 * register_lanes<float>;
#if defined(__AVX512F__)
  CHECK(bits == 512);
#elif defined(__AVX2__)
  CHECK(bits == 256);
#elif defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS > 0
  CHECK(bits == __ARM_FEATURE_SVE_BITS);
#elif defined(__ARM_NEON)
  CHECK(bits == 128);
#else
  CHECK(bits == 32); // a build without vectors has one lane of 32 bits
#endif
  std::printf("lanes of a register: %d single, %d double\n", register_lanes<float>,
              register_lanes<double>);
}

TEMPLATE_TEST_CASE("multiply-adds round only once", "", (Pack<float, native_lanes<float>>),
                   (Pack<double, native_lanes<double>>), float, double) {
  using T = typename PackTraits<TestType>::value_type;
  // (1 + e)(1 - e) - 1 = -e^2 is lost if the product is rounded before the sum.
  T const e = std::ldexp(T(1), -(std::numeric_limits<T>::digits / 2 + 3));
  T const volatile above = T(1) + e; // volatile: the compiler cannot compute the result in advance
  T const volatile below = T(1) - e;
  TestType const a(T{above});
  TestType const b(T{below});
#ifdef KITT_HAS_NO_MULTIPLY_ADD
  T const kept = 0;
#else
  T const kept = e * e;
#endif
  for (T const value : lanes_of(multiply_add(a, b, TestType(T(-1)))))
    CHECK(value == -kept);
  for (T const value : lanes_of(multiply_subtract(a, b, TestType(T(1)))))
    CHECK(value == kept);
  for (T const value : lanes_of(negate(TestType(T(0)))))
    CHECK(std::signbit(value));
}
