// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Extensions of Kokkos SIMD: packs chosen by width, loads and stores, lane permutations. Kokkos
/// 4.7 lacks some of these, and the names of others differ between versions of Kokkos. Only this
/// file uses Kokkos' names.

#include "core/backend/vector_pack.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_SIMD.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#if !defined(KOKKOS_ENABLE_CUDA) && !defined(KOKKOS_ENABLE_HIP) && !defined(KOKKOS_ENABLE_SYCL)
/// Defined if kernels run on a CPU. CPU kernels may use extensions of the CPU's compiler. On a GPU
/// packs have one lane and need no extension.
#define KITT_KERNELS_ON_CPU
#endif

/// Explicit instantiation of a function that kernels call or that launches kernels, or its
/// declaration. Empty on a GPU, where each file compiles the kernels that it launches, and where
/// kernels cannot call a function that another file compiled.
#ifdef KITT_KERNELS_ON_CPU
#define KITT_INSTANTIATION_FOR_KERNELS(...) __VA_ARGS__;
#else
#define KITT_INSTANTIATION_FOR_KERNELS(...)
#endif

#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX__)
#include <immintrin.h>
#endif

namespace kitt {

namespace detail {
#ifdef KITT_HAS_VECTOR_PACK
template <class T, int Width>
using SimdPack = VectorPack<T, Width>;
#else
template <class T, int Width>
using SimdPack = Kokkos::Experimental::simd<T, Width>;
#endif

template <class T, int Width>
concept SimdPackOfWidth = requires {
  sizeof(SimdPack<T, Width>);
}
&&(static_cast<int>(SimdPack<T, Width>::size()) == Width);

/// Number of lanes of the widest pack of doubles.
constexpr int register_doubles = SimdPackOfWidth<double, 16>  ? 16
                                 : SimdPackOfWidth<double, 8> ? 8
                                 : SimdPackOfWidth<double, 4> ? 4
                                 : SimdPackOfWidth<double, 2> ? 2
                                                              : 1;

template <class T, int Width>
struct PackOf {
  using type = SimdPack<T, Width>;
};
template <class T>
struct PackOf<T, 1> {
  using type = T;
};
} // namespace detail

/// True if this build has a SIMD pack of `Width` lanes of `T`.
template <class T, int Width>
inline constexpr bool has_pack = [] {
  if constexpr (Width <= 1)
    return Width == 1;
  else
    return detail::SimdPackOfWidth<T, Width>;
}();

/// Number of lanes of a full register of `T`, counted by the size of a double. Kokkos' default pack
/// of float fills half a register in 4.7 and all of it in 5.0.
template <class T>
inline constexpr int register_lanes = [] {
  constexpr int doubles = detail::register_doubles;
  return doubles == 1 ? 1 : doubles * static_cast<int>(sizeof(double) / sizeof(T));
}();

/// `Width` numbers of type `T` in one register. With one lane the pack is `T` itself.
template <class T, int Width>
using Pack = typename detail::PackOf<T, Width>::type;

/// Number type and lane count of a pack.
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

/// Returns a pack read from memory. The address must be aligned to the pack's size.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P load(typename PackTraits<P>::value_type const* from) {
  if constexpr (PackTraits<P>::lanes == 1)
    return *from;
  else
    return P(from, Kokkos::Experimental::simd_flag_aligned);
}

namespace detail {
/// Returns the bits of several numbers as one wider number.
template <class Wide, class Number>
KOKKOS_FORCEINLINE_FUNCTION Wide as_one(Number const* from) {
  Wide wide;
  std::memcpy(&wide, from, sizeof(Wide));
  return wide;
}
} // namespace detail

/// Fewest bytes that load_repeated() can copy into all lanes with one instruction. For fewer bytes,
/// compilers generate a slow detour through memory.
#if (defined(KITT_KERNELS_ON_CPU) && defined(__AVX__)) || defined(KITT_HAS_VECTOR_PACK)
inline constexpr std::size_t least_repeated_bytes = 8;
#else
inline constexpr std::size_t least_repeated_bytes = 16;
#endif

/// Returns a pack in which lane i holds number i modulo `Count` of the `Count` numbers at `from`.
/// Requires that `from` is aligned to the size of `Count` numbers, and that `Count` divides the
/// lane count.
template <int Count, class P>
KOKKOS_FORCEINLINE_FUNCTION P load_repeated(typename PackTraits<P>::value_type const* from) {
  using T = typename PackTraits<P>::value_type;
  constexpr int lanes = PackTraits<P>::lanes;
  static_assert(lanes % Count == 0);
  if constexpr (Count == lanes)
    return load<P>(from);
  else if constexpr (Count == 1)
    return P(*from);
    // Intrinsics are needed, because compilers would compile a shuffle to a detour through memory.
    // The `maskz` form with all lanes set avoids a warning of gcc 12 about an undefined register.
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

/// Writes a pack to memory that is aligned to the pack's size.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION void store(P const& pack, typename PackTraits<P>::value_type* to) {
  constexpr auto aligned = Kokkos::Experimental::simd_flag_aligned;
  if constexpr (PackTraits<P>::lanes == 1)
    *to = pack;
  // Kokkos 5 has this function. There copy_to() is deprecated, and 5.2 removes it.
  else if constexpr (requires { simd_unchecked_store(pack, to, aligned); })
    simd_unchecked_store(pack, to, aligned);
  else
    pack.copy_to(to, aligned);
}

/// Writes a pack to memory that is aligned to its size. The write bypasses the caches if the
/// hardware can do so. As after any store, a barrier must separate the writer from a thread that
/// reads the pack.
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
/// Defined if packs can be converted to vectors of the compiler, which support negation and
/// shuffles.
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
  return pack.vector(); // gcc 12 compiles a bit_cast of SVE to a detour through memory
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

/// Returns a pack with result[i] = pack[map(i)], for a map known at compile time. Compilers turn
/// the loop over a small aligned buffer into one shuffle, or into a store and a load if no shuffle
/// fits.
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

/// Returns a pack whose lane i is element map(i) of the lanes of `a` followed by the lanes of `b`.
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

/// Returns a pack whose lane i is lane (i xor Distance) of `pack`. The permutation exchanges the
/// two halves of every group of 2 * Distance lanes.
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

/// Returns the sum of all lanes. The sum is computed by repeatedly adding one half of the lanes to
/// the other half.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION typename PackTraits<P>::value_type sum_of_lanes(P const& pack) {
  constexpr int lanes = PackTraits<P>::lanes;
  alignas(P) typename PackTraits<P>::value_type sums[lanes];
  store(detail::sums_of_lanes<lanes / 2>(pack), sums);
  return sums[0];
}

/// Returns a pack whose lane i is lane (i + Shift) modulo the lane count. Shift is smaller than the
/// lane count.
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

/// Returns a pack joined from two: in every group of 2 * Distance lanes, the lower half comes from
/// `lower` and the upper half from `upper`.
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

/// Calls `f` with `distance`, the distance between neighbouring lanes, as a compile-time constant
/// (std::integral_constant). Returns the result of `f`.
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

/// Caches into which prefetched data go: the cache nearest to the core; the second cache; or the
/// nearest cache for data that are used once.
enum class Cache { first, second, first_once };

#if defined(__znver1__) || defined(__znver2__) || defined(__znver3__) || defined(__znver4__) ||    \
    defined(__znver5__)
/// Defined if data that are used once leave the outer caches to other data. On other CPUs this may
/// take the data out of the third cache, and halved the speed on Granite Rapids (measured:
/// docs/developer/performance-log.md).
#define KITT_DATA_PASS_OUTER_CACHES
#endif

namespace detail {
// Not a lambda in prefetch(): gcc 12 treats a function that only prefetches as one without effect.
// gcc removes the call unless the function was inlined before that pass.
template <Cache Level, std::size_t Line, std::size_t... I>
KOKKOS_FORCEINLINE_FUNCTION void prefetch_lines([[maybe_unused]] char const* address,
                                                std::index_sequence<I...>) {
#if defined(KITT_KERNELS_ON_CPU) && defined(__GNUC__)
#ifdef KITT_DATA_PASS_OUTER_CACHES
  constexpr int once = 0;
#else
  constexpr int once = 3;
#endif
  constexpr int locality = Level == Cache::first ? 3 : Level == Cache::second ? 2 : once;
  (__builtin_prefetch(address + Line * I, 0, locality), ...);
#endif
}
} // namespace detail

/// Starts to fetch `Bytes` bytes from `address` on. Does nothing on hardware without a prefetch
/// instruction. Cache lines are assumed to have 64 bytes, which holds for all CPUs that KITT knows
/// except A64FX. A64FX has lines of 256 bytes, so each line is requested four times (not measured:
/// no such machine was available).
template <Cache Level, std::size_t Bytes>
KOKKOS_FORCEINLINE_FUNCTION void prefetch(char const* address) {
  constexpr std::size_t line = 64;
  detail::prefetch_lines<Level, line>(address,
                                      std::make_index_sequence<(Bytes + line - 1) / line>{});
}

/// Returns the pack unchanged, held in a register. Without this function, x86 compilers read a
/// number from memory again for each instruction that uses it. In a loop whose data lie in cache,
/// such repeated loads limit the speed instead of the arithmetic (measured:
/// docs/developer/performance-log.md).
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

/// Keeps the compiler from moving stores across this call. Without this barrier, compilers order
/// stores by when their registers become free. Without the barrier, cache lines of a field are
/// written out of order, and fetching them from beyond the caches takes a tenth longer (measured:
/// docs/developer/performance-log.md).
KOKKOS_FORCEINLINE_FUNCTION void keep_order_of_stores() {
#if defined(KITT_KERNELS_ON_CPU) && defined(__GNUC__)
  asm volatile("" ::: "memory");
#endif
}

/// Returns `address`, but the compiler treats it as a new address. The compiler therefore reads the
/// data there again instead of keeping the earlier values in registers, because registers are few
/// (measured: docs/developer/performance-log.md).
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T* address_anew(T* address) {
#if defined(KITT_KERNELS_ON_CPU) && defined(__GNUC__)
  asm("" : "+r"(address));
#endif
  return address;
}

/// Returns `stride`, but the compiler of an NVIDIA GPU treats it as a new number. The compiler
/// therefore computes offsets when it needs them. Otherwise it would keep the offsets of all
/// components in registers, because spinors at the ends of all hops share them, and there would be
/// no registers left for other threads (docs/developer/performance-log.md).
KOKKOS_FORCEINLINE_FUNCTION unsigned stride_anew(unsigned stride) {
#if defined(__CUDA_ARCH__)
  asm("" : "+r"(stride));
#endif
  return stride;
}

/// Returns -a. The sign of a zero changes too.
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
/// Defined on x86 CPUs without FMA, where fma() would call a slow function that uses integer
/// arithmetic.
#define KITT_HAS_NO_MULTIPLY_ADD
#endif

/// Returns a * b + c, with one rounding if the CPU has such an instruction.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION P multiply_add(P const& a, P const& b, P const& c) {
#ifdef KITT_HAS_NO_MULTIPLY_ADD
  return a * b + c;
#else
  return Kokkos::fma(a, b, c);
#endif
}

/// Returns c - a * b, with one rounding if the CPU has such an instruction. Kokkos has no function
/// for c - a * b. clang folds the negation of a factor into the instruction. gcc instead spends an
/// instruction and a register on the negated factor, but contracts the plain expression from -O2 on
/// (a test checks that).
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
