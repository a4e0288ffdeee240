// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/operands.hpp"
#include "core/operators/site_passes.hpp"
#include "core/operators/staggered_site.hpp"

#include <array>
#include <string>
#include <utility>

namespace kitt {

inline constexpr int long_hop = 3; ///< length in sites of a hop with a long link

/// A view of colour vectors that fits a staggered hopping term: its links can multiply the vectors,
/// and its halo can exchange them.
template <class View, class Hopping>
concept StaggeredView =
    (View::static_extent(2) == colours) &&
    LinksOf<typename Hopping::links_view, View>&& Halo<typename Hopping::halo_type, View>;

/// An argument of a staggered hopping term: a field or a view whose view type fits the hopping
/// term.
template <class Operand, class Hopping>
concept StaggeredOperand = SpinorsOperand<Operand> && StaggeredView<ViewOf<Operand>, Hopping>;

/// All hops of one length: 1 site, with fat or plain links, or 3 sites, with long links.
template <class Links>
struct StaggeredReach {
  Stencil stencil;
  std::array<Links, 2> links; ///< links of the even and of the odd target sites
};

/// The staggered hopping term in MILC's normalisation, for the sites of one parity from a field of
/// the other parity: (D chi)(x) = sum_mu [F_mu(x) chi(x + mu) - F_mu^dagger(x - mu) chi(x - mu) +
/// L_mu(x) chi(x + 3 mu) - L_mu^dagger(x - 3 mu) chi(x - 3 mu)]. The naive term has only the first
/// two terms (Reaches = 1). The links contain phases and boundary sign (staggered_links.hpp).
/// D^dagger is -D. Copies share tables and links. On a split lattice the faces are as deep as the
/// longest hop.
template <LinksField Links, std::size_t Reaches, class HaloOfRank = PeriodicHalo>
class StaggeredHopping {
public:
  using links_view = typename Links::view_type;
  using halo_type = HaloOfRank;

  /// Builds the hopping term. The longest hops must be the last of `reaches`, and the stencils of
  /// all hop lengths must have faces of equal depth. `order`: order in which kernels visit the
  /// sites, without cuts along s. `halo` and `schedule` are used only if the stencils are split
  /// among ranks. Throws UserError if the stencils are split but the halo does not communicate.
  explicit StaggeredHopping(std::array<StaggeredReach<Links>, Reaches> reaches,
                            Order const& order = Order::lexicographic(), HaloOfRank halo = {},
                            Schedule schedule = {})
      : reaches_(std::move(reaches)),
        passes_(reaches_.back().stencil, 1, order, std::move(halo), std::move(schedule)),
        access_(order.access) {
    for ([[maybe_unused]] auto const& reach : reaches_)
      KITT_EXPECT(reach.stencil.depth() == stencil().depth() &&
                  reach.stencil.splitting() == stencil().splitting());
  }

  Lattice const& lattice() const { return reaches_[0].stencil.lattice(); }

  /// Applies the hopping term D or its adjoint on the sites of parity `target`: out = D in, or out
  /// = D^dagger in. `out` is a field of this parity and `in` is a field of the other parity; both
  /// may be views. Throws UserError if the fields do not fit the operator (operands.hpp). On an
  /// unsplit lattice the call returns after the launch, and later work on `exec` waits for the
  /// result. On a split lattice the call returns when `out` is complete.
  template <StaggeredOperand<StaggeredHopping> Fields>
  void operator()(ExecutionSpace const& exec, Parity target, Fields const& in, Fields const& out,
                  Dagger dagger = Dagger::no) const {
    require_fit(in, out);
    apply<Diagonal::absent>(
        exec, target, view_of(in),
        StaggeredSum<ViewOf<Fields>>{view_of(out), dagger == Dagger::no ? 1.0 : -1.0});
  }

  /// Applies the hopping term D or its adjoint on both parities: out = D in, or out = D^dagger in.
  /// Throws UserError if the fields do not fit (operands.hpp).
  template <StaggeredOperand<StaggeredHopping> Fields>
  void operator()(ExecutionSpace const& exec, BothParities<Fields> const& in,
                  BothParities<Fields> const& out, Dagger dagger = Dagger::no) const {
    require_fit(in, out);
    for (std::size_t p = 0; p < 2; ++p)
      (*this)(exec, static_cast<Parity>(p), in[1 - p], out[p], dagger);
  }

  /// Applies the hopping term D and adds the diagonal term, on the sites of parity `target`:
  /// sum.out = sum.factor * D in + diagonal term.
  template <StaggeredOperand<StaggeredHopping> View>
  void operator()(ExecutionSpace const& exec, Parity target, View const& in,
                  StaggeredSum<View> const& sum) const {
    require_fit(in, sum);
    apply<Diagonal::present>(exec, target, in, sum);
  }

  /// Applies the hopping term D and adds the diagonal term: sum.out = sum.factor * D in + diagonal
  /// term. Returns the real part of the product of the diagonal term's field with sum.out. Both
  /// factors are in registers, so the product costs little. On a split lattice, the faces are
  /// exchanged before the computation, whatever the schedule. Waits until the product is complete.
  template <StaggeredOperand<StaggeredHopping> View>
  double product(ExecutionSpace const& exec, Parity target, View const& in,
                 StaggeredSum<View> const& sum) const {
    require_fit(in, sum);
    if constexpr (HaloOfRank::splits)
      if (passes_.has_remote_hops(target)) {
        auto pending = passes_.halo().begin(exec, in, {target});
        return product_of<LegSet::present>(exec, target, in, sum, pending.wait());
      }
    return product_of<SitePasses<HaloOfRank>::unsplit>(exec, target, in, sum, {});
  }

  /// Throws UserError if this hopping term does not fit the arguments of an operator. The arguments
  /// are fields or views of one parity, or of both parities.
  template <SpinorsOperand Fields>
  void require_fit(Fields const& in, Fields const& out) const {
    kitt::require_fit(lattice(), same_s(in, out), in, out);
  }
  template <SpinorsOperand Fields>
  void require_fit(BothParities<Fields> const& in, BothParities<Fields> const& out) const {
    kitt::require_fit(lattice(), same_s(in[0], out[0]), in, out);
  }

private:
  template <class View>
  void require_fit(View const& in, StaggeredSum<View> const& sum) const {
    require_fit(in, sum.out);
    kitt::require_fit(lattice(), same_s(in, sum.diagonal.here), operand_of(sum.diagonal.here));
  }

  template <class Fields>
  int same_s(Fields const& a, Fields const& b) const {
    return require_same_s(lattice(), operand_of(a), operand_of(b));
  }

  Stencil const& stencil() const { return reaches_[0].stencil; }

  template <Diagonal Kept, class Fields>
  void apply(ExecutionSpace const& exec, Parity target, Fields const& in,
             StaggeredSum<Fields> const& sum) const {
    with_constant(prefetch_of(access_), [&](auto prefetch) {
      passes_(exec, "kitt::core::staggered", {target}, in, [&](auto which, auto const& faces) {
        constexpr LegSet hops = which();
        constexpr auto ahead = hops == LegSet::remote ? Prefetch::no : prefetch();
        constexpr auto kept = hops == LegSet::remote ? Diagonal::absent : Kept;
        return site<hops, ahead, kept>(target, in, sum, faces);
      });
    });
  }

  template <LegSet Legs, class Fields>
  double product_of(ExecutionSpace const& exec, Parity target, Fields const& in,
                    StaggeredSum<Fields> const& sum, FacesOf<Fields> const& faces) const {
    double result = 0;
    with_constant(prefetch_of(access_), [&](auto prefetch) {
      Kokkos::parallel_reduce(
          "kitt::core::staggered::product",
          SitePolicy(exec, 0, static_cast<int>(passes_.visits(target).extent(0))),
          site<Legs, prefetch(), Diagonal::present>(target, in, sum, faces), result);
    });
    return result;
  }

  template <LegSet Legs, Prefetch Ahead, Diagonal Kept, class Fields>
  auto site(Parity target, Fields const& in, StaggeredSum<Fields> const& sum,
            FacesOf<Fields> const& faces) const {
    return StaggeredSite<Fields, links_view, Reaches, Legs, Ahead, Kept>(
        {lattice(), legs_of(target, std::make_index_sequence<Reaches>{}),
         passes_.visits(target, Legs), stencil().splits(), streams(access_)},
        in, sum, faces);
  }

  template <std::size_t... Reach>
  std::array<StaggeredLegs<typename Links::view_type>, Reaches>
  legs_of(Parity target, std::index_sequence<Reach...>) const {
    return {StaggeredLegs<typename Links::view_type>{
        reaches_[Reach].stencil.table(target),
        reaches_[Reach].links[static_cast<std::size_t>(target)].view()}...};
  }

  std::array<StaggeredReach<Links>, Reaches> reaches_;
  SitePasses<HaloOfRank> passes_;
  Access access_;
};

/// The staggered operator M = 2 mass + D.
template <class Hopping>
class StaggeredOperator {
public:
  StaggeredOperator(Hopping hopping, double mass) : hopping_(std::move(hopping)), mass_(mass) {}

  /// Applies the staggered operator M or its adjoint on both parities: out = M in, or out =
  /// M^dagger in. `in` and `out` are full fields or their views. Throws UserError if the fields do
  /// not fit the operator (operands.hpp).
  template <StaggeredOperand<Hopping> Fields>
  void operator()(ExecutionSpace const& exec, BothParities<Fields> const& in,
                  BothParities<Fields> const& out, Dagger dagger = Dagger::no) const {
    hopping_.require_fit(in, out);
    double const sign = dagger == Dagger::no ? 1 : -1;
    for (std::size_t p = 0; p < 2; ++p)
      hopping_(exec, static_cast<Parity>(p), view_of(in[1 - p]),
               StaggeredSum<ViewOf<Fields>>{view_of(out[p]), sign, {2 * mass_, view_of(in[p])}});
  }

  Hopping const& hopping() const { return hopping_; }
  Lattice const& lattice() const { return hopping_.lattice(); }

private:
  Hopping hopping_;
  double mass_;
};

/// The normal operator M^dagger M = 4 mass^2 - D D on one parity. The normal operator does not mix
/// the parities. The object owns a work field of the other parity.
template <class Hopping, class Field>
class StaggeredNormal {
public:
  StaggeredNormal(Hopping hopping, double mass, Parity parity, int ls = 1,
                  MemorySource const& memory = kokkos_memory)
      : hopping_(std::move(hopping)), mass_(mass), parity_(parity),
        hopped_("kitt::core::staggered::hopped", hopping_.lattice(), ls, memory) {}

  /// Applies the normal operator: out = M^dagger M in. `in` and `out` are fields or views of the
  /// parity of this operator. Waits until `out` is complete and returns the product of `in` with
  /// `out`, which a conjugate gradient needs. Throws UserError if the fields do not fit the
  /// operator (operands.hpp).
  template <StaggeredOperand<Hopping> Fields>
  double operator()(ExecutionSpace const& exec, Fields const& in, Fields const& out) const {
    hopping_.require_fit(in, out);
    auto const& hopped = hopped_.view();
    hopping_(exec, opposite(parity_), view_of(in), hopped);
    return hopping_.product(
        exec, parity_, hopped,
        StaggeredSum<ViewOf<Fields>>{view_of(out), -1, {4 * mass_ * mass_, view_of(in)}});
  }

private:
  Hopping hopping_;
  double mass_;
  Parity parity_;
  Field hopped_;
};

} // namespace kitt
