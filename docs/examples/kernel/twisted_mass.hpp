// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Example of a kernel with its three parts: site functor, launch, operator
/// (docs/developer/extending.md).

#include "core/operators/domain_wall.hpp"

namespace kitt::examples {

/// Site functor: out(x) += (diagonal + i twist gamma_5) in(x) for one site with all its slices,
/// with gamma_5 = diag(1, 1, -1, -1). It launches nothing.
template <class Spinors>
class TwistedMassSite {
  using T = typename ViewTraits<Spinors>::value_type;
  using P = typename ViewTraits<Spinors>::pack;

public:
  TwistedMassSite(T diagonal, T twist, Spinors const& in, Spinors const& out)
      : diagonal_(diagonal), twist_(twist), in_(in), out_(out) {}

  KOKKOS_FUNCTION void operator()(int site) const {
    for (int s = 0; s < static_cast<int>(out_.extent(1)); ++s) {
      Components const from(in_, site, s);
      Components const to(out_, site, s);
      for (int c = 0; c < 12; ++c)
        add(from.load(c), P(c < 6 ? twist_ : -twist_), to, c);
    }
  }

private:
  KOKKOS_FUNCTION void add(Complex<P> const& in, P const& twist, Components<Spinors> const& to,
                           int c) const {
    P const diagonal(diagonal_);
    auto const sum = to.load(c);
    to.store(c, Complex<P>{multiply_subtract(twist, in.im, multiply_add(diagonal, in.re, sum.re)),
                           multiply_add(twist, in.re, multiply_add(diagonal, in.im, sum.im))});
  }

  T diagonal_, twist_;
  Spinors in_, out_;
};

/// Twisted-mass operator M = 4 + mass + i twist gamma_5 + D. D is the hopping term.
template <class Hopping>
class TwistedMassOperator {
public:
  TwistedMassOperator(Hopping hopping, double mass, double twist)
      : hopping_(std::move(hopping)), mass_(mass), twist_(twist) {}

  /// Computes out = M in, or out = M^dagger in, on both parities. The arguments are full fields, or
  /// their views.
  template <HoppingOperand<Hopping> Spinors>
  void operator()(ExecutionSpace const& exec, BothParities<Spinors> const& in,
                  BothParities<Spinors> const& out, Dagger dagger = Dagger::no) const {
    using T = typename ViewTraits<ViewOf<Spinors>>::value_type;
    auto const diagonal = static_cast<T>(4 + mass_);
    auto const twist = static_cast<T>(dagger == Dagger::no ? twist_ : -twist_);
    hopping_(exec, in, out, dagger);
    for (std::size_t p = 0; p < 2; ++p)
      kitt::detail::launch_sites(exec, "kitt::examples::twisted_mass", view_of(out[p]),
                                 TwistedMassSite(diagonal, twist, view_of(in[p]), view_of(out[p])));
  }

private:
  Hopping hopping_;
  double mass_, twist_;
};

} // namespace kitt::examples
