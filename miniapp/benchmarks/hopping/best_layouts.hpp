// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_cell.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// Returns the number of right-hand sides that a call of a cell computes.
inline int count_of_rhs(HoppingCell const& cell) {
  return cell.right_hand_sides ? cell.right_hand_sides->count : 1;
}

/// Returns a table with the fastest cell of each kernel, lattice and number of right-hand sides.
/// Its last column is the rate divided by the best rate of one right-hand side on the same lattice.
/// Cells with narrow links do not count, because they compute less exactly. `cells`: cells of one
/// precision and application. Returns an empty text for no cells.
std::string describe_best_layouts(std::vector<HoppingCell> const& cells);

} // namespace kitt::miniapp
