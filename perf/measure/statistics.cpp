// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/statistics.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kitt::perf {

namespace {

double median_of(std::vector<double> const& sorted) {
  auto const middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// Returns the standard error of the mean. Computes the error in two passes, because the deviations
// are small compared with the mean.
double standard_error_of(std::vector<double> const& samples, double mean) {
  if (samples.size() < 2)
    return 0;
  auto const n = static_cast<double>(samples.size());
  double squares = 0;
  for (auto const x : samples)
    squares += (x - mean) * (x - mean);
  return std::sqrt(squares / (n - 1) / n);
}

} // namespace

double relative_error(Statistics const& statistics) {
  return statistics.mean > 0 ? statistics.standard_error / statistics.mean : 0;
}

Statistics summarize(std::vector<double> const& samples) {
  if (samples.empty())
    throw InternalError("statistics of no samples");
  auto sorted = samples;
  std::sort(sorted.begin(), sorted.end());
  auto const mean =
      std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
  return {.count = sorted.size(),
          .median = median_of(sorted),
          .mean = mean,
          .standard_error = standard_error_of(sorted, mean),
          .minimum = sorted.front(),
          .maximum = sorted.back()};
}

Percentiles percentiles(std::vector<double> samples) {
  KITT_EXPECT(!samples.empty());
  std::sort(samples.begin(), samples.end());
  auto const at = [&](std::size_t percent) {
    return samples[(samples.size() * percent + 99) / 100 - 1];
  };
  return {.count = samples.size(), .p50 = at(50), .p90 = at(90), .p99 = at(99)};
}

} // namespace kitt::perf
