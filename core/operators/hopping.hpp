// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/halo/halo.hpp"
#include "core/halo/travel.hpp"
#include "core/operators/hopping_site.hpp"
#include "core/operators/operands.hpp"
#include "core/operators/step_scope.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace kitt {

/// Spinors of four spins, which the links of a hopping term multiply and its halo exchanges.
template <class View, class Hopping>
concept HoppingView =
    (View::static_extent(2) == spins * Hopping::links_view::dimension) &&
    LinksOf<typename Hopping::links_view, View>&& Halo<typename Hopping::halo_type, View>;

/// What a hopping term is applied to.
template <class Operand, class Hopping>
concept HoppingOperand = SpinorsOperand<Operand> && HoppingView<ViewOf<Operand>, Hopping>;

/// The red-black hopping term (D psi)(x) = -1/2 sum_mu [(1 - gamma_mu) U_mu(x) psi(x + mu)
/// + (1 + gamma_mu) U_mu^dagger(x - mu) psi(x - mu)] for the sites x of one parity, from a field of
/// the other, in every slice of the fifth dimension. Holds tables and links by view.
template <LinksField Links, class HaloOfRank = PeriodicHalo>
class HoppingTerm {
public:
  using links_view = typename Links::view_type;
  using halo_type = HaloOfRank;

  /// `links`: those of the even and those of the odd target sites. `order`: see order.hpp. `halo`
  /// and `schedule` are used only where the stencil is split. Throws UserError where links, stencil
  /// and halo do not fit each other.
  HoppingTerm(Stencil stencil, std::array<Links, 2> links, int packs_s,
              Order const& order = Order::lexicographic(), HaloOfRank halo = {},
              Schedule schedule = {})
      : stencil_(std::move(stencil)), links_(std::move(links)), halo_(std::move(halo)),
        schedule_(std::move(schedule)), packs_s_(packs_s), access_(order.access) {
    require_parts_fit();
    for (Parity const target : {Parity::even, Parity::odd}) {
      interior_[index(target)] = make_visits(stencil_.lattice(), target, packs_s, order);
      exterior_[index(target)] = visits_at(stencil_.boundary(target), interior_[index(target)]);
    }
  }

  /// out = D in on the sites of parity `target`; `in` and `out` are fields of the two parities, or
  /// their views. Throws UserError where they do not fit (operands.hpp). On an unsplit lattice it
  /// returns after the launch, and `exec` orders what follows; on a split one it returns when `out`
  /// is complete.
  template <HoppingOperand<HoppingTerm> Spinors>
  void operator()(ExecutionSpace const& exec, Parity target, Spinors const& in,
                  Spinors const& out) const {
    with_access<Dagger::no>(exec, target, in, out);
  }

  /// out = D in or D^dagger in.
  template <HoppingOperand<HoppingTerm> Spinors>
  void operator()(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
                  Dagger dagger) const {
    with_constant(dagger, [&](auto dag) { with_access<dag()>(exec, target, in, out); });
  }

  /// out = D in or D^dagger in, and diagonal.number times diagonal.here, which is of the target
  /// parity.
  template <HoppingOperand<HoppingTerm> Spinors>
  void operator()(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
                  Dagger dagger, DiagonalTerm<Spinors> const& diagonal) const {
    require_fit(diagonal.here, out);
    DiagonalTerm<ViewOf<Spinors>> const term{diagonal.number, view_of(diagonal.here)};
    with_constant(dagger, [&](auto dag) {
      with_access<dag(), Diagonal::present>(exec, target, in, out, term);
    });
  }

  /// out = D in or D^dagger in on both parities.
  template <HoppingOperand<HoppingTerm> Spinors>
  void operator()(ExecutionSpace const& exec, BothParities<Spinors> const& in,
                  BothParities<Spinors> const& out, Dagger dagger = Dagger::no) const {
    require_fit(in, out);
    for (std::size_t p = 0; p < 2; ++p)
      (*this)(exec, static_cast<Parity>(p), in[1 - p], out[p], dagger);
  }

  /// The same with `Ahead` fixed by the caller instead of the order, so that only this one kernel
  /// is compiled.
  template <Dagger Adjoint, Prefetch Ahead, Diagonal Kept = Diagonal::absent,
            HoppingOperand<HoppingTerm> Spinors>
  void apply(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
             DiagonalTerm<ViewOf<Spinors>> const& diagonal = {}) const {
    require_links(target);
    require_fit(in, out);
    if constexpr (HaloOfRank::splits)
      if (stencil_.boundary(target).extent(0) > 0)
        return apply_split<Adjoint, Ahead, Kept>(exec, target, view_of(in), view_of(out), diagonal);
    launch(exec, "kitt::core::hopping",
           site<within, Adjoint, Ahead, Kept>(target, view_of(in), view_of(out), {}, diagonal),
           {0, visits(target)});
  }

  /// Throws UserError where an operator on fields or views of one parity, or of both, cannot use
  /// this hopping term.
  template <class Operands>
  void require_fit(Operands const& in, Operands const& out) const {
    kitt::require_fit(lattice(), packs_s_, in, out);
  }

  Stencil const& stencil() const { return stencil_; }
  Lattice const& lattice() const { return stencil_.lattice(); }
  /// Slices of the fifth dimension of the fields that it is applied to.
  int ls() const { return packs_s_ * lattice().lanes_s(); }

private:
  /// The legs that a pass over all sites adds. On an unsplit lattice `present` equals `all` at the
  /// same cost, so a halo that may split lattices needs no second kernel.
  static constexpr LegSet within = HaloOfRank::splits ? LegSet::present : LegSet::all;

  static std::size_t index(Parity parity) { return static_cast<std::size_t>(parity); }

  void require_parts_fit() const {
    for (auto const& links : links_)
      KITT_VALIDATE(links.lattice() == lattice(),
                    "the links are not those of the hopping term's stencil (another lattice): make "
                    "both LinkFields with the stencil's lattice");
    KITT_VALIDATE(HaloOfRank::splits || !stencil_.splits(),
                  "a lattice that is split among ranks needs a halo (PeriodicHalo exchanges "
                  "nothing): give the hopping term a comms::RankHalo");
  }

  /// A hopping term that only ever computes one parity may hold its links twice.
  void require_links(Parity target) const {
    KITT_VALIDATE(links_[index(target)].parity() == target,
                  "the hopping term has no links of the parity that it is to compute (even and odd "
                  "exchanged?): give it the LinkFields of both, the even one first");
  }

  template <Dagger Adjoint, Diagonal Kept = Diagonal::absent, class Spinors>
  void with_access(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
                   DiagonalTerm<ViewOf<Spinors>> const& diagonal = {}) const {
    with_constant(prefetch_of(access_), [&](auto prefetch) {
      apply<Adjoint, prefetch(), Kept>(exec, target, in, out, diagonal);
    });
  }

  /// Runs the steps on a split lattice. No other function knows their order.
  template <Dagger Adjoint, Prefetch Ahead, Diagonal Kept, class Spinors>
  void apply_split(ExecutionSpace const& exec, Parity target, Spinors const& in, Spinors const& out,
                   DiagonalTerm<Spinors> const& diagonal) const {
    schedule_.tell(std::nullopt);
    auto pending = step(Step::pack, [&] { return halo_.begin(exec, in, {target, Adjoint}); });
    auto const all_legs = [&](FacesOf<Spinors> const& faces) {
      return site<within, Adjoint, Ahead, Kept>(target, in, out, faces, diagonal);
    };
    auto const wait = [&] { return pending.wait(); };
    if (schedule_.strategy == Strategy::sequential) {
      auto const faces = step(Step::wait, wait);
      step(Step::interior, [&] {
        launch(exec, "kitt::core::hopping::all_legs", all_legs(faces), {0, visits(target)});
        exec.fence("kitt::core::hopping: the faces were read");
      });
    } else {
      int const early = step(
          Step::interior, [&] { return during_exchange(exec, pending, all_legs, visits(target)); });
      auto const faces = step(Step::wait, wait);
      step(Step::exterior, [&] {
        auto const& exterior = exterior_[index(target)];
        if (int const at_edge = exterior.among_first(early); at_edge > 0)
          launch(exec, "kitt::core::hopping::exterior",
                 site<LegSet::remote, Adjoint, Prefetch::no>(target, in, out, faces), {0, at_edge});
        exec.fence("kitt::core::hopping: the faces were read");
      });
    }
  }

  /// Does the work of one step and returns its result. Kokkos Tools see the step as a region, and
  /// the observer is told when it ends.
  template <class Task>
  auto step(Step which, Task const& task) const {
    StepScope const scope(schedule_, which);
    return task();
  }

  template <LegSet Legs, Dagger Adjoint, Prefetch Ahead, Diagonal Kept = Diagonal::absent,
            class Spinors>
  auto site(Parity target, Spinors const& in, Spinors const& out, FacesOf<Spinors> const& faces,
            DiagonalTerm<Spinors> const& diagonal = {}) const {
    auto const& table =
        Legs == LegSet::remote ? exterior_[index(target)].visits : interior_[index(target)];
    return HoppingSite<Spinors, links_view, Legs, Adjoint, Ahead, Kept>(
        {stencil_, target, table, links_[index(target)].view(), streams(access_)}, in, out, faces,
        diagonal);
  }

  int visits(Parity target) const { return static_cast<int>(interior_[index(target)].extent(0)); }

  /// Numbers of visits, from `begin` up to `end`.
  struct Range {
    int begin;
    int end;

    /// One of several equal parts.
    Range part(int number, int parts) const {
      return {bound(number, parts), bound(number + 1, parts)};
    }

  private:
    int bound(int number, int parts) const {
      return begin + static_cast<int>(static_cast<std::int64_t>(end - begin) * number / parts);
    }
  };

  template <class Site>
  static void launch(ExecutionSpace const& exec, char const* name, Site const& site, Range range) {
    if constexpr (BackendTraits<ExecutionSpace>::on_host) {
      int const workers = exec.concurrency();
      Kokkos::parallel_for(name, SitePolicy(exec, 0, workers), [&](int worker) {
        auto const own = range.part(worker, workers);
        site.sweep(own.begin, own.end);
      });
    } else {
      Kokkos::parallel_for(name, SitePolicy(exec, range.begin, range.end), site);
    }
  }

  /// Computes the interior and drives the exchange meanwhile. `all_legs(faces)` is the site
  /// functor; returns how many visits were made without faces, so that remote legs are missing from
  /// them.
  template <class Pending, class SiteOf>
  int during_exchange(ExecutionSpace const& exec, Pending& pending, SiteOf const& all_legs,
                      int visits) const {
    int progress_threads = 0;
    if constexpr (BackendTraits<ExecutionSpace>::on_host)
      progress_threads = std::min(schedule_.comms_threads, exec.concurrency() - 1);
    int early = visits;
    if (progress_threads > 0)
      beside_progress_threads(exec, pending, all_legs({}), visits, progress_threads);
    else
      early = in_slices(exec, pending, all_legs, visits);
    exec.fence("kitt::core::hopping: interior computed");
    return early;
  }

  /// Computes one slice of the visits after the other and drives the exchange between them. What is
  /// left when the faces are here needs no second pass: within a node that is nearly everything.
  template <class Pending, class SiteOf>
  static int in_slices(ExecutionSpace const& exec, Pending& pending, SiteOf const& all_legs,
                       int visits) {
    constexpr int slices = 16;
    for (int slice = 0; slice < slices; ++slice) {
      Range const next = Range{0, visits}.part(slice, slices);
      if (pending.progress(0, 1)) {
        launch(exec, "kitt::core::hopping::interior", all_legs(pending.wait()),
               {next.begin, visits});
        return next.begin;
      }
      launch(exec, "kitt::core::hopping::interior", all_legs({}), next);
    }
    return visits;
  }

  /// The first `progress_threads` threads of the launch drive the exchange; the others share the
  /// visits. Such a thread spins inside the parallel loop until the neighbours' faces are here, so
  /// all indices must run at the same time, each on a thread of its own. Kokkos' OpenMP and Threads
  /// backends do that with as many indices as threads; on a GPU, or with one thread, none of them
  /// drives and this is not called.
  template <class Pending, class Site>
  static void beside_progress_threads(ExecutionSpace const& exec, Pending& pending,
                                      Site const& site, int visits, int progress_threads) {
    int const workers = exec.concurrency();
    Kokkos::parallel_for("kitt::core::hopping::interior_beside_exchange",
                         SitePolicy(exec, 0, workers), [&](int worker) {
                           if (worker < progress_threads) {
                             while (!pending.progress(worker, progress_threads)) {
                             }
                           } else {
                             auto const own = Range{0, visits}.part(worker - progress_threads,
                                                                    workers - progress_threads);
                             site.sweep(own.begin, own.end);
                           }
                         });
  }

  Stencil stencil_;
  std::array<Links, 2> links_;
  HaloOfRank halo_;
  Schedule schedule_;
  int packs_s_;
  Access access_;
  std::array<Visits, 2> interior_;
  std::array<EdgeVisits, 2> exterior_;
};

} // namespace kitt
