// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/make.hpp"

/// Wrong on purpose: the links have two lanes, but the spinors have one lane.
void apply(kitt::Stencil const& stencil, std::array<kitt::LinkField<double, 2>, 2> const& links,
           std::array<kitt::SpinorField<double, 1>, 2> const& psi) {
  kitt::HoppingTerm const hopping(stencil, links, 1);
  hopping(kitt::ExecutionSpace(), kitt::Parity::odd, psi[0], psi[1]);
}
