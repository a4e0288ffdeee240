// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_links.hpp"
#include "core/fields/link_field.hpp"
#include "core/reference/naive.hpp"
#include "miniapp/run/operator_numbers.hpp"
#include "perf/ceilings/cost_table.hpp"

#include <functional>

/// \file
/// The naive operators that `kitt solve` and `kitt dslash` compare kernels with. They are compiled
/// once, for all layouts and precisions of the kernels.

namespace kitt::miniapp {

/// An operator with four spins, apart from its links.
struct WholeOperator {
  perf::SolvedOperator op;
  OperatorNumbers numbers;
  int ls; ///< slices of one right-hand side
  Dagger dagger;
};

/// Links that a naive operator reads on this rank.
struct NaiveLinks {
  LocalLinks links;
  comms::LinksWithMargin const* corners; ///< for the clover term; null for other operators
};

/// A spinor field as a function of (site, slice). The slices of a right-hand side follow each
/// other.
using SpinorsAt = std::function<reference::SiteSpinor(Coordinate const&, int)>;

/// Returns M psi, or M^dagger psi, at x as a function of the slice. The clover term is computed
/// once for all slices. `links` and `psi` are called for x up to one step outside the lattice. The
/// fields that they read must outlive the function.
std::function<reference::SiteSpinor(int)> naive_operator_at(WholeOperator const& m,
                                                            NaiveLinks const& links,
                                                            SpinorsAt const& psi,
                                                            Coordinate const& x);

} // namespace kitt::miniapp
