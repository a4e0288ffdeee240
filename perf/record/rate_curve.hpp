// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace kitt::perf {

/// What rates over sizes of messages say of a network.
struct RateCurve {
  double best_mb_per_s = 0;         ///< of any size
  std::int64_t best_bytes = 0;      ///< the size that has it
  std::int64_t half_rate_bytes = 0; ///< the smallest size that reaches half of it (n_1/2, Hockney)
  /// Sizes whose rate is under 0.9 of that of the size before: there MPI changes its protocol, or
  /// a cache ends.
  std::vector<std::int64_t> drop_bytes = {};
};

/// `mb_per_s`: by bytes of a message, one at least.
RateCurve rate_curve(std::map<std::int64_t, double> const& mb_per_s);

} // namespace kitt::perf
