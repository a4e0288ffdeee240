// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/domain_wall.hpp"
#include "core/operators/hopping.hpp"

#include <array>
#include <utility>

namespace kitt {

/// Parameters of a Moebius domain-wall operator. b5 = 1 and c5 = 0 give the Shamir operator, and b5
/// = c5 = 1 the Borici operator. Requires b5 > 0 and b5 >= c5 >= 0.
struct MobiusParameters {
  double m5; ///< domain-wall height
  double mass;
  double b5;
  double c5;

  /// Returns the matrix B, which acts before the hopping term.
  FifthDimensionRatio before_hops() const { return {mass, 0, b5, c5}; }
  /// Returns the part of the operator that is diagonal in space-time: (4 - m5) B + 1 - T.
  FifthDimensionRatio local() const { return {mass, 0, (4 - m5) * b5 + 1, (4 - m5) * c5 - 1}; }
};

/// The Moebius domain-wall operator M = (4 - m5 + D) B + 1 - T with B = b5 + c5 T. D is the hopping
/// term, and T is the shift along s (FifthDimensionRatio). Hence M is D_+ on the slice itself and
/// -D_- on the slices that T shifts, with D_+ = b5 M_W + 1, D_- = 1 - c5 M_W and the Wilson
/// operator M_W = 4 - m5 + D. Source: Brower, Neff, Orginos, Comput. Phys. Commun. 220 (2017) 1,
/// with the conventions of Grid.
///
/// M = (D + A) B with the site-local A = 4 - m5 + (1 - T) B^-1. Solvers use this form: they solve
/// (D + A) y = b, which has a Schur complement as other operators have, and then x = B^-1 y.
template <class Hopping>
class MobiusOperator {
public:
  /// `columns`: number of right-hand sides that a field holds. Each has its own Ls slices, one
  /// after the other. Throws UserError if B has no stable inverse, or if `columns` is above 1 and
  /// the lattice has lanes along s.
  MobiusOperator(Hopping hopping, MobiusParameters const& parameters, int columns = 1)
      : hopping_(std::move(hopping)), parameters_(parameters),
        columns_(detail::checked_columns(lattice(), columns)) {
    KITT_VALIDATE(parameters.b5 > 0 && parameters.c5 >= 0 && parameters.c5 <= parameters.b5,
                  "the parameters b5 and c5 of the Moebius operator do not fit (b5 + c5 T has no "
                  "stable inverse): choose b5 > 0 and c5 from 0 to b5");
  }

  /// Applies the operator M or its adjoint on both parities: out = M in, or out = M^dagger in. `in`
  /// and `out` are full fields or their views. Allocates a field for B in. Throws UserError if the
  /// fields do not fit the operator (operands.hpp).
  template <HoppingOperand<Hopping> Spinors>
  void operator()(ExecutionSpace const& exec, BothParities<Spinors> const& in,
                  BothParities<Spinors> const& out, Dagger dagger = Dagger::no) const {
    using View = ViewOf<Spinors>;
    using Traits = ViewTraits<View>;
    hopping_.require_fit(in, out);
    auto const b = parameters_.before_hops();
    auto const local = parameters_.local();
    SpinorField<typename View::value_type, Traits::lanes> const shifted(
        "kitt::core::mobius::shifted", lattice(), hopping_.ls());
    for (std::size_t p = 0; p < 2; ++p) {
      auto const parity = static_cast<Parity>(p);
      View const from = view_of(in[1 - p]);
      View const to = view_of(out[p]);
      if (dagger == Dagger::no) {
        along_s<Store::replace>(exec, b, from, shifted.view(), dagger);
        hopping_(exec, parity, shifted.view(), to, dagger);
      } else {
        hopping_(exec, parity, from, to, dagger);
        along_s<Store::replace>(exec, b, to, to, dagger);
      }
      along_s<Store::add, View>(exec, local, view_of(in[p]), to, dagger);
    }
    exec.fence("kitt::core::mobius: B in was read");
  }

  Hopping const& hopping() const { return hopping_; }
  Lattice const& lattice() const { return hopping_.stencil().lattice(); }

  /// Adds A in to out, on one parity.
  template <class View>
  void add_diagonal(ExecutionSpace const& exec, Parity, View const& in, View const& out,
                    Dagger dagger = Dagger::no) const {
    auto const& [m5, mass, b5, c5] = parameters_;
    along_s<Store::add>(exec, {mass, -c5 / b5, (4 - m5) + 1 / b5, ((4 - m5) * c5 - 1) / b5}, in,
                        out, dagger);
  }
  /// Sets out = factor * A^-1 in, on one parity.
  template <class View>
  void solve_diagonal(ExecutionSpace const& exec, double factor, View const& in, View const& out,
                      Dagger dagger = Dagger::no) const {
    auto const& [m5, mass, b5, c5] = parameters_;
    auto const scale = 1 / ((4 - m5) * b5 + 1);
    along_s<Store::replace>(
        exec, {mass, (1 - (4 - m5) * c5) * scale, factor * b5 * scale, factor * c5 * scale}, in,
        out, dagger);
  }
  /// Turns y into the solution x = B^-1 y of M x = b, on one parity, in place.
  template <class View>
  void recover_solution(ExecutionSpace const& exec, View const& x) const {
    auto const& [m5, mass, b5, c5] = parameters_;
    along_s<Store::replace>(exec, {mass, -c5 / b5, 1 / b5}, x, x, Dagger::no);
  }

private:
  template <Store Storing, class View>
  void along_s(ExecutionSpace const& exec, FifthDimensionRatio const& matrix, View const& in,
               View const& out, Dagger dagger) const {
    apply_along_s<Storing, View>(exec, lattice(), matrix, {in, out}, dagger, columns_);
  }

  Hopping hopping_;
  MobiusParameters parameters_;
  int columns_; ///< right-hand sides in a field
};

} // namespace kitt
