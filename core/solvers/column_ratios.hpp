// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/column_algebra.hpp"
#include "core/fields/spinor_concepts.hpp"
#include "core/solvers/solver.hpp"

#include <cmath>
#include <vector>

namespace kitt {

/// Returns the ratio of residuals for each of the `columns` right-hand sides of a system
/// (RedBlackSystem or StaggeredSystem). Requires that system.prepare(exec, b) was called. The ratio
/// is 1 if the odd system has a right-hand side of zero, which is solved exactly. Collective if the
/// sums over ranks are collective.
template <class System, class Field>
std::vector<ResidualRatio> column_ratios(ExecutionSpace const& exec, System const& system,
                                         BothParities<Field> const& b, int columns,
                                         SumsOverRanks const& sums) {
  auto const even = sums(column_norms2(exec, b[0].view(), columns));
  auto const odd = sums(column_norms2(exec, b[1].view(), columns));
  auto const rhs = sums(column_norms2(exec, system.rhs().view(), columns));
  std::vector<ResidualRatio> ratios;
  for (std::size_t j = 0; j < rhs.size(); ++j)
    ratios.push_back(
        {rhs[j] > 0 ? system.residual_factor() * std::sqrt((even[j] + odd[j]) / rhs[j]) : 1});
  return ratios;
}

} // namespace kitt
