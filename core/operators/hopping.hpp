// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/storage.hpp"
#include "core/halo/halo.hpp"
#include "core/operators/hopping_site.hpp"
#include "core/operators/operands.hpp"
#include "core/operators/site_passes.hpp"

#include <array>
#include <utility>

namespace kitt {

/// A view of four-spin spinors that fits a hopping term: the links can multiply the spinors, and
/// the halo can exchange them.
template <class View, class Hopping>
concept HoppingView =
    (View::static_extent(2) == spins * Hopping::links_view::dimension) &&
    LinksOf<typename Hopping::links_view, View>&& Halo<typename Hopping::halo_type, View>;

/// An argument of a hopping term: a field or a view whose view type fits the hopping term.
template <class Operand, class Hopping>
concept HoppingOperand = SpinorsOperand<Operand> && HoppingView<ViewOf<Operand>, Hopping>;

/// The even-odd hopping term (D psi)(x) = -1/2 sum_mu [(1 - gamma_mu) U_mu(x) psi(x + mu) + (1 +
/// gamma_mu) U_mu^dagger(x - mu) psi(x - mu)]. The term is computed for the sites x of one parity
/// from a field of the other parity, in every slice of the fifth dimension. Copies share tables and
/// links.
template <LinksField Links, class HaloOfRank = PeriodicHalo>
class HoppingTerm {
public:
  using links_view = typename Links::view_type;
  using halo_type = HaloOfRank;

  /// Builds the hopping term. `links`: link fields of the even and the odd target sites. `order`:
  /// order in which kernels visit the sites (order.hpp). `halo` and `schedule` are used only if the
  /// stencil is split among ranks. Throws UserError if links, stencil and halo do not fit each
  /// other.
  HoppingTerm(Stencil stencil, std::array<Links, 2> links, int packs_s,
              Order const& order = Order::lexicographic(), HaloOfRank halo = {},
              Schedule schedule = {})
      : stencil_(std::move(stencil)), links_(std::move(links)),
        passes_(stencil_, packs_s, order, std::move(halo), std::move(schedule)), packs_s_(packs_s),
        access_(order.access) {
    for (auto const& own : links_)
      KITT_VALIDATE(own.lattice() == lattice(),
                    "the links do not belong to the hopping term (they are on another lattice than "
                    "its stencil): make both LinkFields with the stencil's lattice");
  }

  /// Applies the hopping term on the sites of parity `target`: out = D in. `out` is a field of this
  /// parity and `in` is a field of the other parity; both may be views. Throws UserError if the
  /// fields do not fit the operator (operands.hpp). On an unsplit lattice the call returns after
  /// the launch, and later work on `exec` waits for the result. On a split lattice the call returns
  /// when `out` is complete.
  template <HoppingOperand<HoppingTerm> Spinors>
  void operator()(ExecutionSpace const& exec, Parity target, Spinors const& in,
                  Spinors const& out) const {
    with_access<Dagger::no>(exec, target, in, out);
  }

  /// Applies the hopping term D or its adjoint on the sites of parity `target`: out = D in, or out
  /// = D^dagger in.
  template <HoppingOperand<HoppingTerm> Spinors>
  void operator()(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
                  Dagger dagger) const {
    with_constant(dagger, [&](auto dag) { with_access<dag()>(exec, target, in, out); });
  }

  /// Applies the hopping term D or its adjoint and adds a diagonal term: out = D in +
  /// diagonal.number * diagonal.here, or the same with D^dagger. `diagonal.here` is a field of the
  /// target parity.
  template <HoppingOperand<HoppingTerm> Spinors>
  void operator()(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
                  Dagger dagger, DiagonalTerm<Spinors> const& diagonal) const {
    with_constant(dagger, [&](auto dag) { apply<dag()>(exec, target, in, out, diagonal); });
  }

  /// Applies the hopping term D or its adjoint and adds a diagonal term. The caller chooses D or
  /// D^dagger (`Adjoint`) at compile time, so that only the kernels for one of them are compiled.
  template <Dagger Adjoint, HoppingOperand<HoppingTerm> Spinors>
  void apply(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
             DiagonalTerm<Spinors> const& diagonal) const {
    require_fit(diagonal.here, out);
    with_access<Adjoint, Diagonal::present>(exec, target, in, out,
                                            {diagonal.number, view_of(diagonal.here)});
  }

  /// Applies the hopping term D or its adjoint on both parities: out = D in, or out = D^dagger in.
  template <HoppingOperand<HoppingTerm> Spinors>
  void operator()(ExecutionSpace const& exec, BothParities<Spinors> const& in,
                  BothParities<Spinors> const& out, Dagger dagger = Dagger::no) const {
    require_fit(in, out);
    for (std::size_t p = 0; p < 2; ++p)
      (*this)(exec, static_cast<Parity>(p), in[1 - p], out[p], dagger);
  }

  /// Applies the hopping term D or its adjoint on one parity. The caller chooses prefetching
  /// (`Ahead`) at compile time, instead of by the order of site visits at run time, so that only
  /// one kernel is compiled.
  template <Dagger Adjoint, Prefetch Ahead, Diagonal Kept = Diagonal::absent,
            HoppingOperand<HoppingTerm> Spinors>
  void apply(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
             DiagonalTerm<ViewOf<Spinors>> const& diagonal = {}) const {
    require_links(target);
    require_fit(in, out);
    passes_(exec, "kitt::core::hopping", {target, Adjoint}, view_of(in),
            [&](auto which, auto const& faces) {
              constexpr LegSet hops = which();
              constexpr auto prefetch = hops == LegSet::remote ? Prefetch::no : Ahead;
              constexpr auto kept = hops == LegSet::remote ? Diagonal::absent : Kept;
              return site<hops, Adjoint, prefetch, kept>(target, view_of(in), view_of(out), faces,
                                                         diagonal);
            });
  }

  /// Throws UserError if this hopping term does not fit the arguments of an operator. The arguments
  /// are fields or views of one parity, or of both parities.
  template <class Operands>
  void require_fit(Operands const& in, Operands const& out) const {
    kitt::require_fit(lattice(), packs_s_, in, out);
  }

  Stencil const& stencil() const { return stencil_; }
  Lattice const& lattice() const { return stencil_.lattice(); }
  /// Returns the number of slices of the fifth dimension of the fields that this hopping term is
  /// for.
  int ls() const { return packs_s_ * lattice().lanes_s(); }

private:
  static std::size_t index(Parity parity) { return static_cast<std::size_t>(parity); }

  /// Throws UserError if the links of the target parity are missing. The links are checked per
  /// call, because a hopping term that computes only one parity may hold the links of that parity
  /// twice.
  void require_links(Parity target) const {
    KITT_VALIDATE(links_[index(target)].parity() == target,
                  "the hopping term has no links for the target parity (even and odd may have been "
                  "exchanged): give it the LinkFields of both parities, the even one first");
  }

  template <Dagger Adjoint, Diagonal Kept = Diagonal::absent, class Spinors>
  void with_access(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
                   DiagonalTerm<ViewOf<Spinors>> const& diagonal = {}) const {
    with_constant(prefetch_of(access_), [&](auto prefetch) {
      apply<Adjoint, prefetch(), Kept>(exec, target, in, out, diagonal);
    });
  }

  template <LegSet Legs, Dagger Adjoint, Prefetch Ahead, Diagonal Kept = Diagonal::absent,
            class Spinors>
  auto site(Parity target, Spinors const& in, Spinors const& out, FacesOf<Spinors> const& faces,
            DiagonalTerm<Spinors> const& diagonal = {}) const {
    return HoppingSite<Spinors, links_view, Legs, Adjoint, Ahead, Kept>(
        {stencil_, target, passes_.visits(target, Legs), links_[index(target)].view(),
         streams(access_)},
        in, out, faces, diagonal);
  }

  Stencil stencil_;
  std::array<Links, 2> links_;
  SitePasses<HaloOfRank> passes_;
  int packs_s_;
  Access access_;
};

namespace detail {

/// Calls the functor `site` for all sites of one parity.
template <class Site, class Spinors>
void launch_sites(ExecutionSpace const& exec, char const* label, Spinors const& out,
                  Site const& site) {
  Kokkos::parallel_for(label, SitePolicy(exec, 0, static_cast<int>(out.extent(0))), site);
}

/// Applies an operator M = A + D or its adjoint on both parities. A is the part that is diagonal in
/// space-time, which `op` adds with add_diagonal(), and D is the hopping term. Throws UserError if
/// the fields do not fit the operator (operands.hpp).
template <class Operator, class Spinors>
void apply_on_both(ExecutionSpace const& exec, Operator const& op, BothParities<Spinors> const& in,
                   BothParities<Spinors> const& out, Dagger dagger) {
  op.hopping().require_fit(in, out);
  for (std::size_t p = 0; p < 2; ++p) {
    auto const parity = static_cast<Parity>(p);
    op.hopping()(exec, parity, in[1 - p], out[p], dagger);
    op.add_diagonal(exec, parity, view_of(in[p]), view_of(out[p]), dagger);
  }
}

} // namespace detail

} // namespace kitt
