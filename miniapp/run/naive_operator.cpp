// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/naive_operator.hpp"

#include "core/reference/naive_clover.hpp"

namespace kitt::miniapp {

namespace {

using perf::SolvedOperator;

/// Returns M psi at x and slice s of one right-hand side, for operators without a clover term.
reference::SiteSpinor apply(WholeOperator const& m, LocalLinks const& links, SpinorsAt const& psi,
                            Coordinate const& x, int s) {
  auto const& of = m.numbers;
  reference::DomainWall const wall{m.ls, of.m5, of.mass};
  switch (m.op) {
  case SolvedOperator::wilson:
    return reference::wilson(links, psi, x, s, of.mass, m.dagger);
  case SolvedOperator::twisted_mass:
    return reference::twisted_mass(links, psi, x, s, {of.mass, of.mu}, m.dagger);
  case SolvedOperator::mobius:
    return reference::mobius(links, psi, x, s, {wall, of.b5, of.c5}, m.dagger);
  default:
    return reference::domain_wall(links, psi, x, s, wall, m.dagger);
  }
}

} // namespace

std::function<reference::SiteSpinor(int)> naive_operator_at(WholeOperator const& m,
                                                            NaiveLinks const& links,
                                                            SpinorsAt const& psi,
                                                            Coordinate const& x) {
  if (m.op == SolvedOperator::clover)
    return
        [m, links, psi, x, term = reference::clover_term(*links.corners, x, m.numbers.csw)](int s) {
          return reference::clover(links.links, term, psi, x, s, m.numbers.mass, m.dagger);
        };
  return [m, links, psi, x](int s) {
    SpinorsAt const column = [&psi, first = s / m.ls * m.ls](Coordinate const& y, int slice) {
      return psi(y, first + slice);
    };
    return apply(m, links.links, column, x, s % m.ls);
  };
}

} // namespace kitt::miniapp
