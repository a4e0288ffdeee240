// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/operators/hopping.hpp"
#include "miniapp/benchmarks/hopping/hopping_case.hpp"
#include "miniapp/benchmarks/hopping/hopping_problem.hpp"
#include "miniapp/benchmarks/hopping/hopping_verification.hpp"

#include <limits>

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
  SpinorField<T, Lanes> in, out, expected;

  HoppingFields(HoppingContext& run, KernelCase const& of, HoppingProblem<T>& from)
      : context(run), session(run.session), kernel(of), problem(from),
        stencil(of.lattice, session.grid().splitting()), halo(make_halo()),
        in(field("kitt::dslash::in")), out(field("kitt::dslash::out")),
        expected(field("kitt::dslash::expected")) {}

  /// Fills `in` and `expected`.
  void prepare(Application const& hop) {
    problem.fill_source(in, opposite(hop.target));
    problem.fill_expected(expected, hop);
  }

  /// How far what `apply` writes to `out` is from what is expected, on all ranks. Collective.
  template <class Apply>
  HoppingError error_after(Apply const& apply) const {
    // No element may be left over from the variant before.
    Kokkos::deep_copy(exec, out.view(), std::numeric_limits<T>::quiet_NaN());
    apply();
    return error_of(over_all_ranks(difference_of(out, expected), session.communicator()));
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
  Halo make_halo() const {
    auto const& options = session.options();
    if constexpr (Halo::splits)
      return {session.communicator(),
              session.grid(),
              stencil,
              kernel.packs_s(),
              {options.transport, context.options.comms_precision, options.huge_pages}};
    else
      return {};
  }

  SpinorField<T, Lanes> field(char const* label) const {
    return {label, kernel.lattice, kernel.ls, session.memory()};
  }
};

} // namespace kitt::miniapp
