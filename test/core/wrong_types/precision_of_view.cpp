// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/make.hpp"

void apply(kitt::Lattice const& lattice, kitt::GaugeField const& gauge) {
  auto const hopping = kitt::make_hopping<float>(lattice, gauge);
  auto const psi = kitt::make_spinors<double>(lattice);
  hopping(kitt::ExecutionSpace(), kitt::Parity::odd, psi[0].view(), psi[1].view());
}
