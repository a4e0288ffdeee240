// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/spinor_field.hpp"

#include <array>
#include <concepts>
#include <type_traits>
#include <utility>

namespace kitt {

/// One parity of a spinor field as kernels see it: (site, s, component, re or im, lane). It knows
/// sizes, but not which lattice they are of.
template <class View>
concept SpinorsView = Kokkos::is_view_v<View> && View::rank == 5 && View::static_extent(3) == 2 &&
                      (View::static_extent(4) > 0);

/// One parity of a spinor field, with its lattice and its Ls.
template <class Field>
concept SpinorsField = SpinorsView<typename Field::view_type> && requires(Field const& field) {
  { field.lattice() } -> std::same_as<Lattice const&>;
  { field.ls() } -> std::same_as<int>;
  { field.view() } -> std::same_as<typename Field::view_type const&>;
};

/// What operators are applied to: fields, which are checked whole, or their views, of which the
/// sizes are.
template <class Operand>
concept SpinorsOperand = SpinorsField<Operand> || SpinorsView<Operand>;

/// The view of a field, or the view given.
template <SpinorsOperand Operand>
auto const& view_of(Operand const& operand) {
  if constexpr (SpinorsField<Operand>)
    return operand.view();
  else
    return operand;
}
template <class Operand>
using ViewOf = std::remove_cvref_t<decltype(view_of(std::declval<Operand const&>()))>;

/// A full field: its even and its odd half, both fields or both views.
template <class Operand>
using BothParities = std::array<Operand, 2>;
/// A full field of views.
template <class View>
using FullView = BothParities<View>;

/// The views of both halves.
template <SpinorsOperand Operand>
FullView<ViewOf<Operand>> full_view(BothParities<Operand> const& halves) {
  return {view_of(halves[0]), view_of(halves[1])};
}

} // namespace kitt
