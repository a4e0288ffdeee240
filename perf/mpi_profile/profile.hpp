// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/mpi_profile/run_time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// \file
/// A profile as data: what each rank recorded, and what all of them together come to. The lists of
/// fields say how a rank's record travels to rank 0, and how records write the profile.

namespace kitt::mpi_profile {

/// Calls of one routine, in one region, with one size.
struct CallRow {
  std::string routine;
  std::string region;
  int comm_size = 0;                ///< of a collective; else 0
  std::uint64_t bytes_per_call = 0; ///< that the rank hands over, or (receives) makes room for
  std::uint64_t calls = 0;
  double seconds_total = 0;
  double seconds_minimum = 0;
  double seconds_maximum = 0;

  std::uint64_t bytes() const { return calls * bytes_per_call; }
  double seconds_mean() const { return seconds_total / static_cast<double>(calls); }
};
constexpr auto fields_of(CallRow const*) {
  return kitt::fields(
      field("routine", &CallRow::routine), field("region", &CallRow::region),
      field("comm_size", &CallRow::comm_size), field("bytes_per_call", &CallRow::bytes_per_call),
      field("calls", &CallRow::calls),
      derived("bytes", [](CallRow const& row) { return row.bytes(); }),
      field("seconds_total", &CallRow::seconds_total),
      derived("seconds_mean", [](CallRow const& row) { return row.seconds_mean(); }),
      field("seconds_minimum", &CallRow::seconds_minimum),
      field("seconds_maximum", &CallRow::seconds_maximum));
}

/// One region on one rank. Time of all its threads together; without that of regions inside it.
struct RegionTime {
  std::string region;
  std::uint64_t calls = 0;
  double seconds = 0;
  double mpi_seconds = 0;  ///< in calls of MPI
  std::uint64_t bytes = 0; ///< sent, by messages or shared memory
};
constexpr auto fields_of(RegionTime const*) {
  return kitt::fields(field("region", &RegionTime::region), field("calls", &RegionTime::calls),
                      field("seconds", &RegionTime::seconds),
                      field("mpi_seconds", &RegionTime::mpi_seconds),
                      field("bytes", &RegionTime::bytes));
}

/// What one rank sent to another.
struct Traffic {
  int from = 0;
  int to = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};
constexpr auto fields_of(Traffic const*) {
  return kitt::fields(field("from", &Traffic::from), field("to", &Traffic::to),
                      field("bytes", &Traffic::bytes), field("messages", &Traffic::messages));
}

/// The memory of one rank. What is not known is empty.
struct MemoryFootprint {
  std::uint64_t peak_resident_bytes = 0;          ///< the kernel's high-water mark
  std::optional<std::uint64_t> field_bytes = {};  ///< the most at any time
  std::optional<std::uint64_t> buffer_bytes = {}; ///< of the exchange, the most at any time
  std::uint64_t huge_page_bytes = 0;
};
constexpr auto fields_of(MemoryFootprint const*) {
  return kitt::fields(field("peak_resident_bytes", &MemoryFootprint::peak_resident_bytes),
                      field("field_bytes", &MemoryFootprint::field_bytes),
                      field("buffer_bytes", &MemoryFootprint::buffer_bytes),
                      field("huge_page_bytes", &MemoryFootprint::huge_page_bytes));
}

/// What one rank recorded.
struct RankRecord {
  int rank = 0;
  std::string hostname = {};
  int node_leader = 0; ///< first rank of its node
  int socket = 0;      ///< of the thread that started, when it ended
  double wall_seconds = 0;
  /// Time that the thread that started spent in MPI or in a region; for the rest of the wall time
  /// it computed.
  double communication_seconds = 0;
  double step_seconds = 1; ///< a power of two times 1/8 s
  /// The same in each step since the start; after the last of them nothing.
  std::vector<double> communication_by_step = {};
  std::vector<CallRow> calls = {};
  std::vector<RegionTime> regions = {};
  std::vector<Traffic> traffic = {}; ///< only pairs of ranks between which something went
  MemoryFootprint memory = {};
};
constexpr auto fields_of(RankRecord const*) {
  return kitt::fields(field("rank", &RankRecord::rank), field("hostname", &RankRecord::hostname),
                      field("node_leader", &RankRecord::node_leader),
                      field("socket", &RankRecord::socket),
                      field("wall_seconds", &RankRecord::wall_seconds),
                      field("communication_seconds", &RankRecord::communication_seconds),
                      field("step_seconds", &RankRecord::step_seconds),
                      field("communication_by_step", &RankRecord::communication_by_step),
                      field("calls", &RankRecord::calls), field("regions", &RankRecord::regions),
                      field("traffic", &RankRecord::traffic), field("memory", &RankRecord::memory));
}

/// CallRow over all ranks.
struct ProfileRow {
  CallRow calls;
  double share_of_mpi = 0;  ///< of the time of all ranks in MPI
  double share_of_wall = 0; ///< of the wall time of all ranks
};
constexpr auto fields_of(ProfileRow const*) {
  return kitt::fields(inlined(&ProfileRow::calls), field("share_of_mpi", &ProfileRow::share_of_mpi),
                      field("share_of_wall", &ProfileRow::share_of_wall));
}
/// Time and messages of one region of the program, over all ranks.
struct ProfileRegion {
  std::string region;
  std::uint64_t calls = 0; ///< of all ranks
  double seconds_mean = 0; ///< of ranks, as minimum and maximum
  double seconds_minimum = 0;
  double seconds_maximum = 0;
  double mpi_seconds_mean = 0;
  std::uint64_t bytes = 0;      ///< of all ranks
  double mb_per_s_per_rank = 0; ///< of 10^6 bytes sent, in the mean time of ranks
};
constexpr auto fields_of(ProfileRegion const*) {
  return kitt::fields(field("region", &ProfileRegion::region),
                      field("calls", &ProfileRegion::calls),
                      field("seconds_mean", &ProfileRegion::seconds_mean),
                      field("seconds_minimum", &ProfileRegion::seconds_minimum),
                      field("seconds_maximum", &ProfileRegion::seconds_maximum),
                      field("mpi_seconds_mean", &ProfileRegion::mpi_seconds_mean),
                      field("bytes", &ProfileRegion::bytes),
                      field("mb_per_s_per_rank", &ProfileRegion::mb_per_s_per_rank).since_later());
}

/// Calls of a routine with more than half of, and at most, so many bytes.
struct HistogramBin {
  std::string routine;
  std::uint64_t up_to_bytes = 0; ///< a power of two, or 0: without data
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
};
constexpr auto fields_of(HistogramBin const*) {
  return kitt::fields(field("routine", &HistogramBin::routine),
                      field("up_to_bytes", &HistogramBin::up_to_bytes),
                      field("calls", &HistogramBin::calls), field("bytes", &HistogramBin::bytes));
}
/// One rank's time and memory.
struct ProfileRank {
  int rank = 0;
  std::string hostname;
  int node = 0;
  int socket = 0;
  double wall_seconds = 0;
  double mpi_seconds = 0;
  double communication_seconds = 0;
  std::optional<double> wait_seconds = {}; ///< in barriers before exchanges; none: not asked for
  std::uint64_t bytes_sent = 0;
  std::uint64_t messages_sent = 0;
  MemoryFootprint memory;

  double compute_seconds() const { return wall_seconds - communication_seconds; }
};
constexpr auto fields_of(ProfileRank const*) {
  return kitt::fields(
      field("rank", &ProfileRank::rank), field("hostname", &ProfileRank::hostname),
      field("node", &ProfileRank::node), field("socket", &ProfileRank::socket).since_later(),
      field("wall_seconds", &ProfileRank::wall_seconds),
      field("mpi_seconds", &ProfileRank::mpi_seconds),
      field("communication_seconds", &ProfileRank::communication_seconds),
      field("wait_seconds", &ProfileRank::wait_seconds),
      field("bytes_sent", &ProfileRank::bytes_sent),
      field("messages_sent", &ProfileRank::messages_sent), inlined(&ProfileRank::memory));
}

/// Row: who sends.
struct TrafficMatrix {
  std::vector<std::vector<std::uint64_t>> bytes;
  std::vector<std::vector<std::uint64_t>> messages;
};
constexpr auto fields_of(TrafficMatrix const*) {
  return kitt::fields(field("bytes", &TrafficMatrix::bytes),
                      field("messages", &TrafficMatrix::messages));
}

/// What share of a step of the run the ranks' communication took.
struct ProfileStep {
  double begin_seconds = 0; ///< since the start
  double share_mean = 0;    ///< of ranks, as minimum and maximum
  double share_minimum = 0;
  double share_maximum = 0;
};
constexpr auto fields_of(ProfileStep const*) {
  return kitt::fields(field("begin_seconds", &ProfileStep::begin_seconds),
                      field("share_mean", &ProfileStep::share_mean),
                      field("share_minimum", &ProfileStep::share_minimum),
                      field("share_maximum", &ProfileStep::share_maximum));
}
/// The run along time.
struct ProfileTimeline {
  double step_seconds = 0;
  std::vector<ProfileStep> steps;
  /// Row: a rank; column: a step.
  std::optional<std::vector<std::vector<double>>> shares; ///< none: more than largest_matrix ranks
};
constexpr auto fields_of(ProfileTimeline const*) {
  return kitt::fields(field("step_seconds", &ProfileTimeline::step_seconds),
                      field("steps", &ProfileTimeline::steps),
                      field("shares", &ProfileTimeline::shares).or_absent());
}

/// The slowest over the mean: of ranks, or of the means of the ranks of sockets or nodes.
struct Imbalance {
  double mpi_maximum_over_mean = 1;
  double compute_maximum_over_mean = 1;
};
constexpr auto fields_of(Imbalance const*) {
  return kitt::fields(field("mpi_maximum_over_mean", &Imbalance::mpi_maximum_over_mean),
                      field("compute_maximum_over_mean", &Imbalance::compute_maximum_over_mean));
}

/// What all ranks recorded.
struct Profile {
  bool barriers = false;   ///< one before each exchange
  double wall_seconds = 0; ///< mean of ranks, as mpi_seconds
  double mpi_seconds = 0;
  std::vector<ProfileRow> routines; ///< by time, longest first
  std::vector<ProfileRegion> regions;
  std::vector<HistogramBin> histogram; ///< by routine and size
  std::vector<ProfileRank> ranks;
  Imbalance of_ranks;
  Imbalance of_sockets;
  Imbalance of_nodes;
  ProfileTimeline timeline;
  std::optional<TrafficMatrix> matrix; ///< none: more than largest_matrix ranks
};
constexpr auto fields_of(Profile const*) {
  return kitt::fields(
      field("barriers", &Profile::barriers), field("wall_seconds", &Profile::wall_seconds),
      field("mpi_seconds", &Profile::mpi_seconds), field("routines", &Profile::routines),
      field("regions", &Profile::regions), field("histogram", &Profile::histogram),
      field("ranks", &Profile::ranks), field("imbalance", &Profile::of_ranks),
      field("imbalance_of_sockets", &Profile::of_sockets).since_later(),
      field("imbalance_of_nodes", &Profile::of_nodes).since_later(),
      field("timeline", &Profile::timeline).since_later(),
      field("matrix", &Profile::matrix).or_absent());
}

/// The run as a whole.
RunTime run_time(Profile const& profile);

/// Ranks of which the matrix is kept: it grows with their square.
inline constexpr std::size_t largest_matrix = 256;

/// The ranks' steps side by side, as long as those of the rank that has the longest.
ProfileTimeline timeline_of(std::vector<RankRecord> const& ranks);

/// Ranks in order, at least one.
Profile merge(std::vector<RankRecord> const& ranks, bool barriers);

} // namespace kitt::mpi_profile
