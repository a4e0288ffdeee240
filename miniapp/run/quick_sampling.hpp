// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/sampling.hpp"

#include <algorithm>

namespace kitt::miniapp {

/// Returns how a quick run samples each of `cells` cells. All of them together take 5 s, or 10 s if
/// calls are so long that 5 samples of each take more. A cell takes at most 0.1 s, or 1 s. `cells`
/// is 0 if their number is unknown.
inline perf::SamplingPolicy quick_sampling(int cells) {
  constexpr double of_all_cells = 5;
  constexpr double of_a_cell = 0.1;
  auto const share = of_all_cells / std::max(1, cells);
  return {.minimum_seconds = std::min(of_a_cell, share),
          .minimum_count = 5,
          .maximum_seconds = std::min(1.0, 2 * share)};
}

} // namespace kitt::miniapp
