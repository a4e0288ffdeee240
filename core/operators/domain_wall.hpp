// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/fifth_dimension.hpp"
#include "core/operators/wilson.hpp"

namespace kitt {

namespace detail {

template <class Site, class Spinors>
void launch_sites(ExecutionSpace const& exec, char const* label, Spinors const& out,
                  Site const& site) {
  Kokkos::parallel_for(label, SitePolicy(exec, 0, static_cast<int>(out.extent(0))), site);
}

} // namespace detail

/// out = or += the part of the domain-wall operator that is diagonal in space-time, on one parity.
template <Store Storing, class Spinors>
void apply_fifth_dimension(ExecutionSpace const& exec, Lattice const& lattice,
                           DomainWallParameters const& parameters,
                           std::array<Spinors, 2> const& in_out, Dagger dagger) {
  with_constant(dagger, [&](auto dag) {
    detail::launch_sites(
        exec, "kitt::core::fifth_dimension", in_out[1],
        FifthDimensionSite<Spinors, Storing, dag()>(lattice, parameters, in_out[0], in_out[1]));
  });
}

/// out = the inverse of that part applied to in.
template <class Spinors>
void solve_fifth_dimension(ExecutionSpace const& exec, Lattice const& lattice,
                           DomainWallParameters const& parameters,
                           std::array<Spinors, 2> const& in_out, Dagger dagger) {
  with_constant(dagger, [&](auto dag) {
    detail::launch_sites(
        exec, "kitt::core::fifth_dimension_inverse", in_out[1],
        FifthDimensionInverseSite<Spinors, dag()>(lattice, parameters, in_out[0], in_out[1]));
  });
}

/// The Shamir domain-wall operator
/// (D psi)(s) = [M(-m5) + 1] psi(s) - P_- psi(s+1) - P_+ psi(s-1), M the Wilson operator.
template <class Hopping>
class DomainWallOperator {
public:
  DomainWallOperator(Hopping hopping, DomainWallParameters const& parameters)
      : hopping_(std::move(hopping)), parameters_(parameters) {}

  /// out = D in, or D^dagger in, on both parities.
  template <class Spinors>
  void operator()(ExecutionSpace const& exec, FullView<Spinors> const& in,
                  FullView<Spinors> const& out, Dagger dagger = Dagger::no) const {
    for (std::size_t p = 0; p < 2; ++p) {
      hopping_(exec, static_cast<Parity>(p), in[1 - p], out[p], dagger);
      apply_fifth_dimension<Store::add, Spinors>(exec, lattice(), parameters_, {in[p], out[p]},
                                                 dagger);
    }
  }

  Hopping const& hopping() const { return hopping_; }
  Lattice const& lattice() const { return hopping_.stencil().lattice(); }
  DomainWallParameters const& parameters() const { return parameters_; }

private:
  Hopping hopping_;
  DomainWallParameters parameters_;
};

/// The red-black Schur complement of the domain-wall operator on the odd sites,
/// S = M_oo - D_oe M_ee^-1 D_eo, M the part diagonal in space-time and D the hopping term. Keeps
/// two even fields to work in.
template <class Hopping, class Field>
class DomainWallSchur {
public:
  DomainWallSchur(DomainWallOperator<Hopping> op, int ls,
                  MemorySource const& memory = kokkos_memory)
      : op_(std::move(op)), hopped_("kitt::core::schur::hopped", op_.lattice(), ls, memory),
        solved_("kitt::core::schur::solved", op_.lattice(), ls, memory) {}

  /// out = S in, or S^dagger in; both odd.
  template <class Spinors>
  void operator()(ExecutionSpace const& exec, Spinors const& in, Spinors const& out,
                  Dagger dagger = Dagger::no) const {
    auto const& hopped = hopped_.view();
    auto const& solved = solved_.view();
    op_.hopping()(exec, Parity::even, in, hopped, dagger);
    solve_fifth_dimension<Spinors>(exec, op_.lattice(), op_.parameters(), {hopped, solved}, dagger);
    negate_field(exec, solved);
    op_.hopping()(exec, Parity::odd, solved, out, dagger);
    apply_fifth_dimension<Store::add, Spinors>(exec, op_.lattice(), op_.parameters(), {in, out},
                                               dagger);
  }

private:
  template <class Spinors>
  static void negate_field(ExecutionSpace const& exec, Spinors const& field) {
    using T = typename ViewTraits<Spinors>::value_type;
    detail::add_scaled(exec, T(-2), field, field);
  }

  DomainWallOperator<Hopping> op_;
  Field hopped_;
  Field solved_;
};

} // namespace kitt
