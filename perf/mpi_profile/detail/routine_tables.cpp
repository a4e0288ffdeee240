// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/traffic.hpp"
#include "perf/mpi_profile/detail/profile_tables.hpp"

#include <iterator>
#include <map>
#include <tuple>

namespace kitt::mpi_profile::detail {

namespace {

using perf::Align;
using perf::Table;

constexpr std::size_t most_rows = 20;

std::string percent(double share) {
  return fmt::format("{:.2f}", 100 * share);
}
std::string scientific(double time) {
  return fmt::format("{:.4e}", time);
}

/// All sizes of a routine.
struct Routine {
  std::string name;
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;

  void add(CallRow const& row) {
    calls += row.calls;
    bytes += row.bytes();
    seconds += row.seconds_total;
  }
  double mean_bytes() const {
    return calls > 0 ? static_cast<double>(bytes) / static_cast<double>(calls) : 0;
  }
};

/// Longest first, then all together.
std::vector<Routine> routines_of(Profile const& profile) {
  std::map<std::string, Routine> sums;
  Routine total{.name = "TOTAL"};
  for (auto const& row : profile.routines) {
    sums[row.calls.routine].add(row.calls);
    total.add(row.calls);
  }
  std::vector<Routine> result;
  for (auto& [name, sum] : sums) {
    sum.name = name;
    result.push_back(sum);
  }
  std::sort(result.begin(), result.end(), [](auto const& a, auto const& b) {
    return std::tie(b.seconds, a.name) < std::tie(a.seconds, b.name);
  });
  result.push_back(total);
  return result;
}

} // namespace

std::string routine_table(Profile const& profile) {
  auto const routines = routines_of(profile);
  Table const table({{"MPI routine", "", 26, Align::left},
                     {"calls", "", 12},
                     {"avg. bytes", "", 12},
                     {"Mbytes", "", 12},
                     {"time", "s, all ranks", 12}});
  return table_text(table, routines, routines.size(), [](Routine const& routine) {
    return std::vector{routine.name, number(routine.calls),
                       fmt::format("{:.1f}", routine.mean_bytes()), megabytes(routine.bytes),
                       seconds(routine.seconds)};
  });
}

std::string size_table(Profile const& profile) {
  Table const table({{"MPI routine", "", 26, Align::left},
                     {"Region", "", 9, Align::left},
                     {"Comm", "size", 5},
                     {"Buffer", "bytes", 11},
                     {"Ncalls", "", 11},
                     {"Total", "s", 10},
                     {"Avg", "s", 10},
                     {"Min", "s", 10},
                     {"Max", "s", 10},
                     {"MPI", "%", 6},
                     {"Wall", "%", 6}});
  return table_text(table, profile.routines, most_rows, [](ProfileRow const& row) {
    auto const& calls = row.calls;
    return std::vector{calls.routine,
                       calls.region,
                       fmt::format("{}", calls.comm_size),
                       number(calls.bytes_per_call),
                       number(calls.calls),
                       scientific(calls.seconds_total),
                       scientific(calls.seconds_mean()),
                       scientific(calls.seconds_minimum),
                       scientific(calls.seconds_maximum),
                       percent(row.share_of_mpi),
                       percent(row.share_of_wall)};
  });
}

std::string histogram_table(Profile const& profile) {
  std::vector<HistogramBin> with_data;
  std::copy_if(profile.histogram.begin(), profile.histogram.end(), std::back_inserter(with_data),
               [](auto const& bin) { return bin.up_to_bytes > 0; });
  if (with_data.empty())
    return {};
  Table const table({{"Message sizes of", "", 26, Align::left},
                     {"up to", "bytes", 12},
                     {"calls", "", 12},
                     {"Mbytes", "", 12}});
  return table_text(table, with_data, 2 * most_rows, [](HistogramBin const& bin) {
    return std::vector{bin.routine, number(bin.up_to_bytes), number(bin.calls),
                       megabytes(bin.bytes)};
  });
}

std::string region_table(Profile const& profile) {
  bool const none =
      std::all_of(profile.regions.begin(), profile.regions.end(), [](auto const& region) {
        return region.region == to_string(comms::Region::other);
      });
  if (none)
    return {};
  Table const table({{"Region", "", 9, Align::left},
                     {"calls", "", 12},
                     {"mean", "s", 10},
                     {"min rank", "s", 10},
                     {"max rank", "s", 10},
                     {"in MPI", "s", 10},
                     {"sent", "Mbytes", 12}});
  return table_text(table, profile.regions, most_rows, [](ProfileRegion const& region) {
    return std::vector{region.region,
                       number(region.calls),
                       seconds(region.seconds_mean),
                       seconds(region.seconds_minimum),
                       seconds(region.seconds_maximum),
                       seconds(region.mpi_seconds_mean),
                       megabytes(region.bytes)};
  });
}

} // namespace kitt::mpi_profile::detail
