// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kitt::mpi_profile {

namespace {

/// Returns the share of communication in each step in which the rank ran. The last step may be
/// shorter.
std::vector<double> shares_of(RankRecord const& rank, double step) {
  std::vector<double> seconds(static_cast<std::size_t>(std::ceil(rank.wall_seconds / step)));
  auto const joined = static_cast<std::size_t>(std::lround(step / rank.step_seconds));
  for (std::size_t i = 0; i < rank.communication_by_step.size(); ++i)
    if (auto const place = i / joined; place < seconds.size())
      seconds[place] += rank.communication_by_step[i];
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    auto const lasted = std::min(step, rank.wall_seconds - static_cast<double>(i) * step);
    seconds[i] = std::min(1.0, seconds[i] / lasted);
  }
  return seconds;
}

} // namespace

ProfileTimeline timeline_of(std::vector<RankRecord> const& ranks) {
  ProfileTimeline timeline;
  for (auto const& rank : ranks)
    timeline.step_seconds = std::max(timeline.step_seconds, rank.step_seconds);
  std::vector<std::vector<double>> shares;
  for (auto const& rank : ranks)
    shares.push_back(shares_of(rank, timeline.step_seconds));
  auto const shorter = [](auto const& a, auto const& b) { return a.size() < b.size(); };
  // Some ranks may have begun one step more than others; the additional steps are dropped.
  auto const steps = std::min_element(shares.begin(), shares.end(), shorter)->size();
  for (auto& of_rank : shares)
    of_rank.resize(steps);
  for (std::size_t i = 0; i < steps; ++i) {
    ProfileStep step{.begin_seconds = static_cast<double>(i) * timeline.step_seconds,
                     .share_minimum = shares.front()[i]};
    for (auto const& of_rank : shares) {
      step.share_mean += of_rank[i] / static_cast<double>(shares.size());
      step.share_minimum = std::min(step.share_minimum, of_rank[i]);
      step.share_maximum = std::max(step.share_maximum, of_rank[i]);
    }
    timeline.steps.push_back(step);
  }
  if (ranks.size() <= largest_matrix)
    timeline.shares = std::move(shares);
  return timeline;
}

} // namespace kitt::mpi_profile
