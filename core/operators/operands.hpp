// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/fields/spinor_concepts.hpp"

#include <cstddef>

/// \file
/// What operators ask of the fields they are applied to, once per call: some comparisons of
/// integers, whatever the size of the fields. All throw UserError.

namespace kitt {

/// What can be asked of one parity of a field, or of its view.
struct Operand {
  Lattice const* lattice; ///< none: a view, which does not know it
  std::size_t sites;      ///< packs of sites
  std::size_t packs_s;
  std::byte const* begin; ///< its memory
  std::byte const* end;
};

/// Asks a field or a view.
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

/// The operand must be of the operator's lattice, lanes included, and have its packs of s.
void require_fit(Lattice const& lattice, int packs_s, Operand const& operand);

/// Requires that the two share no memory. Throws UserError otherwise.
void require_distinct(Operand const& in, Operand const& out);

/// Requires that both operands have the same number of packs of s, for an operator that treats
/// every slice of s alike. Returns this number. Throws UserError otherwise.
int require_same_s(Lattice const& lattice, Operand const& in, Operand const& out);

/// Requires that the gauge field has the links of all sites of the lattice. Throws UserError
/// otherwise.
void require_links_of(Lattice const& lattice, GaugeField const& gauge);

/// Of an operator on one parity: both operands fit, and are two fields.
template <SpinorsOperand Spinors>
void require_fit(Lattice const& lattice, int packs_s, Spinors const& in, Spinors const& out) {
  auto const from = operand_of(in);
  auto const to = operand_of(out);
  require_fit(lattice, packs_s, from);
  require_fit(lattice, packs_s, to);
  require_distinct(from, to);
}

/// Of an operator on both parities: all halves fit, and none that is written is another one.
template <SpinorsOperand Spinors>
void require_fit(Lattice const& lattice, int packs_s, BothParities<Spinors> const& in,
                 BothParities<Spinors> const& out) {
  for (auto const& from : in)
    for (auto const& to : out)
      require_fit(lattice, packs_s, from, to);
  require_distinct(operand_of(out[0]), operand_of(out[1]));
}

} // namespace kitt
