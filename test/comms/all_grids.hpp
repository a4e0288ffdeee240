// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"

#include <vector>

namespace kitt::test {

/// Returns every grid of `ranks` ranks in four directions.
inline std::vector<comms::RankGrid> all_grids(int ranks) {
  std::vector<comms::RankGrid> grids;
  for (int x = 1; x <= ranks; ++x)
    for (int y = 1; x * y <= ranks; ++y)
      for (int z = 1; x * y * z <= ranks; ++z)
        if (ranks % (x * y * z) == 0)
          grids.push_back({x, y, z, ranks / (x * y * z)});
  return grids;
}

} // namespace kitt::test
