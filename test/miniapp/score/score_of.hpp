// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/score_of_cells.hpp"

#include <vector>

namespace kitt::miniapp::test {

/// Returns the score of a run that measured only these cells.
inline Score score_of(std::vector<HoppingCell> const& cells,
                      VariantSet const& set = variant_set_of("itt-1", "OpenMP"),
                      perf::Rules const& rules = perf::default_rules()) {
  ScoreOfCells score(rules, set);
  for (auto const& cell : cells)
    score.add(cell);
  return score.score();
}

} // namespace kitt::miniapp::test
