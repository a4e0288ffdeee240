// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/profile_text.hpp"

#include "comms/ranks/traffic.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <concepts>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <tuple>

// Each of these tables is empty if the profile has nothing to show in it.
namespace kitt::mpi_profile {

namespace {

using perf::Align;
using perf::ColumnOf;
using perf::percent;

constexpr std::size_t most_rows = 20;
constexpr std::size_t most_ranks = 16;

std::string number(std::integral auto value) {
  return fmt::format("{}", value);
}
std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.3f}", static_cast<double>(bytes) * 1e-6);
}
std::string megabytes(std::optional<std::uint64_t> const& bytes) {
  return bytes ? megabytes(*bytes) : "-";
}
std::string seconds(double time) {
  return fmt::format("{:.6f}", time);
}
std::string scientific(double time) {
  return fmt::format("{:.4e}", time);
}

/// Calls of a routine with all sizes.
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

/// Returns the routines, longest time first, and a last row with the total.
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

/// Returns a table of routines, all sizes together, with the columns of the profile of the weather
/// model IFS.
std::string routine_table(Profile const& profile) {
  std::vector<ColumnOf<Routine>> const columns{
      {{"MPI routine", "", 26, Align::left}, [](auto& r) { return r.name; }},
      {{"calls", "", 12}, [](auto& r) { return number(r.calls); }},
      {{"avg. bytes", "", 12}, [](auto& r) { return fmt::format("{:.1f}", r.mean_bytes()); }},
      {{"Mbytes", "", 12}, [](auto& r) { return megabytes(r.bytes); }},
      {{"time", "s, all ranks", 12}, [](auto& r) { return seconds(r.seconds); }},
  };
  return rows_text(columns, routines_of(profile)) + '\n';
}

/// Returns a table of calls by size, with the columns of BSMBench's profiles (made by IPM).
std::string size_table(Profile const& profile) {
  std::vector<ColumnOf<ProfileRow>> const columns{
      {{"MPI routine", "", 26, Align::left}, [](auto& r) { return r.calls.routine; }},
      {{"Region", "", 9, Align::left}, [](auto& r) { return r.calls.region; }},
      {{"Comm", "size", 5}, [](auto& r) { return number(r.calls.comm_size); }},
      {{"Buffer", "bytes", 11}, [](auto& r) { return number(r.calls.bytes_per_call); }},
      {{"Ncalls", "", 11}, [](auto& r) { return number(r.calls.calls); }},
      {{"Total", "s", 10}, [](auto& r) { return scientific(r.calls.seconds_total); }},
      {{"Avg", "s", 10}, [](auto& r) { return scientific(r.calls.seconds_mean()); }},
      {{"Min", "s", 10}, [](auto& r) { return scientific(r.calls.seconds_minimum); }},
      {{"Max", "s", 10}, [](auto& r) { return scientific(r.calls.seconds_maximum); }},
      {{"MPI", "%", 6}, [](auto& r) { return percent(r.share_of_mpi, 2); }},
      {{"Wall", "%", 6}, [](auto& r) { return percent(r.share_of_wall, 2); }},
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
  if (std::all_of(profile.regions.begin(), profile.regions.end(), [](auto const& region) {
        return region.region == to_string(comms::Region::other);
      }))
    return {};
  std::vector<ColumnOf<ProfileRegion>> const columns{
      {{"Region", "", 9, Align::left}, [](auto& r) { return r.region; }},
      {{"calls", "", 12}, [](auto& r) { return number(r.calls); }},
      {{"mean", "s", 10}, [](auto& r) { return seconds(r.seconds_mean); }},
      {{"min rank", "s", 10}, [](auto& r) { return seconds(r.seconds_minimum); }},
      {{"max rank", "s", 10}, [](auto& r) { return seconds(r.seconds_maximum); }},
      {{"in MPI", "s", 10}, [](auto& r) { return seconds(r.mpi_seconds_mean); }},
      {{"sent", "Mbytes", 12}, [](auto& r) { return megabytes(r.bytes); }},
      {{"sent per rank", "MB/s", 13},
       [](auto& r) { return fmt::format("{:.2f}", r.mb_per_s_per_rank); }},
  };
  return rows_text(columns, profile.regions, most_rows) + '\n';
}

/// Sums over all ranks of a node.
struct Node {
  int number = 0;
  std::string hostname;
  int ranks = 0;
  MemoryFootprint memory;

  void add(ProfileRank const& rank) {
    number = rank.node;
    hostname = rank.hostname;
    ++ranks;
    memory.peak_resident_bytes += rank.memory.peak_resident_bytes;
    memory.huge_page_bytes += rank.memory.huge_page_bytes;
    add(memory.field_bytes, rank.memory.field_bytes);
    add(memory.buffer_bytes, rank.memory.buffer_bytes);
  }
  static void add(std::optional<std::uint64_t>& sum, std::optional<std::uint64_t> const& bytes) {
    if (bytes)
      sum = sum.value_or(0) + *bytes;
  }
};

std::string square(std::vector<std::vector<std::uint64_t>> const& matrix, std::string const& name,
                   std::string (*text)(std::uint64_t)) {
  auto const ranks = matrix.size();
  std::vector<perf::Column> columns{{name + " from", "", 13}};
  for (std::size_t to = 0; to < ranks; ++to)
    columns.push_back({fmt::format("to {}", to), "", 10});
  perf::Table const table(columns);
  auto lines = table.header();
  for (std::size_t from = 0; from < ranks; ++from) {
    std::vector<std::string> cells{number(from)};
    for (auto const value : matrix[from])
      cells.push_back(value == 0 ? "." : text(value));
    lines += table.row(cells);
  }
  return lines + '\n';
}

std::string rank_table(Profile const& profile) {
  std::vector<ColumnOf<ProfileRank>> const columns{
      {{"Rank", "", 5}, [](auto& r) { return number(r.rank); }},
      {{"Node", "", 5}, [](auto& r) { return number(r.node); }},
      {{"wall", "s", 10}, [](auto& r) { return seconds(r.wall_seconds); }},
      {{"MPI", "s", 10}, [](auto& r) { return seconds(r.mpi_seconds); }},
      {{"waiting", "s", 10},
       [](auto& r) { return r.wait_seconds ? seconds(*r.wait_seconds) : "-"; }},
      {{"computing", "s", 10}, [](auto& r) { return seconds(r.compute_seconds()); }},
      {{"sent", "Mbytes", 11}, [](auto& r) { return megabytes(r.bytes_sent); }},
      {{"messages", "", 10}, [](auto& r) { return number(r.messages_sent); }},
      {{"peak res.", "Mbytes", 9}, [](auto& r) { return megabytes(r.memory.peak_resident_bytes); }},
      {{"fields", "Mbytes", 9}, [](auto& r) { return megabytes(r.memory.field_bytes); }},
      {{"buffers", "Mbytes", 9}, [](auto& r) { return megabytes(r.memory.buffer_bytes); }},
      {{"huge p.", "Mbytes", 9}, [](auto& r) { return megabytes(r.memory.huge_page_bytes); }},
  };
  return rows_text(columns, profile.ranks, most_ranks) + '\n';
}

std::string node_table(Profile const& profile) {
  std::map<int, Node> sums;
  for (auto const& rank : profile.ranks)
    sums[rank.node].add(rank);
  std::vector<Node> nodes;
  for (auto const& [number, node] : sums)
    nodes.push_back(node);
  std::vector<ColumnOf<Node>> const columns{
      {{"Node", "", 5}, [](auto& r) { return number(r.number); }},
      {{"ranks", "", 5}, [](auto& r) { return number(r.ranks); }},
      {{"peak res.", "Mbytes", 10},
       [](auto& r) { return megabytes(r.memory.peak_resident_bytes); }},
      {{"fields", "Mbytes", 10}, [](auto& r) { return megabytes(r.memory.field_bytes); }},
      {{"buffers", "Mbytes", 10}, [](auto& r) { return megabytes(r.memory.buffer_bytes); }},
      {{"huge p.", "Mbytes", 10}, [](auto& r) { return megabytes(r.memory.huge_page_bytes); }},
      {{"name", "", 10, Align::left}, [](auto& r) { return r.hostname; }},
  };
  return rows_text(columns, nodes, most_ranks) + '\n';
}

std::string matrix_table(Profile const& profile) {
  auto const ranks = profile.ranks.size();
  if (!profile.matrix || ranks > most_ranks || ranks == 1)
    return {};
  return square(profile.matrix->bytes, "Mbytes", megabytes) +
         square(profile.matrix->messages, "Messages", number);
}

} // namespace

std::string profile_text(Profile const& profile) {
  return perf::banner("MPI profile") + detail::run_text(profile) + routine_table(profile) +
         size_table(profile) + histogram_table(profile) + region_table(profile) +
         rank_table(profile) + node_table(profile) + matrix_table(profile);
}

std::string run_time_text(int ranks, RunTime const& run) {
  return fmt::format("{}, means: total {:.3f} s, compute {:.3f} s, communication {:.3f} s, share "
                     "{:.1f} %",
                     perf::counted(ranks, "rank"), run.total_seconds, run.compute_seconds(),
                     run.communication_seconds, 100 * run.communication_share());
}

} // namespace kitt::mpi_profile
