// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/halo/halo.hpp"
#include "core/lattice/traversal.hpp"
#include "core/operators/step_scope.hpp"
#include "core/operators/sweep.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <type_traits>
#include <utility>

namespace kitt {

/// The passes of a hopping term over the sites of a rank: a single pass if the lattice is not
/// split, and otherwise passes before, during and after the exchange of faces. The class knows
/// nothing about the term itself. Copies share tables.
template <class HaloOfRank>
class SitePasses {
public:
  /// The hops that a pass over an unsplit lattice adds. On a CPU, `present` gives the same result
  /// as `all` at the same cost. Therefore a CPU needs only one kernel for split and unsplit
  /// lattices.
  static constexpr LegSet unsplit =
      BackendTraits<ExecutionSpace>::on_host ? LegSet::present : LegSet::all;

  /// `stencil`: stencil of the longest hop. Throws UserError if the stencil is split but the halo
  /// does not communicate.
  SitePasses(Stencil const& stencil, int packs_s, Order const& order, HaloOfRank halo,
             Schedule schedule)
      : halo_(std::move(halo)), schedule_(std::move(schedule)) {
    KITT_VALIDATE(HaloOfRank::splits || !stencil.splits(),
                  "a lattice that is split among ranks needs a halo that communicates "
                  "(PeriodicHalo does not): give the hopping term a comms::RankHalo");
    for (Parity const target : {Parity::even, Parity::odd}) {
      interior_[index(target)] = make_visits(stencil.lattice(), target, packs_s, order);
      exterior_[index(target)] = visits_at(stencil.boundary(target), interior_[index(target)]);
    }
  }

  /// Returns the table of site visits of a pass that adds these hops.
  Visits const& visits(Parity target, LegSet which = unsplit) const {
    return which == LegSet::remote ? exterior_[index(target)].visits : interior_[index(target)];
  }

  HaloOfRank const& halo() const { return halo_; }
  /// Returns true if some hops of the term end on other ranks.
  bool has_remote_hops(Parity target) const {
    return HaloOfRank::splits && visits(target, LegSet::remote).extent(0) > 0;
  }

  /// Runs all passes. `site_of(which, faces)` returns the site functor of a pass that adds the hops
  /// `which()`, a constant of type LegSet. Kokkos Tools see a pass over an unsplit lattice by its
  /// `name`.
  template <class Spinors, class SiteOf>
  void operator()(ExecutionSpace const& exec, char const* name, HaloRequest request,
                  Spinors const& in, SiteOf const& site_of) const {
    if constexpr (HaloOfRank::splits)
      if (has_remote_hops(request.target))
        return run_split<Spinors>(exec, request, in,
                                  {pass_of<LegSet::present, Spinors>(site_of),
                                   pass_of<LegSet::remote, Spinors>(site_of)});
    auto const all = site_of(Legs<unsplit>(), FacesOf<Spinors>{});
    launch(exec, name, Sweep::of(all), {0, count(request.target)});
  }

private:
  template <LegSet Which>
  using Legs = std::integral_constant<LegSet, Which>;

  template <LegSet Which, class Spinors, class SiteOf>
  static auto pass_of(SiteOf const& site_of) {
    return [&site_of](FacesOf<Spinors> const& faces) {
      return Sweep::keep(site_of(Legs<Which>(), faces));
    };
  }

  static std::size_t index(Parity parity) { return static_cast<std::size_t>(parity); }

  int count(Parity target) const { return static_cast<int>(visits(target).extent(0)); }

  /// The passes over a split lattice. Each pass takes the faces that have arrived.
  template <class Spinors>
  struct Passes {
    using Pass = std::function<Sweep(FacesOf<Spinors> const&)>;
    Pass all_legs; ///< pass that adds all hops except remote ones whose face has not arrived
    Pass remote_legs;
  };

  /// Runs the steps on a split lattice. No other function depends on the order of the steps.
  template <class Spinors>
  void run_split(ExecutionSpace const& exec, HaloRequest request, Spinors const& in,
                 Passes<Spinors> const& passes) const {
    int const all = count(request.target);
    schedule_.tell(std::nullopt);
    auto pending = step(Step::pack, [&] { return halo_.begin(exec, in, request); });
    auto const wait = [&] { return pending.wait(); };
    if (schedule_.strategy == Strategy::sequential) {
      auto const faces = step(Step::wait, wait);
      step(Step::interior, [&] {
        launch(exec, "kitt::core::hopping::all_legs", passes.all_legs(faces), {0, all});
        exec.fence("kitt::core::hopping: the faces were read");
      });
    } else {
      int const early = step(Step::interior,
                             [&] { return during_exchange(exec, pending, passes.all_legs, all); });
      auto const faces = step(Step::wait, wait);
      step(Step::exterior, [&] {
        auto const& exterior = exterior_[index(request.target)];
        if (int const at_edge = exterior.among_first(early); at_edge > 0)
          launch(exec, "kitt::core::hopping::exterior", passes.remote_legs(faces), {0, at_edge});
        exec.fence("kitt::core::hopping: the faces were read");
      });
    }
  }

  /// Does the work of one step and returns its result. Kokkos Tools see the step as a region, and
  /// the observer is called when it ends.
  template <class Task>
  auto step(Step which, Task const& task) const {
    StepScope const scope(schedule_, which);
    return task();
  }

  /// Computes the interior and drives the exchange at the same time. Returns how many site visits
  /// were computed without faces. The remote hops of these site visits are still missing.
  template <class Pending, class PassOf>
  int during_exchange(ExecutionSpace const& exec, Pending& pending, PassOf const& all_legs,
                      int visits) const {
    int const progress_threads = BackendTraits<ExecutionSpace>::on_host
                                     ? std::min(schedule_.comms_threads, exec.concurrency() - 1)
                                     : 0;
    int early = visits;
    if (progress_threads > 0)
      launch_beside(exec, "kitt::core::hopping::interior_beside_exchange", all_legs({}),
                    {0, visits}, progress_threads,
                    [&](int worker, int workers) { return pending.progress(worker, workers); });
    else if (BackendTraits<ExecutionSpace>::on_host)
      early = in_slices(exec, pending, all_legs, visits);
    else
      launch_and_drive(exec, pending, all_legs, visits);
    exec.fence("kitt::core::hopping: interior computed");
    return early;
  }

  /// Computes the site visits on a GPU. The launch returns at once, so that this thread can drive
  /// the exchange.
  template <class Pending, class PassOf>
  static void launch_and_drive(ExecutionSpace const& exec, Pending& pending, PassOf const& all_legs,
                               int visits) {
    launch(exec, "kitt::core::hopping::interior", all_legs({}), {0, visits});
    while (!pending.progress(0, 1)) {
    }
  }

  /// Computes the site visits in slices and drives the exchange between two slices. When the faces
  /// have arrived, the remaining site visits include the remote hops and need no second pass. If
  /// faces move within a node, nearly all site visits include the remote hops.
  template <class Pending, class PassOf>
  static int in_slices(ExecutionSpace const& exec, Pending& pending, PassOf const& all_legs,
                       int visits) {
    constexpr int slices = 16;
    for (int slice = 0; slice < slices; ++slice) {
      VisitRange const next = VisitRange{0, visits}.part(slice, slices);
      if (pending.progress(0, 1)) {
        launch(exec, "kitt::core::hopping::interior", all_legs(pending.wait()),
               {next.begin, visits});
        return next.begin;
      }
      launch(exec, "kitt::core::hopping::interior", all_legs({}), next);
    }
    return visits;
  }

  HaloOfRank halo_;
  Schedule schedule_;
  std::array<Visits, 2> interior_;
  std::array<EdgeVisits, 2> exterior_;
};

} // namespace kitt
