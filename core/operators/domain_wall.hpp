// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/fifth_dimension.hpp"
#include "core/operators/wilson.hpp"

namespace kitt {

/// Sets out = R in or adds R in to out, on one parity. R is a matrix that acts along s, or its
/// adjoint. `in` and `out` may be the same field. `columns`: number of right-hand sides in the
/// slices of a field.
template <Store Storing, class Spinors>
void apply_along_s(ExecutionSpace const& exec, Lattice const& lattice,
                   FifthDimensionRatio const& matrix, std::array<Spinors, 2> const& in_out,
                   Dagger dagger, int columns = 1) {
  for (auto const& view : in_out)
    require_fit(lattice, static_cast<int>(in_out[0].extent(1)), operand_of(view));
  with_constant(dagger, [&](auto dag) {
    detail::launch_sites(exec, "kitt::core::along_s", in_out[1],
                         FifthDimensionRatioSite<Spinors, Storing, dag()>(
                             lattice, matrix, in_out[0], in_out[1], columns));
  });
}

/// Sets out = A in or adds A in to out, on one parity. A is the part of the domain-wall operator
/// that is diagonal in space-time: (5 - m5) psi(s) - P_- psi(s+1) - P_+ psi(s-1), with a factor
/// -mass beyond either end of s. `columns`: number of right-hand sides in the slices of a field.
/// Source: Shamir, Nucl. Phys. B 406 (1993) 90, with the conventions of Grid.
template <Store Storing, class Spinors>
void apply_fifth_dimension(ExecutionSpace const& exec, Lattice const& lattice,
                           DomainWallParameters const& parameters,
                           std::array<Spinors, 2> const& in_out, Dagger dagger, int columns = 1) {
  require_fit(lattice, static_cast<int>(in_out[0].extent(1)), in_out[0], in_out[1]);
  apply_along_s<Storing>(exec, lattice, {parameters.mass, 0, parameters.diagonal(), -1}, in_out,
                         dagger, columns);
}

/// Sets out = factor * A^-1 in, on one parity. A is the part of the domain-wall operator that is
/// diagonal in space-time. in and out may be the same field. `columns`: number of right-hand sides
/// in the slices of a field.
template <class Spinors>
void solve_fifth_dimension(ExecutionSpace const& exec, Lattice const& lattice,
                           DomainWallParameters const& parameters,
                           std::array<Spinors, 2> const& in_out, Dagger dagger, double factor = 1.0,
                           int columns = 1) {
  auto const scale = 1.0 / parameters.diagonal();
  apply_along_s<Store::replace>(exec, lattice, {parameters.mass, scale, factor * scale}, in_out,
                                dagger, columns);
}

namespace detail {

/// Returns `columns`. Throws UserError if the lattice has lanes along s and the fields several
/// right-hand sides.
inline int checked_columns(Lattice const& lattice, int columns) {
  KITT_VALIDATE(
      columns == 1 || lattice.lanes_s() == 1,
      "an operator with several right-hand sides does not fit a lattice with lanes along s (each "
      "right-hand side has its own slices): use a lattice with all lanes in space-time");
  return columns;
}

} // namespace detail

/// The Shamir domain-wall operator (D psi)(s) = [M(-m5) + 1] psi(s) - P_- psi(s+1) - P_+ psi(s-1),
/// where M is the Wilson operator.
template <class Hopping>
class DomainWallOperator {
public:
  /// `columns`: number of right-hand sides that a field holds. Each has its own Ls slices, one
  /// after the other. Throws UserError if `columns` is above 1 and the lattice has lanes along s.
  DomainWallOperator(Hopping hopping, DomainWallParameters const& parameters, int columns = 1)
      : hopping_(std::move(hopping)), parameters_(parameters),
        columns_(detail::checked_columns(lattice(), columns)) {}

  /// Applies the domain-wall operator D or its adjoint on both parities: out = D in, or out =
  /// D^dagger in. `in` and `out` are full fields or their views. Throws UserError if the fields do
  /// not fit the operator (operands.hpp).
  template <HoppingOperand<Hopping> Spinors>
  void operator()(ExecutionSpace const& exec, BothParities<Spinors> const& in,
                  BothParities<Spinors> const& out, Dagger dagger = Dagger::no) const {
    detail::apply_on_both(exec, *this, in, out, dagger);
  }

  Hopping const& hopping() const { return hopping_; }
  Lattice const& lattice() const { return hopping_.stencil().lattice(); }
  DomainWallParameters const& parameters() const { return parameters_; }

  /// Adds A in to out, on one parity. A is the part of the domain-wall operator that is diagonal in
  /// space-time.
  template <class Spinors>
  void add_diagonal(ExecutionSpace const& exec, Parity, Spinors const& in, Spinors const& out,
                    Dagger dagger = Dagger::no) const {
    apply_fifth_dimension<Store::add, Spinors>(exec, lattice(), parameters_, {in, out}, dagger,
                                               columns_);
  }
  /// Sets out = factor * A^-1 in, on one parity. A is the part of the domain-wall operator that is
  /// diagonal in space-time.
  template <class Spinors>
  void solve_diagonal(ExecutionSpace const& exec, double factor, Spinors const& in,
                      Spinors const& out, Dagger dagger = Dagger::no) const {
    solve_fifth_dimension<Spinors>(exec, lattice(), parameters_, {in, out}, dagger, factor,
                                   columns_);
  }

private:
  Hopping hopping_;
  DomainWallParameters parameters_;
  int columns_; ///< right-hand sides in a field
};

} // namespace kitt
