// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/spinor_field.hpp"

#include <array>
#include <concepts>
#include <type_traits>
#include <utility>

namespace kitt {

/// A view of one parity of a spinor field as kernels use it, indexed by (site, s, component, re or
/// im, lane). The view has sizes but does not know its lattice.
template <class View>
concept SpinorsView = Kokkos::is_view_v<View> && View::rank == 5 && View::static_extent(3) == 2 &&
                      (View::static_extent(4) > 0);

/// One parity of a spinor field, which knows its lattice and its Ls.
template <class Field>
concept SpinorsField = SpinorsView<typename Field::view_type> && requires(Field const& field) {
  { field.lattice() } -> std::same_as<Lattice const&>;
  { field.ls() } -> std::same_as<int>;
  { field.view() } -> std::same_as<typename Field::view_type const&>;
};

/// An argument of an operator: a field or the view of a field. Fields are checked completely; for
/// views only the sizes can be checked.
template <class Operand>
concept SpinorsOperand = SpinorsField<Operand> || SpinorsView<Operand>;

/// Returns the view of a field. If the argument is a view, returns the argument.
template <SpinorsOperand Operand>
auto const& view_of(Operand const& operand) {
  if constexpr (SpinorsField<Operand>)
    return operand.view();
  else
    return operand;
}
template <class Operand>
using ViewOf = std::remove_cvref_t<decltype(view_of(std::declval<Operand const&>()))>;

/// A full field: its even and its odd half. Both halves are fields, or both are views.
template <class Operand>
using BothParities = std::array<Operand, 2>;
/// A full field of two views.
template <class View>
using FullView = BothParities<View>;

/// Returns the views of both halves of a full field.
template <SpinorsOperand Operand>
FullView<ViewOf<Operand>> full_view(BothParities<Operand> const& halves) {
  return {view_of(halves[0]), view_of(halves[1])};
}

} // namespace kitt
