// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/make.hpp"

void apply(kitt::Lattice const& lattice, kitt::GaugeField const& gauge) {
  kitt::WilsonOperator const wilson(kitt::make_hopping<double>(lattice, gauge), 0.1);
  auto const psi = kitt::make_spinors<double>(lattice);
  auto const m_psi = kitt::make_spinors<double>(lattice);
  wilson(kitt::ExecutionSpace(), psi, m_psi);
}
