// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/fields/spinor_concepts.hpp"

#include <cstddef>

/// \file
/// Operands of operators. The fields that are passed to operators are checked once per call. Each
/// check compares a few integers, whatever the size of the fields. A check that fails throws
/// UserError.

namespace kitt {

/// Choice of a kernel: replace the result field, or add to the result field.
enum class Store { replace, add };

/// Properties of one parity of a field or of its view.
struct Operand {
  Lattice const* lattice; ///< lattice of the field; null for a view
  std::size_t sites;      ///< number of packs of sites of the field
  std::size_t packs_s;
  std::byte const* begin; ///< first byte of the field's memory
  std::byte const* end;
};

/// Returns the properties of a field or a view that operators check.
template <SpinorsOperand Spinors>
Operand operand_of(Spinors const& spinors) {
  auto const& view = view_of(spinors);
  auto const* const begin = reinterpret_cast<std::byte const*>(view.data());
  Operand operand{nullptr, view.extent(0), view.extent(1), begin,
                  begin + view.span() * sizeof(*view.data())};
  if constexpr (SpinorsField<Spinors>)
    operand.lattice = &spinors.lattice();
  return operand;
}

/// Throws UserError if the field is not on the operator's lattice, lanes included, or does not have
/// `packs_s` packs of s.
void require_fit(Lattice const& lattice, int packs_s, Operand const& operand);

/// Throws UserError if the two fields share memory.
void require_distinct(Operand const& in, Operand const& out);

/// Returns the number of packs of s that both fields have, for an operator that treats all slices
/// alike. Throws UserError if the two fields have different numbers of packs.
int require_same_s(Lattice const& lattice, Operand const& in, Operand const& out);

/// Throws UserError if the gauge field and the lattice have different extents.
void require_links_of(Lattice const& lattice, GaugeField const& gauge);

/// Checks the fields of an operator on one parity. Throws UserError if a field does not fit the
/// operator, or if fields share memory.
template <SpinorsOperand Spinors>
void require_fit(Lattice const& lattice, int packs_s, Spinors const& in, Spinors const& out) {
  auto const from = operand_of(in);
  auto const to = operand_of(out);
  require_fit(lattice, packs_s, from);
  require_fit(lattice, packs_s, to);
  require_distinct(from, to);
}

/// Checks the fields of an operator on both parities. Throws UserError if one parity does not fit
/// the operator, or if one parity of the output shares memory with another field.
template <SpinorsOperand Spinors>
void require_fit(Lattice const& lattice, int packs_s, BothParities<Spinors> const& in,
                 BothParities<Spinors> const& out) {
  for (auto const& from : in)
    for (auto const& to : out)
      require_fit(lattice, packs_s, from, to);
  require_distinct(operand_of(out[0]), operand_of(out[1]));
}

/// Choice of a kernel: the diagonal part of an operator is absent, or it is added to the sum over
/// the hops. The diagonal part is the part that is diagonal in space-time.
enum class Diagonal { absent, present };

/// The diagonal part of an operator whose diagonal part is a number: the number times a field of
/// the target parity.
template <class Field>
struct DiagonalTerm {
  double number = 0;
  Field here = {};
};

} // namespace kitt
