// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace kitt::perf {

/// Properties of a network, from its rates at different message sizes.
struct RateCurve {
  double best_mb_per_s = 0;         ///< best rate of all sizes
  std::int64_t best_bytes = 0;      ///< size with the best rate
  std::int64_t half_rate_bytes = 0; ///< smallest size with half of the best rate (n_1/2, Hockney)
  /// Sizes with a rate below 0.9 times the rate of the next smaller size. At such sizes, MPI
  /// changes its protocol, or a cache is full.
  std::vector<std::int64_t> drop_bytes = {};
};

/// Returns the properties. `mb_per_s` has the rate for each number of bytes of a message, and at
/// least one entry.
RateCurve rate_curve(std::map<std::int64_t, double> const& mb_per_s);

} // namespace kitt::perf
