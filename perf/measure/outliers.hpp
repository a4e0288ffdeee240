// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <vector>

/// \file
/// Search for the slow members of a group whose members should be equally fast, such as the nodes
/// of a job, or the links between them. Everything here is arithmetic on measured times.

namespace kitt::perf {

/// Largest probability that a run without slow members names a member. It is the sum over all
/// groups of a run.
inline constexpr double false_alarms_of_run = 0.01;
/// Largest number of groups that a run judges. Each group gets an equal part of the probability.
inline constexpr int groups_of_run = 7;
/// Smallest excess of a slow member, as a fraction. Smaller differences do not matter to users.
inline constexpr double least_slow_excess = 0.03;
/// Smallest group that can be judged. Fewer members have no typical member.
inline constexpr std::size_t least_judged_members = 4;

/// Time of one member from several measurements.
struct RepeatedTime {
  double median = 0;
  /// Standard error of the median divided by the median. It follows from the median absolute
  /// deviation (MAD), as sqrt(pi / 2) * 1.4826 MAD / sqrt(n) for normal noise.
  double relative_error = 0;
};
/// Returns median and error of samples. Requires at least one sample.
RepeatedTime repeated_time(std::vector<double> const& samples);

/// Time above which a member of a group is slow, and how it was found.
struct SlowLimit {
  std::size_t members = 0; ///< number of members, and of comparisons with the limit
  double typical = 0;      ///< median over the members, in seconds
  /// Robust standard deviation of the members: 1.4826 times the MAD, divided by `typical`.
  double spread = 0;
  double noise = 0;  ///< relative standard error of a typical member
  double sigmas = 0; ///< required excess in units of the larger of `spread` and `noise`
  double excess = 0; ///< members that exceed `typical` by a larger fraction are slow

  double excess_of(double seconds) const { return seconds / typical - 1; }
  bool is_slow(double seconds) const { return excess_of(seconds) > excess; }
};
constexpr auto fields_of(SlowLimit const*) {
  return kitt::fields(
      field("comparisons", &SlowLimit::members, "number of times that were compared with the limit")
          .at_least(1),
      figure("typical", &SlowLimit::typical, "", "median of these times").above(0),
      figure("spread", &SlowLimit::spread, "",
             "robust standard deviation of these times, divided by their median: 1.4826 times the "
             "median absolute deviation")
          .column("spread (%)", as::percent(2)),
      figure("noise", &SlowLimit::noise, "",
             "relative standard error of a typical time, from its repeats"),
      figure("sigmas", &SlowLimit::sigmas, "",
             "required excess in units of the larger of spread and noise; follows from the number "
             "of comparisons")
          .above(0),
      figure("excess", &SlowLimit::excess, "",
             "limit: a time that exceeds the median by a larger fraction is slow")
          .above(0)
          .column("limit (%)", as::percent()));
}

/// Returns the limit of a group in robust standard deviations above the median. If no member is
/// slow, the slowest member exceeds this limit only with the probability of one group. Assumes
/// normal noise. The limit grows with the number of members. It is also large for a small group,
/// because the MAD of few members is often too small by chance. Requires at least
/// `least_judged_members`.
double sigmas_of_outlier(std::size_t members);

/// Returns the limit of a group. `seconds`: time of each member. `noise`: relative standard error
/// of a typical time. Requires at least `least_judged_members`.
SlowLimit slow_limit(std::vector<double> const& seconds, double noise);

/// Times of all pairs of members, such as the links between nodes. Row i holds the pairs (i, i +
/// 1), (i, i + 2), ..., so that each pair occurs once.
using PairTimes = std::vector<std::vector<double>>;

/// Returns the median time of each member's pairs. A single slow pair does not change these
/// medians, but a slow member changes its own.
std::vector<double> medians_of_members(PairTimes const& times);

/// Returns the time of each pair divided by the expected time. The slower member determines the
/// expected time: it is the larger of the two medians `of_members`. So the pairs of a slow member
/// are not slow themselves.
PairTimes relative_to_members(PairTimes const& times, std::vector<double> const& of_members);

} // namespace kitt::perf
