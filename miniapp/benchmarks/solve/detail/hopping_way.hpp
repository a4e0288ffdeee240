// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/solve/solve_case.hpp"
#include "miniapp/run/lattice_operators.hpp"

namespace kitt::miniapp::detail {

/// Returns the right-hand side b on the odd sites.
template <class Discrete>
typename Discrete::Field odd_source(SolveProblem const& problem, Discrete const& discrete) {
  auto const in = discrete.field("kitt::solve::in");
  fill(in, Parity::odd, problem.rhs());
  return in;
}

/// Returns the fastest way to apply the Schur complement S, judged by the best of a few calls on b.
/// Collective.
template <class Discrete>
HoppingWay fastest_way(Meter& meter, SolveProblem const& problem, Discrete const& discrete) {
  auto const in = odd_source(problem, discrete);
  auto const out = discrete.field("kitt::solve::out");
  ExecutionSpace const exec;
  return miniapp::fastest_way(meter, discrete.ways(), [&](HoppingWay const& way) {
    return [applied = discrete.applied(way), &exec, &in, &out] {
      applied(exec, in.view(), out.view());
      exec.fence("kitt::solve: wait before the clock is read");
    };
  });
}

} // namespace kitt::miniapp::detail
