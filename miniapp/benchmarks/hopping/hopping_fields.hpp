// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/base/error.hpp"
#include "core/operators/hopping.hpp"
#include "miniapp/benchmarks/hopping/hopping_case.hpp"
#include "miniapp/benchmarks/hopping/hopping_problem.hpp"
#include "miniapp/benchmarks/hopping/hopping_verification.hpp"
#include "miniapp/run/make_halo.hpp"

#include <limits>
#include <vector>

namespace kitt::miniapp {

/// What all operators of one kernel at one size share: source, result, what the result should be,
/// tables, halo.
template <class T, int Lanes>
struct HoppingFields {
  /// A GPU has one rank, whose lattice is not split.
  using Halo = std::conditional_t<BackendTraits<ExecutionSpace>::on_host, comms::RankHalo<T, Lanes>,
                                  PeriodicHalo>;

  HoppingContext& context;
  Session& session;
  KernelCase const& kernel;
  HoppingProblem<T>& problem;
  ExecutionSpace exec;
  Stencil stencil;
  Halo halo;

  /// The sites of one parity: the source on those of the other, result, what it should be.
  struct Part {
    Parity target;
    SpinorField<T, Lanes> in, out, expected;
  };
  std::vector<Part> parts; ///< one for each parity that a call computes

  HoppingFields(HoppingContext& run, KernelCase const& of, HoppingProblem<T>& from)
      : context(run), session(run.session), kernel(of), problem(from),
        stencil(of.lattice, session.grid().splitting()),
        halo(make_halo<Halo>(session, stencil, kernel.packs_s(), context.options.comms_precision)) {
    for (Parity const target : targets(of.work))
      parts.push_back({target, field("kitt::dslash::in"), field("kitt::dslash::out"),
                       field("kitt::dslash::expected")});
  }

  /// Fills sources and expected results for a call of as many parities as the kernel's own.
  void prepare(HoppingWork const& work) {
    auto const list = targets(work);
    KITT_EXPECT(list.size() == parts.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      parts[i].target = list[i];
      problem.fill_source(parts[i].in, opposite(list[i]));
      problem.fill_expected(parts[i].expected, {list[i], work.dagger});
    }
  }

  /// How far what `apply` writes to the results is from what is expected, on all ranks.
  /// Collective.
  template <class Apply>
  HoppingError error_after(Apply const& apply) const {
    // No element may be left over from the variant before.
    for (auto const& part : parts)
      Kokkos::deep_copy(exec, part.out.view(), std::numeric_limits<T>::quiet_NaN());
    apply();
    Difference all;
    for (auto const& part : parts)
      all += difference_of(part.out, part.expected);
    return error_of(over_all_ranks(all, session.communicator()));
  }

  /// The largest error that passes. Collective.
  HoppingError allowed(LinkStorage storage) const {
    HoppingLosses losses{.links = storage};
    if (stencil.splits())
      losses.travel = context.options.comms_precision;
    if (storage == LinkStorage::two_rows)
      losses.unitarity = {session.worst_error(problem.unitarity().unitarity),
                          session.worst_error(problem.unitarity().determinant)};
    return tolerance<T>(losses);
  }

private:
  SpinorField<T, Lanes> field(char const* label) const {
    return {label, kernel.lattice, kernel.ls, session.memory()};
  }
};

} // namespace kitt::miniapp
