// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/profile.hpp"

#include "comms/ranks/traffic.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace kitt::mpi_profile {

namespace {

double mpi_seconds(RankRecord const& rank) {
  return std::accumulate(
      rank.calls.begin(), rank.calls.end(), 0.0,
      [](double sum, CallRow const& calls) { return sum + calls.seconds_total; });
}

double sum_over(std::vector<RankRecord> const& ranks, double (*value)(RankRecord const&)) {
  return std::accumulate(ranks.begin(), ranks.end(), 0.0,
                         [&](double sum, auto const& rank) { return sum + value(rank); });
}

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

void add(CallRow& to, CallRow const& calls) {
  to.seconds_minimum =
      to.calls == 0 ? calls.seconds_minimum : std::min(to.seconds_minimum, calls.seconds_minimum);
  to.seconds_maximum = std::max(to.seconds_maximum, calls.seconds_maximum);
  to.seconds_total += calls.seconds_total;
  to.calls += calls.calls;
}

std::vector<ProfileRow> rows_of(std::vector<RankRecord> const& ranks) {
  using Key = std::tuple<std::string, std::string, int, std::uint64_t>;
  std::map<Key, CallRow> sums;
  for (auto const& rank : ranks)
    for (auto const& calls : rank.calls) {
      auto& sum = sums[{calls.routine, calls.region, calls.comm_size, calls.bytes_per_call}];
      if (sum.calls == 0)
        sum = {calls.routine, calls.region, calls.comm_size, calls.bytes_per_call};
      add(sum, calls);
    }
  auto const mpi = sum_over(ranks, mpi_seconds);
  auto const wall = sum_over(ranks, [](RankRecord const& rank) { return rank.wall_seconds; });
  std::vector<ProfileRow> rows;
  for (auto const& [key, sum] : sums)
    rows.push_back({sum, ratio(sum.seconds_total, mpi), ratio(sum.seconds_total, wall)});
  std::sort(rows.begin(), rows.end(), [](auto const& row, auto const& next) {
    CallRow const& a = row.calls;
    CallRow const& b = next.calls;
    return std::tie(b.seconds_total, a.routine, a.bytes_per_call) <
           std::tie(a.seconds_total, b.routine, b.bytes_per_call);
  });
  return rows;
}

RegionTime region_of(RankRecord const& rank, std::string const& name) {
  auto const found = std::find_if(rank.regions.begin(), rank.regions.end(),
                                  [&](auto const& region) { return region.region == name; });
  return found == rank.regions.end() ? RegionTime{name} : *found;
}

std::vector<ProfileRegion> regions_of(std::vector<RankRecord> const& ranks) {
  std::vector<ProfileRegion> result;
  for (std::size_t i = 0; i < comms::region_count; ++i) {
    ProfileRegion sum{.region = to_string(static_cast<comms::Region>(i))};
    auto const count = static_cast<double>(ranks.size());
    sum.seconds_minimum = region_of(ranks.front(), sum.region).seconds;
    for (auto const& rank : ranks) {
      auto const one = region_of(rank, sum.region);
      sum.calls += one.calls;
      sum.bytes += one.bytes;
      sum.seconds_mean += one.seconds / count;
      sum.mpi_seconds_mean += one.mpi_seconds / count;
      sum.seconds_minimum = std::min(sum.seconds_minimum, one.seconds);
      sum.seconds_maximum = std::max(sum.seconds_maximum, one.seconds);
    }
    sum.mb_per_s_per_rank = ratio(static_cast<double>(sum.bytes) * 1e-6 / count, sum.seconds_mean);
    if (sum.calls > 0)
      result.push_back(sum);
  }
  return result;
}

std::vector<HistogramBin> histogram_of(std::vector<ProfileRow> const& rows) {
  std::map<std::pair<std::string, std::uint64_t>, HistogramBin> bins;
  for (auto const& row : rows) {
    auto const size = row.calls.bytes_per_call;
    auto const up_to = size == 0 ? 0 : std::bit_ceil(size);
    auto& bin = bins[{row.calls.routine, up_to}];
    bin.routine = row.calls.routine;
    bin.up_to_bytes = up_to;
    bin.calls += row.calls.calls;
    bin.bytes += row.calls.bytes();
  }
  std::vector<HistogramBin> result;
  for (auto const& [key, bin] : bins)
    result.push_back(bin);
  return result;
}

TrafficMatrix matrix_of(std::vector<RankRecord> const& ranks) {
  std::vector<std::vector<std::uint64_t>> const zero(ranks.size(),
                                                     std::vector<std::uint64_t>(ranks.size()));
  TrafficMatrix matrix{zero, zero};
  for (auto const& rank : ranks)
    for (auto const& traffic : rank.traffic) {
      auto const from = static_cast<std::size_t>(traffic.from);
      auto const to = static_cast<std::size_t>(traffic.to);
      matrix.bytes[from][to] += traffic.bytes;
      matrix.messages[from][to] += traffic.messages;
    }
  return matrix;
}

std::vector<ProfileRank> ranks_of(std::vector<RankRecord> const& ranks, bool barriers) {
  std::vector<ProfileRank> result;
  std::map<int, int> node_of; // number of each node, by its first rank
  for (auto const& rank : ranks) {
    auto const next = static_cast<int>(node_of.size());
    result.push_back({.rank = rank.rank,
                      .hostname = rank.hostname,
                      .node = node_of.emplace(rank.node_leader, next).first->second,
                      .socket = rank.socket,
                      .wall_seconds = rank.wall_seconds,
                      .mpi_seconds = mpi_seconds(rank),
                      .communication_seconds = rank.communication_seconds,
                      .memory = rank.memory});
    if (barriers)
      result.back().wait_seconds = region_of(rank, to_string(comms::Region::wait)).seconds;
  }
  for (auto const& rank : ranks)
    for (auto const& traffic : rank.traffic) {
      auto& from = result[static_cast<std::size_t>(traffic.from)];
      from.bytes_sent += traffic.bytes;
      from.messages_sent += traffic.messages;
    }
  return result;
}

/// Times of the ranks of one socket or node, or of a single rank.
struct RankGroup {
  double mpi_seconds = 0;
  double compute_seconds = 0;
  int ranks = 0;

  void add(ProfileRank const& rank) {
    mpi_seconds += rank.mpi_seconds;
    compute_seconds += rank.compute_seconds();
    ++ranks;
  }
};

double maximum_over_mean(std::vector<double> const& values) {
  auto const sum = std::accumulate(values.begin(), values.end(), 0.0);
  auto const maximum = *std::max_element(values.begin(), values.end());
  return sum > 0 ? maximum * static_cast<double>(values.size()) / sum : 1;
}

/// Returns the imbalance between groups of ranks. Ranks with equal keys form a group.
template <class KeyOf>
Imbalance imbalance_of(std::vector<ProfileRank> const& ranks, KeyOf const& key_of) {
  std::map<decltype(key_of(ranks.front())), RankGroup> groups;
  for (auto const& rank : ranks)
    groups[key_of(rank)].add(rank);
  std::vector<double> mpi;
  std::vector<double> compute;
  for (auto const& [key, group] : groups) {
    mpi.push_back(group.mpi_seconds / group.ranks);
    compute.push_back(group.compute_seconds / group.ranks);
  }
  return {maximum_over_mean(mpi), maximum_over_mean(compute)};
}

} // namespace

Profile merge(std::vector<RankRecord> const& ranks, bool barriers) {
  auto const count = static_cast<double>(ranks.size());
  Profile profile{.barriers = barriers,
                  .wall_seconds =
                      sum_over(ranks, [](auto const& rank) { return rank.wall_seconds; }) / count,
                  .mpi_seconds = sum_over(ranks, mpi_seconds) / count,
                  .routines = rows_of(ranks),
                  .regions = regions_of(ranks),
                  .histogram = {},
                  .ranks = ranks_of(ranks, barriers),
                  .of_ranks = {},
                  .of_sockets = {},
                  .of_nodes = {},
                  .timeline = timeline_of(ranks),
                  .matrix = {}};
  profile.histogram = histogram_of(profile.routines);
  profile.of_ranks = imbalance_of(profile.ranks, [](auto const& r) { return r.rank; });
  profile.of_sockets =
      imbalance_of(profile.ranks, [](auto const& r) { return std::pair(r.node, r.socket); });
  profile.of_nodes = imbalance_of(profile.ranks, [](auto const& r) { return r.node; });
  if (ranks.size() <= largest_matrix)
    profile.matrix = matrix_of(ranks);
  return profile;
}

RunTime run_time(Profile const& profile) {
  double sum = 0;
  for (auto const& rank : profile.ranks)
    sum += rank.communication_seconds;
  return {profile.wall_seconds, sum / static_cast<double>(profile.ranks.size())};
}

} // namespace kitt::mpi_profile
