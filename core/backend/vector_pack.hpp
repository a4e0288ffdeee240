// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// KITT's own pack type for SVE. Kokkos SIMD 4.7 has no packs of 512 bits (A64FX). The operators of
/// Kokkos SIMD use the merging form of instructions, which overwrites one factor. The overwritten
/// factor is mostly needed again, so registers must be copied: a tenth of the hopping term's
/// instructions at 256 bits (docs/developer/performance-log.md).

#if defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS > 0
#define KITT_HAS_VECTOR_PACK

#include <Kokkos_Macros.hpp>

#include <arm_sve.h>
#include <cstddef>
#include <type_traits>

namespace kitt {

namespace detail {
typedef svfloat32_t SveFloat __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)));
typedef svfloat64_t SveDouble __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)));
/// The SVE type that intrinsics take as an argument.
template <class T>
using Sve = std::conditional_t<std::is_same_v<T, float>, SveFloat, SveDouble>;
} // namespace detail

/// `Lanes` numbers of type `T` that fill a register, held as one vector of the compiler. The class
/// has the members of Kokkos' packs that KITT uses. Other lane counts are declared but not defined,
/// as with Kokkos' packs.
template <class T, int Lanes>
class VectorPack;

template <class T, int Lanes>
requires(std::is_floating_point_v<T>&& Lanes * sizeof(T) * 8 ==
         __ARM_FEATURE_SVE_BITS) class VectorPack<T, Lanes> {
public:
  typedef T vector_type __attribute__((vector_size(Lanes * sizeof(T))));
  typedef vector_type memory_type __attribute__((may_alias));
  using value_type = T;
  static constexpr std::size_t size() { return Lanes; }

  VectorPack() = default;
  /// Builds a pack with `value` in all lanes, keeping the sign of a zero.
  KOKKOS_FORCEINLINE_FUNCTION VectorPack(T value) : vector_(value - vector_type{}) {}
  KOKKOS_FORCEINLINE_FUNCTION explicit VectorPack(vector_type const& vector) : vector_(vector) {}
  KOKKOS_FORCEINLINE_FUNCTION vector_type const& vector() const { return vector_; }

  /// Builds a pack from memory that is aligned to the pack's size.
  template <class Aligned>
  KOKKOS_FORCEINLINE_FUNCTION VectorPack(T const* from, Aligned)
      : vector_(*reinterpret_cast<memory_type const*>(from)) {}
  template <class Aligned>
  KOKKOS_FORCEINLINE_FUNCTION void copy_to(T* to, Aligned) const {
    *reinterpret_cast<memory_type*>(to) = vector_;
  }

  KOKKOS_FORCEINLINE_FUNCTION VectorPack operator-() const { return VectorPack(-vector_); }
  KOKKOS_FORCEINLINE_FUNCTION friend VectorPack operator+(VectorPack const& a,
                                                          VectorPack const& b) {
    return VectorPack(a.vector_ + b.vector_);
  }
  KOKKOS_FORCEINLINE_FUNCTION friend VectorPack operator-(VectorPack const& a,
                                                          VectorPack const& b) {
    return VectorPack(a.vector_ - b.vector_);
  }
  KOKKOS_FORCEINLINE_FUNCTION friend VectorPack operator*(VectorPack const& a,
                                                          VectorPack const& b) {
    return VectorPack(a.vector_ * b.vector_);
  }

private:
  vector_type vector_;
};

/// Returns a * b + c with one rounding.
template <class T, int Lanes>
KOKKOS_FORCEINLINE_FUNCTION VectorPack<T, Lanes> multiply_add(VectorPack<T, Lanes> const& a,
                                                              VectorPack<T, Lanes> const& b,
                                                              VectorPack<T, Lanes> const& c) {
  using V = detail::Sve<T>;
  return VectorPack<T, Lanes>(
      V(svmla_x(svptrue_b8(), V(c.vector()), V(a.vector()), V(b.vector()))));
}

/// Returns c - a * b with one rounding.
template <class T, int Lanes>
KOKKOS_FORCEINLINE_FUNCTION VectorPack<T, Lanes> multiply_subtract(VectorPack<T, Lanes> const& a,
                                                                   VectorPack<T, Lanes> const& b,
                                                                   VectorPack<T, Lanes> const& c) {
  using V = detail::Sve<T>;
  return VectorPack<T, Lanes>(
      V(svmls_x(svptrue_b8(), V(c.vector()), V(a.vector()), V(b.vector()))));
}

} // namespace kitt
#endif
