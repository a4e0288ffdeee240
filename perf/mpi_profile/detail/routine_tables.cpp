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
using perf::ColumnOf;

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
  std::vector<ColumnOf<Routine>> const columns{
      {{"MPI routine", "", 26, Align::left}, [](auto& r) { return r.name; }},
      {{"calls", "", 12}, [](auto& r) { return number(r.calls); }},
      {{"avg. bytes", "", 12}, [](auto& r) { return fmt::format("{:.1f}", r.mean_bytes()); }},
      {{"Mbytes", "", 12}, [](auto& r) { return megabytes(r.bytes); }},
      {{"time", "s, all ranks", 12}, [](auto& r) { return seconds(r.seconds); }},
  };
  return rows_text(columns, routines, routines.size()) + '\n';
}

std::string size_table(Profile const& profile) {
  std::vector<ColumnOf<ProfileRow>> const columns{
      {{"MPI routine", "", 26, Align::left}, [](auto& r) { return r.calls.routine; }},
      {{"Region", "", 9, Align::left}, [](auto& r) { return r.calls.region; }},
      {{"Comm", "size", 5}, [](auto& r) { return fmt::format("{}", r.calls.comm_size); }},
      {{"Buffer", "bytes", 11}, [](auto& r) { return number(r.calls.bytes_per_call); }},
      {{"Ncalls", "", 11}, [](auto& r) { return number(r.calls.calls); }},
      {{"Total", "s", 10}, [](auto& r) { return scientific(r.calls.seconds_total); }},
      {{"Avg", "s", 10}, [](auto& r) { return scientific(r.calls.seconds_mean()); }},
      {{"Min", "s", 10}, [](auto& r) { return scientific(r.calls.seconds_minimum); }},
      {{"Max", "s", 10}, [](auto& r) { return scientific(r.calls.seconds_maximum); }},
      {{"MPI", "%", 6}, [](auto& r) { return percent(r.share_of_mpi); }},
      {{"Wall", "%", 6}, [](auto& r) { return percent(r.share_of_wall); }},
  };
  return rows_text(columns, profile.routines, most_rows) + '\n';
}

std::string histogram_table(Profile const& profile) {
  std::vector<HistogramBin> with_data;
  std::copy_if(profile.histogram.begin(), profile.histogram.end(), std::back_inserter(with_data),
               [](auto const& bin) { return bin.up_to_bytes > 0; });
  if (with_data.empty())
    return {};
  std::vector<ColumnOf<HistogramBin>> const columns{
      {{"Message sizes of", "", 26, Align::left}, [](auto& r) { return r.routine; }},
      {{"up to", "bytes", 12}, [](auto& r) { return number(r.up_to_bytes); }},
      {{"calls", "", 12}, [](auto& r) { return number(r.calls); }},
      {{"Mbytes", "", 12}, [](auto& r) { return megabytes(r.bytes); }},
  };
  return rows_text(columns, with_data, 2 * most_rows) + '\n';
}

std::string region_table(Profile const& profile) {
  bool const none =
      std::all_of(profile.regions.begin(), profile.regions.end(), [](auto const& region) {
        return region.region == to_string(comms::Region::other);
      });
  if (none)
    return {};
  std::vector<ColumnOf<ProfileRegion>> const columns{
      {{"Region", "", 9, Align::left}, [](auto& r) { return r.region; }},
      {{"calls", "", 12}, [](auto& r) { return number(r.calls); }},
      {{"mean", "s", 10}, [](auto& r) { return seconds(r.seconds_mean); }},
      {{"min rank", "s", 10}, [](auto& r) { return seconds(r.seconds_minimum); }},
      {{"max rank", "s", 10}, [](auto& r) { return seconds(r.seconds_maximum); }},
      {{"in MPI", "s", 10}, [](auto& r) { return seconds(r.mpi_seconds_mean); }},
      {{"sent", "Mbytes", 12}, [](auto& r) { return megabytes(r.bytes); }},
  };
  return rows_text(columns, profile.regions, most_rows) + '\n';
}

} // namespace kitt::mpi_profile::detail
