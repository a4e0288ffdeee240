// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/make_staggered.hpp"

/// Wrong on purpose: colour vectors in single precision for links in double precision.
void apply(kitt::Lattice const& lattice, kitt::GaugeField const& links) {
  kitt::StaggeredOperator const staggered(kitt::make_staggered<double>(lattice, links), 0.1);
  auto const chi = kitt::make_colour_vectors<float>(lattice);
  auto const m_chi = kitt::make_colour_vectors<float>(lattice);
  staggered(kitt::ExecutionSpace(), chi, m_chi);
}
