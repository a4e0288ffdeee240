// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// What Kokkos SIMD 4.7 lacks or names differently from one version to the next: a pack chosen by
/// width, loads and stores, lane permutations. Only this file knows how Kokkos spells them.

#include "core/backend/vector_pack.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_SIMD.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#if !defined(KOKKOS_ENABLE_CUDA) && !defined(KOKKOS_ENABLE_HIP) && !defined(KOKKOS_ENABLE_SYCL)
/// Kernels run on a CPU, and may use what its compiler has beyond C++. On a GPU packs have one
/// lane, which needs nothing of it.
#define KITT_KERNELS_ON_CPU
#endif

#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX__)
#include <immintrin.h>
#endif

namespace kitt {

namespace detail {
#ifdef KITT_HAS_VECTOR_PACK
template <class T, int Width>
using SimdPack = VectorPack<T, Width>;
constexpr int register_doubles = __ARM_FEATURE_SVE_BITS / 64;
#else
template <class T, int Width>
using SimdPack = Kokkos::Experimental::simd<T, Width>;
constexpr int register_doubles = static_cast<int>(Kokkos::Experimental::simd<double>::size());
#endif

template <class T, int Width>
concept SimdPackOfWidth = requires {
  sizeof(SimdPack<T, Width>);
}
&&(SimdPack<T, Width>::size() == static_cast<std::size_t>(Width));

template <class T, int Width>
struct PackOf {
  using type = SimdPack<T, Width>;
};
template <class T>
struct PackOf<T, 1> {
  using type = T;
};
} // namespace detail

/// Whether this build has a pack of `Width` lanes of `T`.
template <class T, int Width>
inline constexpr bool has_pack = [] {
  if constexpr (Width <= 1)
    return Width == 1;
  else
    return detail::SimdPackOfWidth<T, Width>;
}();

/// The lanes of a full register of `T`. Kokkos' default pack of float fills half a register and its
/// pack of double a whole one, so lanes are counted by double's.
template <class T>
inline constexpr int register_lanes = [] {
  constexpr int doubles = detail::register_doubles;
  return doubles == 1 ? 1 : doubles * static_cast<int>(sizeof(double) / sizeof(T));
}();

/// `Width` numbers of type `T` in one register; `T` itself for one lane.
template <class T, int Width>
using Pack = typename detail::PackOf<T, Width>::type;

/// Lane type and number of a pack.
template <class P>
struct PackTraits {
  using value_type = typename P::value_type;
  static constexpr int lanes = static_cast<int>(P::size());
};
template <class P>
requires std::is_arithmetic_v<P>
struct PackTraits<P> {
  using value_type = P;
  static constexpr int lanes = 1;
};

/// Reads a pack from memory aligned to its size.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P load(typename PackTraits<P>::value_type const* from) {
  if constexpr (PackTraits<P>::lanes == 1)
    return *from;
  else
    return P(from, Kokkos::Experimental::simd_flag_aligned);
}

namespace detail {
/// The bits of several numbers as those of one.
template <class Wide, class Number>
KOKKOS_FORCEINLINE_FUNCTION Wide as_one(Number const* from) {
  Wide wide;
  std::memcpy(&wide, from, sizeof(Wide));
  return wide;
}
} // namespace detail

/// The fewest bytes that load_repeated brings into all lanes without a detour through memory, which
/// compilers take with fewer.
#if (defined(KITT_KERNELS_ON_CPU) && defined(__AVX__)) || defined(KITT_HAS_VECTOR_PACK)
inline constexpr std::size_t least_repeated_bytes = 8;
#else
inline constexpr std::size_t least_repeated_bytes = 16;
#endif

/// Reads `Count` numbers, aligned to their size, and repeats them over the lanes: lane i holds
/// number i modulo `Count`, which divides the lane count.
template <int Count, class P>
KOKKOS_FORCEINLINE_FUNCTION P load_repeated(typename PackTraits<P>::value_type const* from) {
  using T = typename PackTraits<P>::value_type;
  constexpr int lanes = PackTraits<P>::lanes;
  static_assert(lanes % Count == 0);
  if constexpr (Count == lanes)
    return load<P>(from);
  else if constexpr (Count == 1)
    return P(*from);
    // Compilers would take a shuffle of these through memory. `maskz` with all lanes because gcc 12
    // warns of an undefined register in the form without.
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX512F__)
  else if constexpr (sizeof(P) == 64 && sizeof(T[Count]) == 32)
    return __builtin_bit_cast(P, _mm512_maskz_broadcast_f64x4(
                                     0xff, _mm256_load_pd(reinterpret_cast<double const*>(from))));
  else if constexpr (sizeof(P) == 64 && sizeof(T[Count]) == 16)
    return __builtin_bit_cast(
        P, _mm512_maskz_broadcast_f32x4(0xffff, _mm_load_ps(reinterpret_cast<float const*>(from))));
#endif
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX__)
  else if constexpr (sizeof(P) == 32 && sizeof(T[Count]) == 16)
    return __builtin_bit_cast(P, _mm256_broadcast_ps(reinterpret_cast<__m128 const*>(from)));
  else if constexpr (sizeof(P) == 32 && sizeof(T[Count]) == 8)
    return __builtin_bit_cast(P, _mm256_set1_pd(detail::as_one<double>(from)));
#endif
#if defined(KITT_HAS_VECTOR_PACK)
  else if constexpr (sizeof(T[Count]) == 16)
    return P(typename P::vector_type(svld1rq(svptrue_b8(), from)));
  else if constexpr (sizeof(T[Count]) == 8)
    return P(typename P::vector_type(svreinterpret_f32(svdup_f64(detail::as_one<double>(from)))));
#endif
  else {
    alignas(P) T repeated[lanes];
    for (int lane = 0; lane < lanes; ++lane)
      repeated[lane] = from[lane % Count];
    return load<P>(repeated);
  }
}

/// Writes a pack to memory aligned to its size.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION void store(P const& pack, typename PackTraits<P>::value_type* to) {
  constexpr auto aligned = Kokkos::Experimental::simd_flag_aligned;
  if constexpr (PackTraits<P>::lanes == 1)
    *to = pack;
  else if constexpr (requires { simd_unchecked_store(pack, to, aligned); }) // Kokkos 5
    simd_unchecked_store(pack, to, aligned);
  else
    pack.copy_to(to, aligned);
}

/// Writes a pack to memory aligned to its size, past the caches where the hardware can. A thread
/// that reads it must be separated from the writer by a barrier, as after any store.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION void stream(P const& pack, typename PackTraits<P>::value_type* to) {
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX512F__)
  if constexpr (sizeof(P) == 64)
    return _mm512_stream_si512(reinterpret_cast<__m512i*>(to), __builtin_bit_cast(__m512i, pack));
#endif
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX__)
  if constexpr (sizeof(P) == 32)
    return _mm256_stream_si256(reinterpret_cast<__m256i*>(to), __builtin_bit_cast(__m256i, pack));
#endif
  store(pack, to);
}

#if defined(KITT_KERNELS_ON_CPU) && defined(__GNUC__) && (defined(__AVX2__) || defined(__ARM_NEON))
/// Packs can be seen as the compiler's own vectors, which know negation and shuffles.
#define KITT_HAS_COMPILER_VECTORS
#endif

namespace detail {
#ifdef KITT_HAS_COMPILER_VECTORS
template <class P>
struct CompilerVector {
  typedef typename PackTraits<P>::value_type type __attribute__((vector_size(sizeof(P))));
};
template <class P>
using Raw = typename CompilerVector<P>::type;

template <class P>
KOKKOS_FORCEINLINE_FUNCTION Raw<P> to_vector(P const& pack) {
#ifdef KITT_HAS_VECTOR_PACK
  return pack.vector(); // gcc 12 takes a bit_cast of SVE through memory
#else
  return __builtin_bit_cast(Raw<P>, pack);
#endif
}
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P to_pack(Raw<P> const& vector) {
#ifdef KITT_HAS_VECTOR_PACK
  return P(vector);
#else
  return __builtin_bit_cast(P, vector);
#endif
}
#endif

/// result[i] = pack[Map(i)] for a map known at compile time. Compilers turn the loop over a small
/// aligned buffer into one shuffle, or a store and a load where they cannot.
template <class P, class Map, std::size_t... I>
KOKKOS_FORCEINLINE_FUNCTION P shuffle(P const& pack, Map map, std::index_sequence<I...>) {
#ifdef KITT_HAS_COMPILER_VECTORS
  auto const raw = to_vector(pack);
  return to_pack<P>(__builtin_shufflevector(raw, raw, map(static_cast<int>(I))...));
#else
  using T = typename PackTraits<P>::value_type;
  alignas(P) T from[sizeof...(I)];
  alignas(P) T to[sizeof...(I)];
  store(pack, from);
  ((to[I] = from[map(static_cast<int>(I))]), ...);
  return load<P>(to);
#endif
}

/// result[i] is element map(i) of the lanes of `a` followed by those of `b`.
template <class P, class Map, std::size_t... I>
KOKKOS_FORCEINLINE_FUNCTION P shuffle(P const& a, P const& b, Map map, std::index_sequence<I...>) {
#ifdef KITT_HAS_COMPILER_VECTORS
  return to_pack<P>(
      __builtin_shufflevector(to_vector(a), to_vector(b), map(static_cast<int>(I))...));
#else
  using T = typename PackTraits<P>::value_type;
  alignas(P) T from[2 * sizeof...(I)];
  alignas(P) T to[sizeof...(I)];
  store(a, from);
  store(b, from + sizeof...(I));
  ((to[I] = from[map(static_cast<int>(I))]), ...);
  return load<P>(to);
#endif
}
} // namespace detail

/// Lane i of the result is lane (i xor Distance): exchanges the two halves of every group of
/// 2 * Distance lanes.
template <int Distance, class P>
KOKKOS_FORCEINLINE_FUNCTION P permute_lanes(P const& pack) {
  constexpr int lanes = PackTraits<P>::lanes;
  if constexpr (Distance >= lanes)
    return pack;
  else
    return detail::shuffle(
        pack, [](int lane) constexpr { return lane ^ Distance; },
        std::make_index_sequence<lanes>{});
}

namespace detail {
template <int Distance, class P>
KOKKOS_FORCEINLINE_FUNCTION P sums_of_lanes(P const& pack) {
  if constexpr (Distance == 0)
    return pack;
  else
    return sums_of_lanes<Distance / 2>(P(pack + permute_lanes<Distance>(pack)));
}
} // namespace detail

/// The sum of all lanes, by halves.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION typename PackTraits<P>::value_type sum_of_lanes(P const& pack) {
  constexpr int lanes = PackTraits<P>::lanes;
  alignas(P) typename PackTraits<P>::value_type sums[lanes];
  store(detail::sums_of_lanes<lanes / 2>(pack), sums);
  return sums[0];
}

/// Lane i of the result is lane (i + Shift) modulo the lane count; Shift is smaller than that.
template <int Shift, class P>
KOKKOS_FORCEINLINE_FUNCTION P rotate_lanes(P const& pack) {
  constexpr int lanes = PackTraits<P>::lanes;
  if constexpr (lanes == 1)
    return pack;
  else
    return detail::shuffle(
        pack, [](int lane) constexpr { return ((lane + Shift) % lanes + lanes) % lanes; },
        std::make_index_sequence<lanes>{});
}

/// Joins two packs: in every group of 2 * Distance lanes the result has the lower half of `lower`
/// and the upper half of `upper`.
template <int Distance, class P>
KOKKOS_FORCEINLINE_FUNCTION P join_lanes(P const& lower, P const& upper) {
  constexpr int lanes = PackTraits<P>::lanes;
  if constexpr (Distance >= lanes)
    return lower;
  else
    return detail::shuffle(
        lower, upper,
        [](int lane) constexpr { return (lane & Distance) == 0 ? lane : lanes + lane; },
        std::make_index_sequence<lanes>{});
}

/// Returns f(constant), the constant being the distance between neighbouring lanes.
template <class F>
KOKKOS_FORCEINLINE_FUNCTION auto with_lane_distance(int distance, F const& f) {
  switch (distance) {
  case 1:
    return f(std::integral_constant<int, 1>{});
  case 2:
    return f(std::integral_constant<int, 2>{});
  case 4:
    return f(std::integral_constant<int, 4>{});
  default:
    return f(std::integral_constant<int, 8>{});
  }
}

/// Where what is prefetched goes: the cache nearest to the core, the next one, or for what is used
/// once the nearest alone, past the outer ones.
enum class Cache { first, second, first_alone };

namespace detail {
// Not a lambda in `prefetch`: gcc 12 takes a function that does nothing but prefetch for one
// without effect and removes the call, unless it is inlined before that pass.
template <Cache Level, std::size_t Line, std::size_t... I>
KOKKOS_FORCEINLINE_FUNCTION void prefetch_lines([[maybe_unused]] char const* address,
                                                std::index_sequence<I...>) {
#if defined(KITT_KERNELS_ON_CPU) && defined(__GNUC__)
  constexpr int locality = Level == Cache::first ? 3 : Level == Cache::second ? 2 : 0;
  (__builtin_prefetch(address + Line * I, 0, locality), ...);
#endif
}
} // namespace detail

/// Starts to fetch `Bytes` bytes from `address` on; does nothing on hardware without such an
/// instruction. Cache lines are taken to have 64 bytes, as on all CPUs that KITT knows but one:
/// A64FX has lines of 256, of which each is asked for four times (not measured for want of one).
template <Cache Level, std::size_t Bytes>
KOKKOS_FORCEINLINE_FUNCTION void prefetch(char const* address) {
  constexpr std::size_t line = 64;
  detail::prefetch_lines<Level, line>(address,
                                      std::make_index_sequence<(Bytes + line - 1) / line>{});
}

/// The same pack, in a register. Without it x86 compilers take a number from memory again for each
/// instruction that uses it, and the loads, not the arithmetic, bind a loop whose data lie in cache
/// (measured: perf/NOTES.md).
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P loaded_once(P pack) {
#if defined(KITT_HAS_COMPILER_VECTORS) && defined(__AVX__)
  if constexpr (PackTraits<P>::lanes > 1 && sizeof(P) >= 32) {
    auto vector = detail::to_vector(pack);
    asm("" : "+v"(vector));
    return detail::to_pack<P>(vector);
  }
#endif
  return pack;
}

/// Stores before it stay before stores after it. Compilers order them by when their registers are
/// free, and lines of a field met out of their order come a tenth later from beyond the caches
/// (measured: perf/NOTES.md).
KOKKOS_FORCEINLINE_FUNCTION void keep_order_of_stores() {
#if defined(KITT_KERNELS_ON_CPU) && defined(__GNUC__)
  asm volatile("" ::: "memory");
#endif
}

/// The same address, which the compiler takes for another: it reads what lies there anew, and does
/// not keep what it read before, for which there are too few registers (measured: perf/NOTES.md).
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T* address_anew(T* address) {
#if defined(KITT_KERNELS_ON_CPU) && defined(__GNUC__)
  asm("" : "+r"(address));
#endif
  return address;
}

/// -a, with the sign of zero.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P negate(P const& a) {
#ifdef KITT_HAS_COMPILER_VECTORS
  if constexpr (PackTraits<P>::lanes > 1)
    return detail::to_pack<P>(-detail::to_vector(a));
  else
    return -a;
#else
  return -a;
#endif
}

#if defined(KITT_KERNELS_ON_CPU) && defined(__x86_64__) && !defined(__FMA__)
/// fma() would be a call of a function that computes it from integers.
#define KITT_HAS_NO_MULTIPLY_ADD
#endif

/// a * b + c in one rounding, where the CPU can.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P multiply_add(P const& a, P const& b, P const& c) {
#ifdef KITT_HAS_NO_MULTIPLY_ADD
  return a * b + c;
#else
  return Kokkos::fma(a, b, c);
#endif
}

/// c - a * b in one rounding, where the CPU can. Kokkos has no negated form. clang folds a negated
/// factor into the instruction; gcc instead keeps the negated factor in a register of its own, at
/// the price of an instruction, but contracts the plain expression from -O2 on (a test makes sure
/// of it).
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P multiply_subtract(P const& a, P const& b, P const& c) {
#if defined(KITT_HAS_NO_MULTIPLY_ADD)
  return c - a * b;
#elif defined(KITT_HAS_COMPILER_VECTORS) && defined(__OPTIMIZE__) && !defined(__clang__) &&        \
    !defined(__SANITIZE_ADDRESS__)
  if constexpr (PackTraits<P>::lanes > 1)
    return detail::to_pack<P>(detail::to_vector(c) - detail::to_vector(a) * detail::to_vector(b));
  else
    return Kokkos::fma(-a, b, c);
#else
  return Kokkos::fma(negate(a), b, c);
#endif
}

} // namespace kitt
