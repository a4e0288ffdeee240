// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/make.hpp"
#include "core/operators/make_staggered.hpp"

/// Wrong on purpose: fields with four spins for an operator with one spin.
void apply(kitt::Lattice const& lattice, kitt::GaugeField const& links) {
  kitt::StaggeredOperator const staggered(kitt::make_staggered<double>(lattice, links), 0.1);
  auto const psi = kitt::make_spinors<double>(lattice);
  auto const m_psi = kitt::make_spinors<double>(lattice);
  staggered(kitt::ExecutionSpace(), psi, m_psi);
}
