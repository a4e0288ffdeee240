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
      field("routine", &CallRow::routine,
            "MPI_Xxx; 'shared memory': a face written into the memory of another rank, whose time "
            "is in the region alone"),
      field("region", &CallRow::region,
            "what it was for; wait: barriers before exchanges; messages: samples of messages and "
            "operations; other: anything else")
          .like("^(other|halo|reduction|barrier|wait|messages)$"),
      field("comm_size", &CallRow::comm_size, "ranks that take part in a collective; else 0"),
      figure("bytes_per_call", &CallRow::bytes_per_call, "bytes",
             "that a rank hands over; of a receive, makes room for; rounded up to a power of two "
             "where one thread made calls of more than 4096 kinds"),
      field("calls", &CallRow::calls, "of all ranks").at_least(1),
      figure(
          "bytes", [](CallRow const& row) { return row.bytes(); }, "bytes",
          "calls times bytes_per_call"),
      figure("seconds_total", &CallRow::seconds_total, "s", "of all ranks"),
      figure(
          "seconds_mean", [](CallRow const& row) { return row.seconds_mean(); }, "s", "per call"),
      figure("seconds_minimum", &CallRow::seconds_minimum, "s", "of one call"),
      figure("seconds_maximum", &CallRow::seconds_maximum, "s", "of one call"));
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
  return kitt::fields(figure("peak_resident_bytes", &MemoryFootprint::peak_resident_bytes, "bytes",
                             "the kernel's high-water mark (VmHWM); 0: unknown"),
                      figure("field_bytes", &MemoryFootprint::field_bytes, "bytes",
                             "allocated for fields, the most at any time"),
                      figure("buffer_bytes", &MemoryFootprint::buffer_bytes, "bytes",
                             "allocated for faces on their way, the most at any time"),
                      figure("huge_page_bytes", &MemoryFootprint::huge_page_bytes, "bytes",
                             "on 2 MiB pages, the most seen"));
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
  return kitt::fields(
      inlined(&ProfileRow::calls),
      field("share_of_mpi", &ProfileRow::share_of_mpi, "of the time of all ranks in MPI")
          .at_least(0),
      field("share_of_wall", &ProfileRow::share_of_wall, "of the wall time of all ranks")
          .at_least(0));
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
  return kitt::fields(
      field("region", &ProfileRegion::region,
            "what it was for; wait: barriers before exchanges; messages: samples of messages and "
            "operations; other: anything else")
          .like("^(other|halo|reduction|barrier|wait|messages)$"),
      field("calls", &ProfileRegion::calls,
            "visits by all ranks: exchanges, reductions, barriers; other: calls of MPI"),
      figure("seconds_mean", &ProfileRegion::seconds_mean, "s", "of ranks"),
      figure("seconds_minimum", &ProfileRegion::seconds_minimum, "s", "of ranks"),
      figure("seconds_maximum", &ProfileRegion::seconds_maximum, "s", "of ranks"),
      figure("mpi_seconds_mean", &ProfileRegion::mpi_seconds_mean, "s", "of that, in MPI"),
      figure("bytes", &ProfileRegion::bytes, "bytes",
             "sent by all ranks, as messages and through shared memory"),
      figure("mb_per_s_per_rank", &ProfileRegion::mb_per_s_per_rank, "MB/s/rank",
             "10^6 bytes that a rank sent, over its time in the region; means of ranks")
          .since_later());
}

/// Calls of a routine with more than half of, and at most, so many bytes.
struct HistogramBin {
  std::string routine;
  std::uint64_t up_to_bytes = 0; ///< a power of two, or 0: without data
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
};
constexpr auto fields_of(HistogramBin const*) {
  return kitt::fields(field("routine", &HistogramBin::routine, "as above"),
                      figure("up_to_bytes", &HistogramBin::up_to_bytes, "bytes",
                             "at most so many, more than half; 0: without data"),
                      field("calls", &HistogramBin::calls, "of all ranks").at_least(1),
                      figure("bytes", &HistogramBin::bytes, "bytes", "of all ranks"));
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
      field("rank", &ProfileRank::rank, "number"),
      field("hostname", &ProfileRank::hostname, "of its node"),
      field("node", &ProfileRank::node, "number of its node"),
      field("socket", &ProfileRank::socket,
            "that its main thread ran on at the end, as the kernel numbers them; 0: unknown")
          .since_later(),
      figure("wall_seconds", &ProfileRank::wall_seconds, "s", "from start to end of the profile"),
      figure("mpi_seconds", &ProfileRank::mpi_seconds, "s", "in MPI routines, all threads"),
      figure("communication_seconds", &ProfileRank::communication_seconds, "s",
             "of the main thread: in MPI, or in a region; the rest of the wall time it computed"),
      figure("wait_seconds", &ProfileRank::wait_seconds, "s",
             "in the barriers before exchanges; null: not asked for"),
      figure("bytes_sent", &ProfileRank::bytes_sent, "bytes",
             "as messages and through shared memory, without collectives"),
      field("messages_sent", &ProfileRank::messages_sent, "the same"),
      inlined(&ProfileRank::memory));
}

/// Row: who sends.
struct TrafficMatrix {
  std::vector<std::vector<std::uint64_t>> bytes;
  std::vector<std::vector<std::uint64_t>> messages;
};
constexpr auto fields_of(TrafficMatrix const*) {
  return kitt::fields(
      figure("bytes", &TrafficMatrix::bytes, "bytes", "bytes"),
      field("messages", &TrafficMatrix::messages, "messages, or faces written into shared memory"));
}

/// What share of a step of the run the ranks' communication took.
struct ProfileStep {
  double begin_seconds = 0; ///< since the start
  double share_mean = 0;    ///< of ranks, as minimum and maximum
  double share_minimum = 0;
  double share_maximum = 0;
};
constexpr auto fields_of(ProfileStep const*) {
  return kitt::fields(
      figure("begin_seconds", &ProfileStep::begin_seconds, "s", "since the profile's start"),
      field("share_mean", &ProfileStep::share_mean, "of ranks").at_least(0),
      field("share_minimum", &ProfileStep::share_minimum, "of the rank that has least").at_least(0),
      field("share_maximum", &ProfileStep::share_maximum, "of the rank that has most").at_least(0));
}
/// The run along time.
struct ProfileTimeline {
  double step_seconds = 0;
  std::vector<ProfileStep> steps;
  /// Row: a rank; column: a step.
  std::optional<std::vector<std::vector<double>>> shares; ///< none: more than largest_matrix ranks
};
constexpr auto fields_of(ProfileTimeline const*) {
  return kitt::fields(figure("step_seconds", &ProfileTimeline::step_seconds, "s",
                             "1/8 s, or longer where the run took over 32 s")
                          .above(0),
                      field("steps", &ProfileTimeline::steps, "in order"),
                      field("shares", &ProfileTimeline::shares,
                            "row: a rank, column: a step; absent beyond 256 ranks")
                          .at_least(0)
                          .or_absent());
}

/// The slowest over the mean: of ranks, or of the means of the ranks of sockets or nodes.
struct Imbalance {
  double mpi_maximum_over_mean = 1;
  double compute_maximum_over_mean = 1;
};
constexpr auto fields_of(Imbalance const*) {
  return kitt::fields(
      field("mpi_maximum_over_mean", &Imbalance::mpi_maximum_over_mean, "of mpi_seconds")
          .at_least(0),
      field("compute_maximum_over_mean", &Imbalance::compute_maximum_over_mean,
            "of wall_seconds less communication_seconds")
          .at_least(0));
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
      field("barriers", &Profile::barriers,
            "one before each exchange of faces (--profile-barriers); figures include the waiting"),
      figure("wall_seconds", &Profile::wall_seconds, "s", "mean of ranks"),
      figure("mpi_seconds", &Profile::mpi_seconds, "s",
             "in MPI routines, all threads of a rank; mean of ranks"),
      field("routines", &Profile::routines,
            "one row per routine, region, ranks that take part, and size; sums over ranks, longest "
            "first"),
      field("regions", &Profile::regions, "parts of KITT's own communication"),
      field("histogram", &Profile::histogram, "sizes of what is handed over, by routine"),
      field("ranks", &Profile::ranks, "in order").not_empty(),
      field("imbalance", &Profile::of_ranks, "slowest rank over the mean of ranks"),
      field("imbalance_of_sockets", &Profile::of_sockets,
            "the same of sockets, each the mean of its ranks")
          .since_later(),
      field("imbalance_of_nodes", &Profile::of_nodes,
            "the same of nodes, each the mean of its ranks")
          .since_later(),
      field("timeline", &Profile::timeline,
            "the run along time: what share of each step was communication of the main thread (in "
            "MPI, or in a region)")
          .since_later(),
      field("matrix", &Profile::matrix,
            "row: who sends, column: who gets; as messages and through shared memory, without "
            "collectives; absent beyond 256 ranks")
          .or_absent());
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
