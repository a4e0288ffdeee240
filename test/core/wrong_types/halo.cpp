// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/make.hpp"

namespace {
/// A halo that exchanges nothing although it says that it splits lattices.
struct NoHalo {
  static constexpr bool splits = true;
};
} // namespace

void apply(kitt::Stencil const& stencil,
           std::array<kitt::LinkField<double, kitt::native_lanes<double>>, 2> const& links) {
  kitt::HoppingTerm const hopping(stencil, links, 1, kitt::Order::lexicographic(), NoHalo());
  auto const psi = kitt::make_spinors<double>(stencil.lattice());
  hopping(kitt::ExecutionSpace(), psi, psi);
}
