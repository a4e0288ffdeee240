// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/make.hpp"

void apply(kitt::Lattice const& lattice, kitt::GaugeField const& gauge) {
  kitt::WilsonOperator const wilson(kitt::make_hopping<double>(lattice, gauge), 0.1);
  std::array<kitt::GaugeField, 2> const psi{gauge, gauge};
  wilson(kitt::ExecutionSpace(), psi, psi);
}
