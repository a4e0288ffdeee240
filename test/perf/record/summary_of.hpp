// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/hopping_cell.hpp"
#include "perf/record/summary.hpp"

#include <vector>

namespace kitt::perf::test {

/// The summary of a run on one rank that measured these cells and nothing else.
inline Summary summary_of(std::vector<HoppingCell> const& cells,
                          VariantSet const& set = variant_set_of("OpenMP")) {
  SummaryOfCells summary(set, parties(1, 1));
  for (auto const& cell : cells)
    summary.add(cell);
  return summary.summary();
}

} // namespace kitt::perf::test
