// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/outliers.hpp"
#include "perf/measure/statistics.hpp"
#include "test/catch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

using namespace kitt::perf;
using Catch::Matchers::WithinRel;

namespace {

/// Source of normal random numbers. Its numbers are the same with every standard library.
class Noise {
public:
  explicit Noise(unsigned seed) : bits_(seed) {}

  /// Returns a number with mean 0 and standard deviation 1 (Box and Muller).
  double operator()() {
    return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }

private:
  double uniform() { return static_cast<double>(bits_() >> 11U) * 0x1p-53; }

  std::mt19937_64 bits_;
};

/// Returns the share of groups of equal members with normal noise in which a member is slow. The
/// smallest excess plays no role, because the noise is large.
double share_of_alarms(std::size_t members, int groups, unsigned seed) {
  Noise noise(seed);
  int alarms = 0;
  std::vector<double> seconds(members);
  for (int group = 0; group < groups; ++group) {
    for (auto& one : seconds)
      one = 1000 + 50 * noise();
    auto const limit = slow_limit(seconds, 0);
    alarms += limit.is_slow(*std::max_element(seconds.begin(), seconds.end())) ? 1 : 0;
  }
  return static_cast<double>(alarms) / groups;
}

} // namespace

TEST_CASE("medians of odd and even numbers of values") {
  CHECK(summarize({3}).median == 3);
  CHECK(summarize({5, 1, 3}).median == 3);
  CHECK(summarize({7, 1, 3, 5}).median == 4);
}

TEST_CASE("a repeated time has a median, and an error that outliers hardly change") {
  auto const time = repeated_time({10, 11, 9, 12, 8, 10, 11, 9, 1000});
  CHECK(time.median == 10);
  // the median of |x - 10| = 0, 0, 1, 1, 1, 1, 2, 2, 990 is 1
  CHECK_THAT(time.relative_error,
             WithinRel(std::sqrt(std::numbers::pi / 2) * 1.4826 / std::sqrt(9) / 10, 1e-12));
  CHECK(repeated_time({2, 2}).relative_error == 0);
}

TEST_CASE("the error of a median of normal samples is the error of medians") {
  Noise noise(1);
  double claimed = 0;
  double squares = 0;
  constexpr int draws = 4000;
  constexpr std::size_t samples = 100;
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<double> seconds(samples);
    for (auto& one : seconds)
      one = 1 + 0.03 * noise();
    auto const time = repeated_time(seconds);
    claimed += time.relative_error / draws;
    squares += (time.median - 1) * (time.median - 1) / draws;
  }
  CHECK_THAT(claimed, WithinRel(std::sqrt(squares), 0.05));
}

TEST_CASE("the limit follows from the spread, or from the noise if that is larger") {
  // median 99.5, absolute deviations 0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 3.5, 3.5: their median is 2
  std::vector<double> const seconds{100, 99, 101, 98, 102, 97, 103, 96};
  auto const limit = slow_limit(seconds, 0.001);
  CHECK(limit.members == 8);
  CHECK(limit.typical == 99.5);
  CHECK_THAT(limit.spread, WithinRel(1.4826 * 2 / 99.5, 1e-12));
  CHECK(limit.sigmas == sigmas_of_outlier(8));
  CHECK_THAT(limit.excess, WithinRel(limit.sigmas * limit.spread, 1e-12));
  CHECK_THAT(slow_limit(seconds, 0.1).excess, WithinRel(limit.sigmas * 0.1, 1e-12));
}

TEST_CASE("members that differ by less than the smallest excess are not slow") {
  auto const limit = slow_limit({1, 1, 1, 1, 1, 1, 1.02, 1.04}, 0);
  CHECK(limit.spread == 0);
  CHECK(limit.excess == least_slow_excess);
  CHECK_FALSE(limit.is_slow(1.02));
  CHECK(limit.is_slow(1.04));
  CHECK_FALSE(limit.is_slow(0.5)); // fast members are no fault
}

TEST_CASE("the number of standard deviations grows with the number of comparisons") {
  for (std::size_t members = 256; members < 1'000'000; members = members * 3 / 2)
    CHECK(sigmas_of_outlier(members) < sigmas_of_outlier(members * 3 / 2));
  // For large groups the MAD is exact: P(x > 5.5) = 1.9e-8, and 0.01 / 7 / 1.9e-8 = 75206.
  CHECK_THAT(sigmas_of_outlier(75206), WithinRel(5.5, 0.01));
}

TEST_CASE("groups of equal members raise alarms with the promised probability") {
  constexpr double promised = false_alarms_of_run / groups_of_run;
  for (std::size_t const members : {4, 5, 6, 7, 8, 11, 16, 23, 40, 64}) {
    CAPTURE(members);
    auto const share = share_of_alarms(members, 30'000, 7);
    CHECK(share < 1.5 * promised);
    CHECK(share > promised / 4);
  }
}

TEST_CASE("a slow pair is found, and the pairs of a slow member are not") {
  // Members 0 to 4 have pairs of 1 s. Member 2 takes 3 s for each pair, and the pair 1, 4 takes 2
  // s.
  PairTimes const times{{1, 3, 1, 1}, {3, 1, 2}, {3, 3}, {1}};
  auto const medians = medians_of_members(times);
  CHECK(medians == std::vector<double>{1, 1.5, 3, 1, 1.5});
  auto const relative =
      relative_to_members({{1, 3, 1, 1}, {3, 1, 2}, {3, 3}, {1}}, {1, 1, 3, 1, 1});
  CHECK(relative == PairTimes{{1, 1, 1, 1}, {1, 1, 2}, {1, 1}, {1}});
}
