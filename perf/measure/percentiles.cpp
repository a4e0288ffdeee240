// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/percentiles.hpp"

#include "core/base/error.hpp"

#include <algorithm>

namespace kitt::perf {

Percentiles percentiles(std::vector<double> samples) {
  KITT_EXPECT(!samples.empty());
  std::sort(samples.begin(), samples.end());
  auto const at = [&](std::size_t percent) {
    return samples[(samples.size() * percent + 99) / 100 - 1];
  };
  return {.count = samples.size(), .p50 = at(50), .p90 = at(90), .p99 = at(99)};
}

} // namespace kitt::perf
