// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/rate_curve.hpp"

#include <algorithm>
#include <optional>

namespace kitt::perf {

RateCurve rate_curve(std::map<std::int64_t, double> const& mb_per_s) {
  RateCurve curve;
  std::optional<double> before;
  for (auto const& [bytes, rate] : mb_per_s) {
    if (rate > curve.best_mb_per_s) {
      curve.best_mb_per_s = rate;
      curve.best_bytes = bytes;
    }
    if (before && rate < 0.9 * *before)
      curve.drop_bytes.push_back(bytes);
    before = rate;
  }
  curve.half_rate_bytes = std::find_if(mb_per_s.begin(), mb_per_s.end(), [&](auto const& entry) {
                            return entry.second >= curve.best_mb_per_s / 2;
                          })->first;
  return curve;
}

} // namespace kitt::perf
