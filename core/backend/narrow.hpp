// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Numbers that are stored in half the width of the packs used for computing.

#include "core/backend/kokkos_ext.hpp"

#include <cstdint>

namespace kitt {

/// A number in half precision (IEEE 754 binary16). Numbers are only stored in half precision;
/// arithmetic uses single precision.
struct Half {
  std::uint16_t bits;
};

/// The type of number with which kernels compute, for numbers that are stored as `Stored`.
template <class Stored>
using Computed = std::conditional_t<std::is_same_v<Stored, Half>, float, Stored>;

/// Returns `value` rounded to half precision, to nearest with ties to even. Requires a finite
/// number of magnitude at most 65504.
KOKKOS_INLINE_FUNCTION Half to_half(float value) {
  auto const word = Kokkos::bit_cast<std::uint32_t>(value);
  auto const sign = static_cast<std::uint16_t>(word >> 16 & 0x8000U);
  // Adding `aligner` shifts the last bit to be kept to the last bit of a float. The addition of
  // floats thus does the rounding.
  float const magnitude = Kokkos::bit_cast<float>(word & 0x7fffffffU);
  auto const exponent = Kokkos::max(word >> 23 & 0xffU, 113U);
  float const aligner = Kokkos::bit_cast<float>((exponent + 13) << 23);
  auto const kept =
      Kokkos::bit_cast<std::uint32_t>(magnitude + aligner) - (exponent + 13) * (1U << 23);
  return {static_cast<std::uint16_t>(sign | (((exponent - 113) << 10) + kept))};
}

/// Returns a half-precision number in single precision. The conversion is exact.
KOKKOS_FORCEINLINE_FUNCTION float to_float(Half value) {
  std::uint32_t const magnitude = (value.bits & 0x7fffU) << 13;
  std::uint32_t const sign = (value.bits & 0x8000U) << 16;
  float const scaled = Kokkos::bit_cast<float>(magnitude) * 0x1p112F;
  return Kokkos::bit_cast<float>(Kokkos::bit_cast<std::uint32_t>(scaled) | sign);
}

/// Returns `value` rounded to the number type in which it is stored.
template <class Number>
KOKKOS_INLINE_FUNCTION Number rounded(double value) {
  if constexpr (std::is_same_v<Number, Half>)
    return to_half(static_cast<float>(value));
  else
    return static_cast<Number>(value);
}

/// Returns a stored number in double precision. The conversion is exact.
template <class Number>
KOKKOS_INLINE_FUNCTION double to_double(Number value) {
  if constexpr (std::is_same_v<Number, Half>)
    return to_float(value);
  else
    return value;
}

namespace detail {
KOKKOS_FORCEINLINE_FUNCTION float widened(Half value) {
  return to_float(value);
}
KOKKOS_FORCEINLINE_FUNCTION double widened(float value) {
  return value;
}
} // namespace detail

/// Returns a pack read from numbers of half its width. The address must be aligned to the size of
/// all numbers together.
template <class P, class Narrow>
requires(sizeof(Narrow) < sizeof(typename PackTraits<P>::value_type)) KOKKOS_FORCEINLINE_FUNCTION P
    load(Narrow const* from) {
  constexpr int lanes = PackTraits<P>::lanes;
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX512F__)
  if constexpr (std::is_same_v<Narrow, Half> && lanes == 16)
    return __builtin_bit_cast(
        P,
        _mm512_maskz_cvtph_ps(0xffff, _mm256_load_si256(reinterpret_cast<__m256i const*>(from))));
  if constexpr (std::is_same_v<Narrow, float> && lanes == 8)
    return __builtin_bit_cast(P, _mm512_maskz_cvtps_pd(0xff, _mm256_load_ps(from)));
#endif
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX__)
  if constexpr (std::is_same_v<Narrow, float> && lanes == 4 && sizeof(P) == 32)
    return __builtin_bit_cast(P, _mm256_cvtps_pd(_mm_load_ps(from)));
#endif
#if defined(KITT_KERNELS_ON_CPU) && defined(__F16C__)
  if constexpr (std::is_same_v<Narrow, Half> && lanes == 1)
    return _cvtsh_ss(from->bits);
  if constexpr (std::is_same_v<Narrow, Half> && lanes == 8 && sizeof(P) == 32)
    return __builtin_bit_cast(
        P, _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<__m128i const*>(from))));
#endif
  if constexpr (lanes == 1) {
    return detail::widened(*from);
  } else {
    alignas(P) typename PackTraits<P>::value_type wide[lanes];
    for (int lane = 0; lane < lanes; ++lane)
      wide[lane] = detail::widened(from[lane]);
    return load<P>(wide);
  }
}

/// Returns a pack in which `Count` numbers of half its width are repeated over the lanes.
template <int Count, class P, class Narrow>
requires(sizeof(Narrow) < sizeof(typename PackTraits<P>::value_type)) KOKKOS_FORCEINLINE_FUNCTION P
    load_repeated(Narrow const* from) {
  constexpr int lanes = PackTraits<P>::lanes;
  if constexpr (Count == lanes) {
    return load<P>(from);
  } else if constexpr (Count == 1) {
    return P(load<typename PackTraits<P>::value_type>(from));
  } else {
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX512F__)
    if constexpr (std::is_same_v<Narrow, Half> && lanes == 16 && Count == 4)
      return __builtin_bit_cast(
          P, _mm512_maskz_cvtph_ps(0xffff, _mm256_broadcastq_epi64(_mm_loadl_epi64(
                                               reinterpret_cast<__m128i const*>(from)))));
    if constexpr (std::is_same_v<Narrow, float> && lanes == 8 && Count == 2)
      return __builtin_bit_cast(
          P, _mm512_maskz_cvtps_pd(
                 0xff, __builtin_bit_cast(__m256, _mm256_set1_pd(detail::as_one<double>(from)))));
#endif
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX__)
    if constexpr (std::is_same_v<Narrow, float> && lanes == 4 && sizeof(P) == 32 && Count == 2)
      return __builtin_bit_cast(
          P, _mm256_cvtps_pd(_mm_castpd_ps(_mm_set1_pd(detail::as_one<double>(from)))));
#endif
#if defined(KITT_KERNELS_ON_CPU) && defined(__F16C__) && defined(__AVX2__)
    if constexpr (std::is_same_v<Narrow, Half> && lanes == 8 && sizeof(P) == 32 && Count == 2)
      return __builtin_bit_cast(
          P, _mm256_cvtph_ps(_mm_set1_epi32(detail::as_one<std::int32_t>(from))));
#endif
    alignas(P) Narrow repeated[lanes];
    for (int lane = 0; lane < lanes; ++lane)
      repeated[lane] = from[lane % Count];
    return load<P>(repeated);
  }
}

#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX512F__)
namespace detail {
/// Returns a pack of 16 floats in half precision, rounded to nearest.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION __m256i halves_of(P const& pack) {
  return _mm512_maskz_cvtps_ph(0xffff, __builtin_bit_cast(__m512, pack), _MM_FROUND_TO_NEAREST_INT);
}
} // namespace detail
#endif

/// Writes a pack to numbers of half its width, rounded to nearest. The address must be aligned to
/// the size of all numbers together.
template <class P, class Narrow>
requires(sizeof(Narrow) < sizeof(typename PackTraits<P>::value_type)) KOKKOS_FORCEINLINE_FUNCTION
    void store(P const& pack, Narrow* to) {
  constexpr int lanes = PackTraits<P>::lanes;
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX512F__)
  if constexpr (std::is_same_v<Narrow, Half> && lanes == 16)
    return _mm256_store_si256(reinterpret_cast<__m256i*>(to), detail::halves_of(pack));
  if constexpr (std::is_same_v<Narrow, float> && lanes == 8)
    return _mm256_store_ps(to, _mm512_maskz_cvtpd_ps(0xff, __builtin_bit_cast(__m512d, pack)));
#endif
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX__)
  if constexpr (std::is_same_v<Narrow, float> && lanes == 4 && sizeof(P) == 32)
    return _mm_store_ps(to, _mm256_cvtpd_ps(__builtin_bit_cast(__m256d, pack)));
#endif
#if defined(KITT_KERNELS_ON_CPU) && defined(__F16C__)
  if constexpr (std::is_same_v<Narrow, Half> && lanes == 8 && sizeof(P) == 32)
    return _mm_store_si128(
        reinterpret_cast<__m128i*>(to),
        _mm256_cvtps_ph(__builtin_bit_cast(__m256, pack), _MM_FROUND_TO_NEAREST_INT));
#endif
  if constexpr (lanes == 1) {
    *to = rounded<Narrow>(pack);
  } else {
    alignas(P) typename PackTraits<P>::value_type wide[lanes];
    store(pack, wide);
    for (int lane = 0; lane < lanes; ++lane)
      to[lane] = rounded<Narrow>(wide[lane]);
  }
}

/// Writes a pack to numbers of half its width, past the caches if the hardware can do so. The
/// address must be aligned to the size of all numbers together.
template <class P, class Narrow>
requires(sizeof(Narrow) < sizeof(typename PackTraits<P>::value_type)) KOKKOS_FORCEINLINE_FUNCTION
    void stream(P const& pack, Narrow* to) {
#if defined(KITT_KERNELS_ON_CPU) && defined(__AVX512F__)
  if constexpr (std::is_same_v<Narrow, Half> && PackTraits<P>::lanes == 16)
    return _mm256_stream_si256(reinterpret_cast<__m256i*>(to), detail::halves_of(pack));
#endif
  store(pack, to);
}

} // namespace kitt
