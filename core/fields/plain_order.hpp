// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "core/fields/spinor_concepts.hpp"

#include <array>
#include <complex>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

/// \file
/// Copies of spinor fields from and to plain arrays on the host, whatever the lanes, layout and
/// device of the field. The order is the order of reference::Field: slices s, then sites in
/// lexicographic order with x fastest (t, z, y, x), then spin, then colour. Coordinates refer to
/// the lattice of this rank.

namespace kitt {

/// The spinor of one site and slice. A component has the index Field::colours_per_spin * spin +
/// colour.
template <SpinorsField Field>
using PlainSpinor =
    std::array<std::complex<typename ViewTraits<typename Field::view_type>::value_type>,
               Field::view_type::static_extent(2)>;

/// Returns the index in a plain array at which the spinor of (x, s) begins. A spinor has
/// `components` numbers.
inline std::size_t plain_index(Extents const& extents, Coordinate const& x, int s,
                               std::size_t components) {
  return components * (static_cast<std::size_t>(s) * volume(extents) + lexicographic(x, extents));
}

/// Returns a copy of all components of both parities.
template <SpinorsField Field>
auto to_plain(BothParities<Field> const& halves) {
  using Spinor = PlainSpinor<Field>;
  auto const& extents = halves[0].lattice().extents();
  std::vector<typename Spinor::value_type> plain(
      std::tuple_size_v<Spinor> * static_cast<std::size_t>(halves[0].ls()) * volume(extents));
  for (Parity const parity : {Parity::even, Parity::odd})
    for_each_element(
        halves[static_cast<std::size_t>(parity)], parity,
        [&](Coordinate const& x, int s, int spin, int colour, auto re, auto im) {
          auto const first = plain_index(extents, x, s, std::tuple_size_v<Spinor>);
          plain[first + static_cast<std::size_t>(Field::colours_per_spin * spin + colour)] = {re,
                                                                                              im};
        });
  return plain;
}

/// Sets all components of both parities. Throws UserError if `plain` does not have the size of the
/// field.
template <SpinorsField Field>
void from_plain(std::vector<typename PlainSpinor<Field>::value_type> const& plain,
                BothParities<Field> const& halves) {
  constexpr std::size_t components = std::tuple_size_v<PlainSpinor<Field>>;
  auto const& extents = halves[0].lattice().extents();
  std::size_t const size = components * static_cast<std::size_t>(halves[0].ls()) * volume(extents);
  KITT_VALIDATE(plain.size() == size, "the array has " + std::to_string(plain.size()) +
                                          " numbers, but the field has " + std::to_string(size) +
                                          " (Ls * sites * " + std::to_string(components) +
                                          "): give an array with one number per component");
  for (Parity const parity : {Parity::even, Parity::odd})
    for_each_element(
        halves[static_cast<std::size_t>(parity)], parity,
        [&](Coordinate const& x, int s, int spin, int colour, auto& re, auto& im) {
          auto const first = plain_index(extents, x, s, components);
          auto const& value =
              plain[first + static_cast<std::size_t>(Field::colours_per_spin * spin + colour)];
          re = value.real();
          im = value.imag();
        });
}

namespace detail {

/// The position of the spinor of (x, s) in the kernels' fields.
struct SpinorPlace {
  std::size_t parity;
  int site, pack, lane;
};

inline SpinorPlace spinor_place(Lattice const& lattice, int ls, Coordinate const& x, int s) {
  auto const& extents = lattice.extents();
  bool inside = s >= 0 && s < ls;
  for (std::size_t mu = 0; mu < 4; ++mu)
    inside = inside && x[mu] >= 0 && x[mu] < extents[mu];
  KITT_VALIDATE(inside, "the site " + to_string(x) + " with s = " + std::to_string(s) +
                            " is not on the lattice " + to_string(extents) +
                            " with Ls = " + std::to_string(ls) +
                            " (coordinates count from 0): give a site on the lattice");
  auto const place = lattice.place(x);
  int const packs_s = ls / lattice.lanes_s();
  return {static_cast<std::size_t>(place.parity), to_int(place.site), s % packs_s,
          place.lane + s / packs_s * lattice.lanes_4d()};
}

/// Calls visit(component) for each component in the kernels' execution space. Waits until all calls
/// are done.
template <class Visitor>
void visit_components(char const* label, std::size_t components, Visitor const& visit) {
  ExecutionSpace const exec;
  Kokkos::parallel_for(label, SitePolicy(exec, 0, static_cast<int>(components)), visit);
  exec.fence("kitt::core::plain_order: the spinor was visited");
}

} // namespace detail

/// Returns a copy of one spinor, for inspecting a few sites; to_plain() copies all sites at once.
/// Throws UserError if the site is not on the lattice.
template <SpinorsField Field>
PlainSpinor<Field> get_spinor(BothParities<Field> const& halves, Coordinate const& x, int s = 0) {
  using T = typename PlainSpinor<Field>::value_type::value_type;
  auto const place = detail::spinor_place(halves[0].lattice(), halves[0].ls(), x, s);
  auto const view = halves[place.parity].view();
  Kokkos::View<T* [2], MemorySpace> const numbers("kitt::core::spinor", view.extent(2));
  detail::visit_components(
      "kitt::core::get_spinor", view.extent(2), KOKKOS_LAMBDA(int c) {
        for (int part = 0; part < 2; ++part)
          numbers(c, part) = view(place.site, place.pack, c, part, place.lane);
      });
  auto const host = host_copy(numbers);
  PlainSpinor<Field> spinor;
  for (std::size_t c = 0; c < spinor.size(); ++c)
    spinor[c] = {host(c, 0), host(c, 1)};
  return spinor;
}

/// Sets one spinor. Throws UserError if the site is not on the lattice.
template <SpinorsField Field>
void set_spinor(BothParities<Field> const& halves, Coordinate const& x, int s,
                PlainSpinor<Field> const& spinor) {
  auto const place = detail::spinor_place(halves[0].lattice(), halves[0].ls(), x, s);
  auto const view = halves[place.parity].view();
  using T = typename PlainSpinor<Field>::value_type::value_type;
  Kokkos::View<T* [2], MemorySpace> const numbers("kitt::core::spinor", view.extent(2));
  auto const host = host_mirror(numbers);
  for (std::size_t c = 0; c < spinor.size(); ++c) {
    host(c, 0) = spinor[c].real();
    host(c, 1) = spinor[c].imag();
  }
  write_back(numbers, host);
  detail::visit_components(
      "kitt::core::set_spinor", view.extent(2), KOKKOS_LAMBDA(int c) {
        for (int part = 0; part < 2; ++part)
          view(place.site, place.pack, c, part, place.lane) = numbers(c, part);
      });
}

} // namespace kitt
