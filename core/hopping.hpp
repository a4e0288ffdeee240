// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/halo.hpp"

#include <array>
#include <utility>

namespace kitt {

/// The red-black hopping term (D psi)(x) = -1/2 sum_mu [(1 - gamma_mu) U_mu(x) psi(x + mu)
/// + (1 + gamma_mu) U_mu^dagger(x - mu) psi(x - mu)] for the sites x of one parity, from a field of
/// the other, in every slice of the fifth dimension. Holds tables and links by view.
template <class Links, class HaloExchange = PeriodicHalo>
class HoppingTerm {
public:
  using links_view = typename Links::view_type;

  /// `links`: of the even and of the odd target sites. `order`: see traversal.hpp.
  HoppingTerm(Stencil stencil, std::array<Links, 2> links, int packs_s,
              Order const& order = Order::lexicographic(), HaloExchange halo = {})
      : stencil_(std::move(stencil)), links_(std::move(links)), halo_(std::move(halo)),
        access_(order.access) {
    for (Parity const target : {Parity::even, Parity::odd}) {
      interior_[index(target)] = make_visits(stencil_.lattice(), target, packs_s, order);
      exterior_[index(target)] = make_visits(stencil_.boundary(target), packs_s);
    }
  }

  /// out = D in on the sites of parity `target`; `in` and `out` are (site, s, ...) views of the two
  /// parities. Returns after the launch; `exec` orders what follows.
  template <class Spinors>
  requires Halo<HaloExchange, Spinors>
  void operator()(ExecutionSpace const& exec, Parity target, Spinors const& in,
                  Spinors const& out) const {
    apply<Dagger::no>(exec, target, in, out);
  }

  /// out = D in or D^dagger in.
  template <class Spinors>
  requires Halo<HaloExchange, Spinors>
  void operator()(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
                  Dagger dagger) const {
    with_constant(dagger, [&](auto dag) { apply<dag()>(exec, target, in, out); });
  }

  Stencil const& stencil() const { return stencil_; }

private:
  static std::size_t index(Parity parity) { return static_cast<std::size_t>(parity); }

  template <Dagger Dag, class Spinors>
  void apply(ExecutionSpace const& exec, Parity target, Spinors const& in,
             Spinors const& out) const {
    with_constant(access_, [&](auto access) {
      if constexpr (HaloExchange::splits) {
        if (exterior_[index(target)].extent(0) > 0)
          return apply_split<Dag, access()>(exec, target, in, out);
      }
      pass<LegSet::all, Dag, access()>(exec, target, in, out, {});
    });
  }

  /// Interior, then exterior, with the halo between them.
  template <Dagger Dag, Access How, class Spinors>
  void apply_split(ExecutionSpace const& exec, Parity target, Spinors const& in,
                   Spinors const& out) const {
    auto pending = halo_.begin(exec, in, {target, Dag});
    pass<LegSet::local, Dag, How>(exec, target, in, out, {});
    auto const faces = pending.wait();
    pass<LegSet::remote, Dag, Access::plain>(exec, target, in, out, faces);
  }

  template <LegSet Which, Dagger Dag, Access How, class Spinors>
  void pass(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
            Faces<typename ViewTraits<Spinors>::value_type, ViewTraits<Spinors>::lanes> const&
                faces) const {
    using Site = HoppingSite<Spinors, links_view, Which, Dag, How>;
    constexpr bool exterior = Which == LegSet::remote;
    auto const& visits = (exterior ? exterior_ : interior_)[index(target)];
    Kokkos::parallel_for(
        exterior ? "kitt::core::hopping::exterior" : "kitt::core::hopping::interior",
        SitePolicy(exec, 0, static_cast<int>(visits.extent(0))),
        Site({stencil_, target, visits, links_[index(target)].view()}, in, out, faces));
  }

  Stencil stencil_;
  std::array<Links, 2> links_;
  HaloExchange halo_;
  Access access_;
  std::array<Visits, 2> interior_;
  std::array<Visits, 2> exterior_;
};

} // namespace kitt
