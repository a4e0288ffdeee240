// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/field_algebra.hpp"
#include "core/operators/hopping.hpp"

#include <utility>

namespace kitt {

/// The Wilson operator M = (4 + mass) + D, where D is the hopping term. kappa = 1 / (2 (4 + mass)).
template <class Hopping>
class WilsonOperator {
public:
  WilsonOperator(Hopping hopping, double mass) : hopping_(std::move(hopping)), mass_(mass) {}

  /// Applies the Wilson operator M or its adjoint on both parities: out = M in, or out = M^dagger
  /// in. `in` and `out` are full fields or their views. Throws UserError if the fields do not fit
  /// the operator (operands.hpp).
  template <HoppingOperand<Hopping> Spinors>
  void operator()(ExecutionSpace const& exec, BothParities<Spinors> const& in,
                  BothParities<Spinors> const& out, Dagger dagger = Dagger::no) const {
    with_constant(dagger, [&](auto dag) { apply<dag()>(exec, in, out); });
  }

  /// Applies the Wilson operator M or its adjoint on both parities. The caller chooses M or
  /// M^dagger (`Adjoint`) at compile time, so that only the kernels for one of them are compiled.
  template <Dagger Adjoint, HoppingOperand<Hopping> Spinors>
  void apply(ExecutionSpace const& exec, BothParities<Spinors> const& in,
             BothParities<Spinors> const& out) const {
    hopping_.require_fit(in, out);
    for (std::size_t p = 0; p < 2; ++p)
      hopping_.template apply<Adjoint>(exec, static_cast<Parity>(p), in[1 - p], out[p],
                                       {diagonal_number(), in[p]});
  }

  Hopping const& hopping() const { return hopping_; }
  Lattice const& lattice() const { return hopping_.stencil().lattice(); }

  /// Returns 4 + mass, which is the part of the Wilson operator that is diagonal in space-time.
  double diagonal_number() const { return 4.0 + mass_; }
  /// Applies the inverse of the diagonal part 4 + mass, on one parity: out = factor * in / (4 +
  /// mass).
  template <class Spinors>
  void solve_diagonal(ExecutionSpace const& exec, double factor, Spinors const& in,
                      Spinors const& out, Dagger = Dagger::no) const {
    scale(exec, factor / (4.0 + mass_), in, out);
  }

private:
  Hopping hopping_;
  double mass_;
};

} // namespace kitt
