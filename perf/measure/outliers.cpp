// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/outliers.hpp"

#include "core/base/error.hpp"
#include "perf/measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kitt::perf {

namespace {

constexpr double sigmas_per_deviation = 1.4826; ///< standard deviation / MAD of normal noise

/// Returns 1.4826 times the median absolute deviation.
double robust_deviation(std::vector<double> values, double middle) {
  for (auto& value : values)
    value = std::abs(value - middle);
  return sigmas_per_deviation * summarize(values).median;
}

/// Returns z such that a normal number exceeds z with this probability. Uses Newton's method.
double normal_quantile(double probability) {
  double z = 0;
  for (int step = 0; step < 100; ++step) {
    auto const excess = std::erfc(z / std::numbers::sqrt2) / 2 - probability;
    auto const density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    // The tail is convex for z > 0, so steps from 0 never overshoot.
    z += excess / density;
  }
  return z;
}

} // namespace

RepeatedTime repeated_time(std::vector<double> const& samples) {
  auto const middle = summarize(samples).median;
  auto const deviation = std::sqrt(std::numbers::pi / 2) * robust_deviation(samples, middle);
  return {middle, deviation / std::sqrt(static_cast<double>(samples.size())) / middle};
}

double sigmas_of_outlier(std::size_t members) {
  KITT_EXPECT(members >= least_judged_members);
  // The MAD of few members is often too small by chance. The second factor corrects this. It was
  // fitted to 2 million simulated groups of each size, and is at most 3 % too large for odd numbers
  // from 5. An even number has the factor of the next odd number, which is larger.
  auto const n = static_cast<double>(members);
  auto const odd = static_cast<double>(members | 1U);
  auto const correction = 1 + (12.2 + 38 / odd + 3600 / (odd * odd * odd)) / odd;
  return normal_quantile(false_alarms_of_run / groups_of_run / n) * correction;
}

SlowLimit slow_limit(std::vector<double> const& seconds, double noise) {
  SlowLimit limit{.members = seconds.size(),
                  .typical = summarize(seconds).median,
                  .noise = noise,
                  .sigmas = sigmas_of_outlier(seconds.size())};
  limit.spread = robust_deviation(seconds, limit.typical) / limit.typical;
  limit.excess = std::max(limit.sigmas * std::max(limit.spread, noise), least_slow_excess);
  return limit;
}

std::vector<double> medians_of_members(PairTimes const& times) {
  auto const count = times.size() + 1;
  std::vector<std::vector<double>> of_member(count);
  for (std::size_t i = 0; i < times.size(); ++i)
    for (std::size_t j = i + 1; j < count; ++j)
      for (auto const member : {i, j})
        of_member[member].push_back(times[i][j - i - 1]);
  std::vector<double> medians;
  for (auto const& own : of_member)
    medians.push_back(summarize(own).median);
  return medians;
}

PairTimes relative_to_members(PairTimes const& times, std::vector<double> const& of_members) {
  auto relative = times;
  for (std::size_t i = 0; i < relative.size(); ++i)
    for (std::size_t k = 0; k < relative[i].size(); ++k)
      relative[i][k] /= std::max(of_members[i], of_members[i + k + 1]);
  return relative;
}

} // namespace kitt::perf
