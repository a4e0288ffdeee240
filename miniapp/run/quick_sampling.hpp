// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/sampling.hpp"

#include <algorithm>

namespace kitt::miniapp {

/// Returns number and time of samples of a cell in a quick run with `cells` cells. All cells
/// together take 2 s, and each takes at most 0.1 s. If calls are long, five samples may take twice
/// as long for all cells together, and 1 s for one cell. `cells` is 0 if the number of cells is
/// unknown.
///
/// A quick run of one benchmark shall take less than 10 s. The rest of this time is for ceilings,
/// for verification and for making fields. Benchmarks choose the sizes of a quick run to fit.
inline perf::SamplingPolicy quick_sampling(int cells) {
  constexpr double of_all_cells = 2;
  constexpr double of_a_cell = 0.1;
  auto const share = of_all_cells / std::max(1, cells);
  return {.minimum_seconds = std::min(of_a_cell, share),
          .minimum_count = 5,
          .maximum_seconds = std::min(1.0, 2 * share)};
}

} // namespace kitt::miniapp
