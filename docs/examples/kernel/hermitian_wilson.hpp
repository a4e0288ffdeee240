// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Example of a kernel with its three parts: site functor, launch, operator
/// (docs/developer/extending.md).

#include "core/operators/hopping.hpp"

#include <utility>

namespace kitt::examples {

/// Site functor: out(x) = gamma_5 (out(x) + diagonal in(x)) for one site with all its slices, with
/// gamma_5 = diag(1, 1, -1, -1). It launches nothing.
template <class Spinors>
class HermitianWilsonSite {
  using T = typename ViewTraits<Spinors>::value_type;
  using P = typename ViewTraits<Spinors>::pack;

public:
  HermitianWilsonSite(T diagonal, Spinors const& in, Spinors const& out)
      : diagonal_(diagonal), in_(in), out_(out) {}

  KOKKOS_FUNCTION void operator()(int site) const {
    for (int s = 0; s < static_cast<int>(out_.extent(1)); ++s) {
      Components const from(in_, site, s);
      Components const to(out_, site, s);
      for (int c = 0; c < spinor_components; ++c) {
        auto const sum = multiply_add(P(diagonal_), from.load(c), to.load(c));
        to.store(c, P(c < half_spinor_components ? 1 : -1) * sum);
      }
    }
  }

private:
  T diagonal_;
  Spinors in_, out_;
};

/// Hermitian Wilson operator Q = gamma_5 (4 + mass + D). D is the hopping term.
template <class Hopping>
class HermitianWilsonOperator {
public:
  HermitianWilsonOperator(Hopping hopping, double mass)
      : hopping_(std::move(hopping)), mass_(mass) {}

  /// Computes out = Q in on both parities. The arguments are full fields, or their views.
  template <HoppingOperand<Hopping> Spinors>
  void operator()(ExecutionSpace const& exec, BothParities<Spinors> const& in,
                  BothParities<Spinors> const& out) const {
    using T = typename ViewTraits<ViewOf<Spinors>>::value_type;
    auto const diagonal = static_cast<T>(4 + mass_);
    hopping_(exec, in, out);
    for (std::size_t p = 0; p < 2; ++p)
      kitt::detail::launch_sites(exec, "kitt::examples::hermitian_wilson", view_of(out[p]),
                                 HermitianWilsonSite(diagonal, view_of(in[p]), view_of(out[p])));
  }

private:
  Hopping hopping_;
  double mass_;
};

} // namespace kitt::examples
