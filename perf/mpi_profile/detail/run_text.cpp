// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/profile_text.hpp"

#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace kitt::mpi_profile::detail {

namespace {

using perf::Align;
using perf::ColumnOf;
using perf::percent;

/// Returns a table of the run along time. Several steps share a row, so that there are at most
/// most_steps_shown rows.
std::string timeline_table(Profile const& profile) {
  constexpr std::size_t most_steps_shown = 16;
  auto const& all = profile.timeline.steps;
  auto const joined = (all.size() + most_steps_shown - 1) / most_steps_shown;
  std::vector<ProfileStep> rows;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const& step = all[i];
    if (i % joined == 0)
      rows.push_back({step.begin_seconds, 0, step.share_minimum, step.share_maximum});
    auto& row = rows.back();
    auto const of_row = std::min(joined, all.size() - i / joined * joined);
    row.share_mean += step.share_mean / static_cast<double>(of_row);
    row.share_minimum = std::min(row.share_minimum, step.share_minimum);
    row.share_maximum = std::max(row.share_maximum, step.share_maximum);
  }
  constexpr double bar = 40;
  std::vector<ColumnOf<ProfileStep>> const columns{
      {{"From", "s", 10}, [](auto& r) { return fmt::format("{:.3f}", r.begin_seconds); }},
      {{"mean", "%", 7}, [](auto& r) { return percent(r.share_mean, 2); }},
      {{"min rank", "%", 8}, [](auto& r) { return percent(r.share_minimum, 2); }},
      {{"max rank", "%", 8}, [](auto& r) { return percent(r.share_maximum, 2); }},
      {{"share of communication in the time", "", 40, Align::left},
       [](auto& r) {
         return std::string(static_cast<std::size_t>(std::lround(bar * r.share_mean)), '#');
       }},
  };
  return rows.size() < 2 ? std::string() : rows_text(columns, rows) + '\n';
}

/// Largest value over the mean, and the kind of group compared.
struct Slowest {
  std::string of;
  Imbalance over_mean;
};

std::string imbalance_table(Profile const& profile) {
  std::vector<ColumnOf<Slowest>> const columns{
      {{"Slowest over mean", "", 17, Align::left}, [](auto& r) { return r.of; }},
      {{"in MPI", "", 10},
       [](auto& r) { return fmt::format("{:.3f}", r.over_mean.mpi_maximum_over_mean); }},
      {{"computing", "", 10},
       [](auto& r) { return fmt::format("{:.3f}", r.over_mean.compute_maximum_over_mean); }},
  };
  std::vector<Slowest> const rows{{"of ranks", profile.of_ranks},
                                  {"of sockets", profile.of_sockets},
                                  {"of nodes", profile.of_nodes}};
  return rows_text(columns, rows) + '\n';
}

std::string headline(Profile const& profile) {
  auto const total = profile.wall_seconds;
  auto text = fmt::format("{}; in MPI {:.3f} s ({:.1f} %)\n",
                          run_time_text(static_cast<int>(profile.ranks.size()), run_time(profile)),
                          profile.mpi_seconds, total > 0 ? 100 * profile.mpi_seconds / total : 0);
  if (profile.barriers)
    text += "with a barrier before each exchange: in the region wait, ranks wait for others; in "
            "the region halo, they move data\n";
  return text + '\n';
}

} // namespace

std::string run_text(Profile const& profile) {
  return headline(profile) + imbalance_table(profile) + timeline_table(profile);
}

} // namespace kitt::mpi_profile::detail
