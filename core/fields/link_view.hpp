// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/fields/storage.hpp"
#include "core/lattice/stencil.hpp"

#include <concepts>

namespace kitt {

namespace detail {
template <class T, LinkStorage Storage>
struct LinkNumber {
  using type = T;
};
template <>
struct LinkNumber<float, LinkStorage::narrow> {
  using type = Half;
};
template <>
struct LinkNumber<double, LinkStorage::narrow> {
  using type = float;
};

/// Returns conj(a * b - c * d).
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> conjugate_minor(Complex<P> const& a, Complex<P> const& b,
                                                       Complex<P> const& c, Complex<P> const& d) {
  return {multiply_add(c.im, d.im,
                       multiply_subtract(c.re, d.re, multiply_subtract(a.im, b.im, a.re * b.re))),
          multiply_add(c.im, d.re,
                       multiply_subtract(a.im, b.re, multiply_subtract(a.re, b.im, c.re * d.im)))};
}
} // namespace detail

/// Links of one parity as kernels read them: Colours x Colours matrices times the factors of their
/// hops. A pack of links has `Lanes` lanes. Several lanes of a spinor may share a link: either all
/// lanes, or the lanes of the same 4-D site. If lanes share links, `Lanes` is smaller than the
/// spinor's lane count. Arithmetic is in T, whatever the storage.
template <class T, int Lanes, LinkStorage Storage = LinkStorage::full, int Colours = colours>
class LinkView {
  static_assert(Storage != LinkStorage::two_rows || Colours == 3,
                "two-rows storage is only for links in SU(3)");

public:
  using value_type = T;
  using number = typename detail::LinkNumber<T, Storage>::type;
  static constexpr int lanes = Lanes;
  static constexpr int dimension = Colours;
  static constexpr LinkStorage storage = Storage;
  static constexpr bool third_row_kept = Storage != LinkStorage::two_rows;
  static constexpr int elements_kept = (third_row_kept ? Colours : Colours - 1) * Colours;
  /// parts of a number: 2 for re and im, 1 for re only
  static constexpr int parts = Storage == LinkStorage::real ? 1 : 2;
  /// Elements of links, indexed by (site, hop, row * Colours + column, re or im, lane).
  using Elements = Kokkos::View<number* [legs][elements_kept][parts][Lanes], FieldLayout,
                                MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  /// Signs of the time links, indexed by (site, forward or backward, lane). The third row needs
  /// these signs, because the product of two rows has lost the sign. Empty if the third row is
  /// stored.
  using Signs = Kokkos::View<T* [2][Lanes], FieldLayout, MemorySpace,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// Builds views of links in `memory`. `memory` must have `bytes(sites)` bytes and be aligned to
  /// 64 bytes.
  LinkView(void* memory, std::size_t sites)
      : elements_(static_cast<number*>(memory), sites),
        signs_(reinterpret_cast<T*>(elements_.data() + elements_.span()),
               third_row_kept ? 0 : sites) {}

  static std::size_t bytes(std::size_t sites) {
    return Elements::required_allocation_size(sites) +
           Signs::required_allocation_size(third_row_kept ? 0 : sites);
  }

  Elements const& elements() const { return elements_; }
  Signs const& signs() const { return signs_; }

  /// One link, repeated over the lanes of P that share it.
  template <class P>
  class Link {
  public:
    KOKKOS_FORCEINLINE_FUNCTION explicit Link(Components<Elements> const& kept) : kept_(kept) {}

    /// Returns an element of the link: a real number if links are real, otherwise a complex number.
    /// If only two rows are stored, `row` must be a compile-time constant.
    template <class Row>
    KOKKOS_FORCEINLINE_FUNCTION auto operator()(Row row, int column) const {
      if constexpr (parts == 1)
        return kept_.template load_real<P>(Colours * row + column);
      else if constexpr (third_row_kept)
        return kept_.template load<P>(Colours * row + column);
      else if constexpr (Row::value < 2)
        return kept_.template load<P>(Colours * row + column);
      else
        return third_row_[column];
    }

    /// Returns a copy of this object that makes the compiler read the elements of the link from
    /// memory again.
    KOKKOS_FORCEINLINE_FUNCTION Link read_anew() const {
      Link result = *this;
      result.kept_ = kept_.read_anew();
      return result;
    }

  private:
    friend class LinkView;
    Components<Elements> kept_;
    /// third row of the link, computed from the first two rows
    std::array<Complex<P>, third_row_kept ? 0 : Colours> third_row_;
  };

  /// Returns the link that a hop from a site multiplies with.
  template <int Leg, class P>
  KOKKOS_FORCEINLINE_FUNCTION Link<P> link(int site) const {
    Link<P> result(Components(elements_, site, Leg));
    if constexpr (!third_row_kept)
      make_third_row<Leg>(result, site);
    return result;
  }

  /// Starts to fetch the link of a hop into a cache.
  template <int Leg, Cache Level>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(int site) const {
    Components(elements_, site, Leg).template prefetch<Level>();
  }

private:
  /// Computes the third row. For V = -1/2 sign U with U in SU(3): V_2 = -2 sign conj(V_0 x V_1).
  template <int Leg, class P>
  KOKKOS_FORCEINLINE_FUNCTION void make_third_row(Link<P>& link, int site) const {
    ColourVector<P> a;
    ColourVector<P> b;
    for (int column = 0; column < colours; ++column) {
      a[column] = link(std::integral_constant<int, 0>{}, column);
      b[column] = link(std::integral_constant<int, 1>{}, column);
    }
    P factor(T(-2));
    if constexpr (Leg / 2 == dimensions - 1)
      factor = factor * load_repeated<Lanes, P>(&signs_(site, Leg % 2, 0));
    for (int i = 0; i < colours; ++i) {
      int const j = (i + 1) % colours;
      int const k = (i + 2) % colours;
      auto const minor = detail::conjugate_minor(a[j], b[k], a[k], b[j]);
      link.third_row_[i] = {factor * minor.re, factor * minor.im};
    }
  }

  Elements elements_;
  Signs signs_;
};

/// Links that can multiply spinors of `View`. Links and spinors have the same precision, and the
/// lane count of the links divides the spinors' lane count (spinors whose lanes lie along s share
/// links).
template <class Links, class View>
concept LinksOf = std::same_as<typename Links::value_type, typename ViewTraits<View>::value_type> &&
    (ViewTraits<View>::lanes % Links::lanes == 0);

} // namespace kitt
