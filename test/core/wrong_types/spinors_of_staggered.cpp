// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/make.hpp"
#include "core/operators/make_staggered.hpp"

/// Wrong on purpose: fields with one spin for an operator with four spins.
void apply(kitt::Lattice const& lattice, kitt::GaugeField const& gauge) {
  kitt::WilsonOperator const wilson(kitt::make_hopping<double>(lattice, gauge), 0.1);
  auto const chi = kitt::make_colour_vectors<double>(lattice);
  auto const m_chi = kitt::make_colour_vectors<double>(lattice);
  wilson(kitt::ExecutionSpace(), chi, m_chi);
}
