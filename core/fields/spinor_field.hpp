// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/complex.hpp"
#include "core/algebra/components.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/backend/memory.hpp"
#include "core/backend/narrow.hpp"
#include "core/backend/whole_view.hpp"
#include "core/base/error.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <type_traits>
#include <utility>

namespace kitt {

/// One parity of a spinor field as kernels use it, indexed by (site, s, spin * Colours + colour, re
/// or im, lane). The index s counts packs: slice s + lane_s * packs_s of the fifth dimension is in
/// pack s, lane lane_s. Fields of staggered fermions have one spin, that is, one colour vector per
/// site.
template <class T, int Lanes, int Spins = spins, int Colours = colours>
using SpinorView = Kokkos::View<T* * [Spins * Colours][2][Lanes], FieldLayout, MemorySpace,
                                Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Number type, lane count and pack type of a view of spinors or links.
/// Kernels compute in single precision with numbers stored in half precision.
template <class View>
struct ViewTraits {
  using value_type = Computed<typename View::non_const_value_type>;
  static constexpr int lanes = static_cast<int>(View::static_extent(4));
  using pack = Pack<value_type, lanes>;
  /// Complex numbers per site and slice, or per link.
  static constexpr int components = static_cast<int>(View::static_extent(2));
};

/// Dimension of the gauge-group representation of spinors with four spins.
template <class Spinors>
inline constexpr int colours_of = ViewTraits<Spinors>::components / spins;

/// The components of one (site, s) of spinors, or of one (site, hop) of links. A component has two
/// parts (re and im), or one if links are real. The class holds a pointer and the distance of two
/// numbers. If lanes are innermost, the distance is a compile-time constant, so that no address is
/// computed per component.
template <class View>
class Components {
  using T = typename View::value_type;
  using P = typename ViewTraits<View>::pack;
  static constexpr int components = static_cast<int>(View::static_extent(2));
  static constexpr int parts = static_cast<int>(View::static_extent(3));
  static constexpr bool lanes_innermost =
      std::is_same_v<typename View::array_layout, Kokkos::LayoutRight>;

public:
  KOKKOS_FORCEINLINE_FUNCTION Components(View const& view, int site, int second)
      : first_(first(view, site, second)) {
    if constexpr (!lanes_innermost)
      stride_ = stride_anew(static_cast<unsigned>(view.stride(2)));
  }

  /// Returns a copy of this object that makes the compiler read the components from memory again.
  KOKKOS_FORCEINLINE_FUNCTION Components read_anew() const {
    Components result = *this;
    result.first_ = address_anew(first_);
    return result;
  }

  /// Returns a component, read as packs of type `To`. The numbers of `To` may be wider than the
  /// stored numbers. If `To` has more lanes than are stored, the stored numbers are repeated.
  template <class To = P>
  KOKKOS_FORCEINLINE_FUNCTION Complex<To> load(int component) const {
    constexpr int stored = ViewTraits<View>::lanes;
    return {load_repeated<stored, To>(at(component, 0)),
            load_repeated<stored, To>(at(component, 1))};
  }
  /// Returns one part of a component, 0 for re and 1 for im, read as a pack of type `To`.
  template <class To = P>
  KOKKOS_FORCEINLINE_FUNCTION To load_part(int component, int part) const {
    return load_repeated<ViewTraits<View>::lanes, To>(at(component, part));
  }
  /// Returns the only part of a component. Requires real links.
  template <class To>
  KOKKOS_FORCEINLINE_FUNCTION To load_real(int component) const {
    static_assert(parts == 1);
    return load_repeated<ViewTraits<View>::lanes, To>(at(component, 0));
  }
  KOKKOS_FORCEINLINE_FUNCTION void store(int component, Complex<P> const& value) const {
    kitt::store(value.re, at(component, 0));
    kitt::store(value.im, at(component, 1));
  }

  /// Writes a component past the caches if the hardware can do so.
  KOKKOS_FORCEINLINE_FUNCTION void stream(int component, Complex<P> const& value) const {
    kitt::stream(value.re, at(component, 0));
    kitt::stream(value.im, at(component, 1));
  }

  /// Starts to fetch all components into a cache. prefetch_part() fetches part number `Part` of
  /// `Parts` equal parts. Both functions do nothing if the components are not contiguous.
  template <Cache Level>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch() const {
    prefetch_part<Level, 0, 1>();
  }
  template <Cache Level, int Part, int Parts>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_part() const {
    constexpr std::size_t bytes =
        parts * View::static_extent(2) * View::static_extent(4) * sizeof(T) / Parts;
    if constexpr (lanes_innermost)
      kitt::prefetch<Level, bytes>(reinterpret_cast<char const*>(first_) + Part * bytes);
  }

private:
  /// Returns the address of the first component. If lanes are innermost, the numbers of a view are
  /// contiguous, and the strides are computed here. Kokkos knows one of the strides only at run
  /// time, and address computation would take a tenth of the instructions of kernels that prefetch.
  KOKKOS_FORCEINLINE_FUNCTION static T* first(View const& view, int site, int second) {
    constexpr std::size_t numbers =
        View::static_extent(2) * View::static_extent(3) * View::static_extent(4);
    if constexpr (lanes_innermost)
      return view.data() +
             (static_cast<std::size_t>(site) * view.extent(1) + static_cast<std::size_t>(second)) *
                 numbers;
    else
      return &view(site, second, 0, 0, 0);
  }

  KOKKOS_FORCEINLINE_FUNCTION T* at(int component, int part) const {
    if constexpr (lanes_innermost)
      return first_ + (parts * component + part) * ViewTraits<View>::lanes;
    else
      return first_ + static_cast<std::size_t>(part * components + component) * stride_;
  }

  T* first_;
  unsigned stride_ = 0; ///< numbers from a component to the next one; parts follow components
};

namespace detail {

/// Sets a field to zero. Clearing is a separate function because nvcc does not accept a kernel's
/// lambda in a private member function.
template <class View>
void touch(View const& view) {
  ExecutionSpace const exec;
  Kokkos::parallel_for(
      "kitt::core::spinor_field::touch", SitePolicy(exec, 0, static_cast<int>(view.extent(0))),
      KOKKOS_LAMBDA(int site) {
        for (std::size_t s = 0; s < view.extent(1); ++s)
          for (int c = 0; c < ViewTraits<View>::components; ++c)
            for (int part = 0; part < 2; ++part)
              for (int lane = 0; lane < ViewTraits<View>::lanes; ++lane)
                view(site, s, c, part, lane) = {};
      });
  exec.fence("kitt::core::spinor_field: touched before the host writes");
}

} // namespace detail

/// One parity of a spinor field with `ls` slices of a fifth dimension (1 for a 4-D field). The
/// field owns its memory; copies share the memory. The threads that will compute on the memory
/// touch it first, and set it to zero.
template <class T, int Lanes, int Spins = spins, int Colours = colours>
class SpinorField {
public:
  using view_type = SpinorView<T, Lanes, Spins, Colours>;
  static constexpr int colours_per_spin = Colours;

  /// Allocates a field of zeros. Throws UserError if the lanes along s do not divide `ls`, or if
  /// the lattice does not have `Lanes` lanes.
  SpinorField(std::string const& label, Lattice const& lattice, int ls,
              MemorySource const& memory = kokkos_memory)
      : lattice_(lattice), ls_(ls), memory_(memory(label, bytes(lattice, ls))),
        view_(static_cast<T*>(memory_.get()), static_cast<std::size_t>(lattice.sites_per_parity()),
              static_cast<std::size_t>(ls / lattice.lanes_s())) {
    KITT_VALIDATE(lattice.lanes_4d() * lattice.lanes_s() == Lanes,
                  "spinors of " + std::to_string(Lanes) + " lanes do not fit the lattice " +
                      to_string(lattice.extents()) + " with lanes " +
                      to_string(lattice.lane_grid()) +
                      " (the product of the lanes in the five directions must be the lane count "
                      "of the field): use the lattice that make_lattice() returns for the same "
                      "precision and lane count");
    detail::touch(view_);
  }

  Lattice const& lattice() const { return lattice_; }
  int ls() const { return ls_; }
  view_type const& view() const { return view_; }

  /// Returns the size of a field in bytes. Throws UserError if the lanes along s do not divide
  /// `ls`.
  static std::size_t bytes(Lattice const& lattice, int ls) {
    KITT_VALIDATE(ls > 0 && ls % lattice.lanes_s() == 0,
                  "Ls = " + std::to_string(ls) + " cannot be spread over " +
                      std::to_string(lattice.lanes_s()) +
                      " lanes (the lane count must divide Ls): use an Ls that is a multiple of " +
                      std::to_string(lattice.lanes_s()));
    return sizeof(T) * 2 * ViewTraits<view_type>::components * static_cast<std::size_t>(ls) *
           (volume(lattice.extents()) / 2);
  }

private:
  Lattice lattice_;
  int ls_;
  std::shared_ptr<void> memory_;
  view_type view_;
};

namespace detail {
template <class Field>
struct ComputedFieldOf;
template <class T, int Lanes, int Spins, int Colours>
struct ComputedFieldOf<SpinorField<T, Lanes, Spins, Colours>> {
  using type = SpinorField<Computed<T>, Lanes, Spins, Colours>;
};
} // namespace detail

/// The type of field that stores the numbers with which kernels compute on `Field`.
template <class Field>
using ComputedField = typename detail::ComputedFieldOf<Field>::type;

/// One parity of a field with one spin, as for staggered fermions.
template <class T, int Lanes>
using ColourVectorField = SpinorField<T, Lanes, 1>;

/// Calls visit(x, s, spin, colour, re, im) for every element of one parity of a field. Sites are
/// visited in parallel. `re` and `im` are references into a host copy of the field, which is
/// written back at the end. On a CPU, the copy is the field itself. This function translates
/// between lanes and coordinates.
template <class T, int Lanes, int Spins, int Colours, class Visitor>
void for_each_element(SpinorField<T, Lanes, Spins, Colours> const& field, Parity parity,
                      Visitor const& visit) {
  auto const& lattice = field.lattice();
  auto const host = host_copy(field.view());
  int const packs_s = static_cast<int>(host.extent(1));
  Kokkos::parallel_for(
      "kitt::core::spinor_field::for_each_element",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, lattice.sites_per_parity()),
      [&](int site) {
        for (int lane = 0; lane < Lanes; ++lane) {
          Coordinate const x = lattice.coordinate({parity, static_cast<SiteIndex>(site), lane});
          int const first_s = lane / lattice.lanes_4d() * packs_s;
          for (int s = 0; s < packs_s; ++s)
            for (int c = 0; c < Spins * Colours; ++c)
              visit(x, first_s + s, c / Colours, c % Colours, host(site, s, c, 0, lane),
                    host(site, s, c, 1, lane));
        }
      });
  Kokkos::DefaultHostExecutionSpace().fence("kitt::core::spinor_field: host elements visited");
  write_back(field.view(), host);
}

/// Sets one parity of a field from a function of (x, s, spin, colour) that returns Complex<double>.
template <class T, int Lanes, int Spins, int Colours, class Generator>
void fill(SpinorField<T, Lanes, Spins, Colours> const& field, Parity parity,
          Generator const& generator) {
  for_each_element(field, parity,
                   [&](Coordinate const& x, int s, int spin, int colour, T& re, T& im) {
                     Complex<double> const value = generator(x, s, spin, colour);
                     re = rounded<T>(value.re);
                     im = rounded<T>(value.im);
                   });
}

/// Sets both parities of a field from a function of (x, s, spin, colour) that returns
/// Complex<double>.
template <class T, int Lanes, int Spins, int Colours, class Generator>
void fill(std::array<SpinorField<T, Lanes, Spins, Colours>, 2> const& halves,
          Generator const& generator) {
  fill(halves[0], Parity::even, generator);
  fill(halves[1], Parity::odd, generator);
}

} // namespace kitt
