// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// A pack of our own for SVE. Kokkos SIMD 4.7 has none of 512 bits (A64FX), and its operators are
/// the merging kind, which overwrite a factor that is mostly needed again: copies of registers, a
/// tenth of the hopping term's instructions at 256 bits (perf/NOTES.md).

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
/// The type that intrinsics take.
template <class T>
using Sve = std::conditional_t<std::is_same_v<T, float>, SveFloat, SveDouble>;
} // namespace detail

/// `Lanes` numbers of type `T` that fill a register, held as one of the compiler's own vectors. It
/// offers those members of Kokkos' packs that KITT uses. As with Kokkos' packs, other lane counts
/// are declared and not defined.
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
  /// Puts `value` into all lanes, keeping the sign of a zero.
  KOKKOS_FORCEINLINE_FUNCTION VectorPack(T value) : vector_(value - vector_type{}) {}
  KOKKOS_FORCEINLINE_FUNCTION explicit VectorPack(vector_type const& vector) : vector_(vector) {}
  KOKKOS_FORCEINLINE_FUNCTION vector_type const& vector() const { return vector_; }

  /// Loads from, and below stores to, memory aligned to a pack's size.
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

/// a * b + c in one rounding.
template <class T, int Lanes>
KOKKOS_FORCEINLINE_FUNCTION VectorPack<T, Lanes> multiply_add(VectorPack<T, Lanes> const& a,
                                                              VectorPack<T, Lanes> const& b,
                                                              VectorPack<T, Lanes> const& c) {
  using V = detail::Sve<T>;
  return VectorPack<T, Lanes>(
      V(svmla_x(svptrue_b8(), V(c.vector()), V(a.vector()), V(b.vector()))));
}

/// c - a * b in one rounding.
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
