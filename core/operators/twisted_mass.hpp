// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/hopping.hpp"

#include <utility>

namespace kitt {

/// Functor that multiplies the spinors of one site by a + i b gamma_5, in all slices of the fifth
/// dimension: out = (a + i b gamma_5) in, or out += (a + i b gamma_5) in. `in` and `out` may be the
/// same field.
template <class Spinors, Store Storing>
class ChiralPhaseSite {
  using T = typename ViewTraits<Spinors>::value_type;
  using P = typename ViewTraits<Spinors>::pack;

public:
  ChiralPhaseSite(Complex<double> const& number, Spinors const& in, Spinors const& out)
      : a_(static_cast<T>(number.re)), b_(static_cast<T>(number.im)), in_(in), out_(out) {}

  KOKKOS_FUNCTION void operator()(int site) const {
    for (int s = 0; s < static_cast<int>(in_.extent(1)); ++s) {
      Components const from(in_, site, s);
      Components const to(out_, site, s);
      for (int c = 0; c < spinor_components; ++c) {
        Complex<P> const number{P(a_), P(c < half_spinor_components ? b_ : -b_)};
        to.store(c, Storing == Store::add ? multiply_add(number, from.load(c), to.load(c))
                                          : number * from.load(c));
      }
    }
  }

private:
  T a_;
  T b_;
  Spinors in_;
  Spinors out_;
};

/// Multiplies one parity of a field by a + i b gamma_5: out = (a + i b gamma_5) in, or out += (a +
/// i b gamma_5) in. `in` and `out` may be the same field.
template <Store Storing, class Spinors>
void apply_chiral_phase(ExecutionSpace const& exec, Complex<double> const& number,
                        Spinors const& in, Spinors const& out) {
  detail::launch_sites(exec, "kitt::core::twisted_mass", out,
                       ChiralPhaseSite<Spinors, Storing>(number, in, out));
}

/// The Wilson operator with a twisted mass, M = 4 + mass + i mu gamma_5 + D, where D is the hopping
/// term. M is the operator of one quark of a pair; the other quark has -mu. Source: Frezzotti,
/// Grassi, Sint, Weisz, J. High Energy Phys. 08 (2001) 058.
template <class Hopping>
class TwistedMassOperator {
public:
  TwistedMassOperator(Hopping hopping, double mass, double mu)
      : hopping_(std::move(hopping)), diagonal_{4.0 + mass, mu} {}

  /// Applies the operator M or its adjoint on both parities: out = M in, or out = M^dagger in. `in`
  /// and `out` are full fields or their views. Throws UserError if the fields do not fit the
  /// operator (operands.hpp).
  template <HoppingOperand<Hopping> Spinors>
  void operator()(ExecutionSpace const& exec, BothParities<Spinors> const& in,
                  BothParities<Spinors> const& out, Dagger dagger = Dagger::no) const {
    detail::apply_on_both(exec, *this, in, out, dagger);
  }

  Hopping const& hopping() const { return hopping_; }
  Lattice const& lattice() const { return hopping_.stencil().lattice(); }

  /// Adds A in to out, on one parity. A = 4 + mass + i mu gamma_5, and A^dagger has -mu.
  template <class Spinors>
  void add_diagonal(ExecutionSpace const& exec, Parity, Spinors const& in, Spinors const& out,
                    Dagger dagger = Dagger::no) const {
    auto const [a, mu] = diagonal_;
    apply_chiral_phase<Store::add>(exec, {a, dagger == Dagger::no ? mu : -mu}, in, out);
  }
  /// Sets out = factor * A^-1 in, on one parity. A^-1 = (4 + mass - i mu gamma_5) / ((4 + mass)^2 +
  /// mu^2).
  template <class Spinors>
  void solve_diagonal(ExecutionSpace const& exec, double factor, Spinors const& in,
                      Spinors const& out, Dagger dagger = Dagger::no) const {
    auto const [a, mu] = diagonal_;
    auto const scale = factor / (a * a + mu * mu);
    apply_chiral_phase<Store::replace>(exec, {scale * a, scale * (dagger == Dagger::no ? -mu : mu)},
                                       in, out);
  }

private:
  Hopping hopping_;
  Complex<double> diagonal_; ///< 4 + mass, and mu
};

} // namespace kitt
