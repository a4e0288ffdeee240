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
/// A profile as data: what each rank recorded, and the results over all ranks. The lists of
/// fields define how a rank's record is sent to rank 0, and how a profile is written.

namespace kitt::mpi_profile {

/// Calls of one routine in one region, with one size.
struct CallRow {
  std::string routine;
  std::string region;
  int comm_size = 0; ///< ranks that take part in a collective; otherwise 0
  /// bytes that the rank gives to a call; for a receive, the size of its buffer
  std::uint64_t bytes_per_call = 0;
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
            "counts only in the region")
          .column("Routine"),
      field("region", &CallRow::region,
            "purpose of the call; wait: barriers before exchanges; messages: samples of messages "
            "and operations; other: anything else")
          .like("^(other|halo|reduction|barrier|wait|messages)$")
          .column("Region"),
      field("comm_size", &CallRow::comm_size, "ranks that take part in a collective; otherwise 0"),
      figure("bytes_per_call", &CallRow::bytes_per_call, "bytes",
             "bytes that a rank gives to a call; for a receive, the size of its buffer; rounded up "
             "to a power of two if a thread made calls of more than 4096 kinds")
          .column("Bytes per call", as::bytes()),
      field("calls", &CallRow::calls, "number of calls of all ranks")
          .at_least(1)
          .column("Calls (all ranks)"),
      figure(
          "bytes", [](CallRow const& row) { return row.bytes(); }, "bytes",
          "calls times bytes_per_call")
          .column("Bytes (all ranks)", as::bytes()),
      figure("seconds_total", &CallRow::seconds_total, "s", "total time of all ranks")
          .column("Total (all ranks)", as::seconds()),
      figure(
          "seconds_mean", [](CallRow const& row) { return row.seconds_mean(); }, "s",
          "mean time per call")
          .column("Mean (per call)", as::seconds()),
      figure("seconds_minimum", &CallRow::seconds_minimum, "s", "shortest time of a call")
          .column("Minimum (per call)", as::seconds()),
      figure("seconds_maximum", &CallRow::seconds_maximum, "s", "longest time of a call")
          .column("Maximum (per call)", as::seconds()));
}

/// One region on one rank. The times are sums over the threads of the rank, without regions inside
/// this region.
struct RegionTime {
  std::string region;
  std::uint64_t calls = 0;
  double seconds = 0;
  double mpi_seconds = 0;  ///< time in MPI calls
  std::uint64_t bytes = 0; ///< bytes sent by messages or through shared memory
};
constexpr auto fields_of(RegionTime const*) {
  return kitt::fields(field("region", &RegionTime::region), field("calls", &RegionTime::calls),
                      field("seconds", &RegionTime::seconds),
                      field("mpi_seconds", &RegionTime::mpi_seconds),
                      field("bytes", &RegionTime::bytes));
}

/// Data that one rank sent to another rank.
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

/// Memory of one rank. Unknown values are empty.
struct MemoryFootprint {
  std::uint64_t peak_resident_bytes = 0;         ///< high-water mark of the kernel
  std::optional<std::uint64_t> field_bytes = {}; ///< largest size at any time
  /// message buffers of exchanges; largest size at any time
  std::optional<std::uint64_t> buffer_bytes = {};
  std::uint64_t huge_page_bytes = 0;
};
constexpr auto fields_of(MemoryFootprint const*) {
  return kitt::fields(
      figure("peak_resident_bytes", &MemoryFootprint::peak_resident_bytes, "bytes",
             "high-water mark of the kernel (VmHWM); 0 if unknown")
          .column("Memory (peak)", as::bytes()),
      figure("field_bytes", &MemoryFootprint::field_bytes, "bytes",
             "memory allocated for fields; largest size at any time")
          .column("Fields", as::bytes()),
      figure("buffer_bytes", &MemoryFootprint::buffer_bytes, "bytes",
             "memory allocated for message buffers of faces; largest size at any time")
          .column("Buffers", as::bytes()),
      figure("huge_page_bytes", &MemoryFootprint::huge_page_bytes, "bytes",
             "memory on 2 MiB pages; largest size seen")
          .column("On huge pages", as::bytes()));
}

/// Everything that one rank recorded.
struct RankRecord {
  int rank = 0;
  std::string hostname = {};
  int node_leader = 0; ///< first rank of its node
  int socket = 0;      ///< socket of the thread that started recording, at the end
  double wall_seconds = 0;
  /// Time that the starting thread spent in MPI or in a region. In the rest of the wall time, the
  /// thread computed.
  double communication_seconds = 0;
  double step_seconds = 1; ///< length of a step: a power of two times 1/8 s
  /// Communication time in each step since the start. Steps after the last entry had no
  /// communication.
  std::vector<double> communication_by_step = {};
  std::vector<CallRow> calls = {};
  std::vector<RegionTime> regions = {};
  std::vector<Traffic> traffic = {}; ///< only pairs of ranks with traffic
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

/// Calls of one routine in one region with one size, over all ranks.
struct ProfileRow {
  CallRow calls;
  double share_of_mpi = 0;  ///< fraction of the time of all ranks in MPI
  double share_of_wall = 0; ///< fraction of the wall time of all ranks
};
constexpr auto fields_of(ProfileRow const*) {
  return kitt::fields(
      inlined(&ProfileRow::calls),
      field("share_of_mpi", &ProfileRow::share_of_mpi, "fraction of the time of all ranks in MPI")
          .at_least(0)
          .column("Of MPI (%)", as::percent()),
      field("share_of_wall", &ProfileRow::share_of_wall, "fraction of the wall time of all ranks")
          .at_least(0)
          .column("Of wall (%)", as::percent()));
}
/// Time and messages of one region of the program, over all ranks.
struct ProfileRegion {
  std::string region;
  std::uint64_t calls = 0; ///< number of visits, sum over ranks
  double seconds_mean = 0; ///< mean over ranks, with minimum and maximum over ranks
  double seconds_minimum = 0;
  double seconds_maximum = 0;
  double mpi_seconds_mean = 0;
  std::uint64_t bytes = 0;      ///< bytes sent, sum over ranks
  double mb_per_s_per_rank = 0; ///< 10^6 bytes sent per second: mean over ranks
};
constexpr auto fields_of(ProfileRegion const*) {
  return kitt::fields(
      field("region", &ProfileRegion::region,
            "purpose of the communication; wait: barriers before exchanges; messages: samples of "
            "messages and operations; other: anything else")
          .like("^(other|halo|reduction|barrier|wait|messages)$")
          .column("Region"),
      field("calls", &ProfileRegion::calls,
            "visits of all ranks to the region: exchanges, reductions, barriers; for other: MPI "
            "calls")
          .column("Visits (all ranks)"),
      figure("seconds_mean", &ProfileRegion::seconds_mean, "s", "mean time of ranks in the region")
          .column("Time (mean of ranks)", as::seconds()),
      figure("seconds_minimum", &ProfileRegion::seconds_minimum, "s",
             "shortest time of a rank in the region")
          .column("Least (rank)", as::seconds()),
      figure("seconds_maximum", &ProfileRegion::seconds_maximum, "s",
             "longest time of a rank in the region")
          .column("Most (rank)", as::seconds()),
      figure("mpi_seconds_mean", &ProfileRegion::mpi_seconds_mean, "s",
             "mean time of ranks in MPI within the region")
          .column("In MPI (mean of ranks)", as::seconds()),
      figure("bytes", &ProfileRegion::bytes, "bytes",
             "bytes sent by all ranks, as messages and through shared memory")
          .column("Sent (all ranks)", as::bytes()),
      figure("mb_per_s_per_rank", &ProfileRegion::mb_per_s_per_rank, "MB/s/rank",
             "10^6 bytes that a rank sent, divided by its time in the region; means over ranks")
          .column("Sent per rank (MB/s)"));
}

/// Calls of a routine with at most `up_to_bytes` bytes and more than half of that.
struct HistogramBin {
  std::string routine;
  std::uint64_t up_to_bytes = 0; ///< a power of two; 0 for calls without data
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
};
constexpr auto fields_of(HistogramBin const*) {
  return kitt::fields(
      field("routine", &HistogramBin::routine, "name of the MPI routine").column("Routine"),
      figure(
          "up_to_bytes", &HistogramBin::up_to_bytes, "bytes",
          "upper limit of bytes per call; the lower limit is half of it; 0 for calls without data")
          .column("Up to", as::bytes()),
      field("calls", &HistogramBin::calls, "number of calls of all ranks")
          .at_least(1)
          .column("Calls"),
      figure("bytes", &HistogramBin::bytes, "bytes", "bytes of all ranks")
          .column("Bytes", as::bytes()));
}
/// Time and memory of one rank.
struct ProfileRank {
  int rank = 0;
  std::string hostname;
  int node = 0;
  int socket = 0;
  double wall_seconds = 0;
  double mpi_seconds = 0;
  double communication_seconds = 0;
  /// time in barriers before exchanges; empty without --profile-barriers
  std::optional<double> wait_seconds = {};
  std::uint64_t bytes_sent = 0;
  std::uint64_t messages_sent = 0;
  MemoryFootprint memory;

  double compute_seconds() const { return wall_seconds - communication_seconds; }
};
constexpr auto fields_of(ProfileRank const*) {
  return kitt::fields(
      field("rank", &ProfileRank::rank, "number").column("Rank"),
      field("hostname", &ProfileRank::hostname, "host name of its node").column("Host"),
      field("node", &ProfileRank::node, "number of its node"),
      field("socket", &ProfileRank::socket,
            "socket on which its main thread ran at the end, in the kernel's numbering; 0 if "
            "unknown"),
      figure("wall_seconds", &ProfileRank::wall_seconds, "s",
             "time from start to end of the profile")
          .column("Wall", as::seconds()),
      figure("mpi_seconds", &ProfileRank::mpi_seconds, "s", "time in MPI routines, all threads")
          .column("In MPI", as::seconds()),
      figure("communication_seconds", &ProfileRank::communication_seconds, "s",
             "time of the main thread in MPI or in a region; in the rest of the wall time it "
             "computed"),
      figure("wait_seconds", &ProfileRank::wait_seconds, "s",
             "time in barriers before exchanges; null without such barriers")
          .column("Waiting (barriers)", as::seconds()),
      figure("bytes_sent", &ProfileRank::bytes_sent, "bytes",
             "bytes sent as messages and through shared memory, without collectives")
          .column("Bytes (sent)", as::bytes()),
      field("messages_sent", &ProfileRank::messages_sent,
            "messages sent, and faces written into shared memory, without collectives")
          .column("Messages (sent)"),
      inlined(&ProfileRank::memory));
}

/// Traffic between ranks. The row is the sender, the column the receiver.
struct TrafficMatrix {
  std::vector<std::vector<std::uint64_t>> bytes;
  std::vector<std::vector<std::uint64_t>> messages;
};
constexpr auto fields_of(TrafficMatrix const*) {
  return kitt::fields(figure("bytes", &TrafficMatrix::bytes, "bytes", "bytes"),
                      field("messages", &TrafficMatrix::messages,
                            "number of messages, or of faces written into shared memory"));
}

/// Share of communication in the time of one step of the run.
struct ProfileStep {
  double begin_seconds = 0; ///< time since the start of the profile
  double share_mean = 0;    ///< mean over ranks, with minimum and maximum over ranks
  double share_minimum = 0;
  double share_maximum = 0;
};
constexpr auto fields_of(ProfileStep const*) {
  return kitt::fields(
      figure("begin_seconds", &ProfileStep::begin_seconds, "s",
             "time since the start of the profile"),
      field("share_mean", &ProfileStep::share_mean, "share of communication, mean over ranks")
          .at_least(0),
      field("share_minimum", &ProfileStep::share_minimum,
            "smallest share of communication of a rank")
          .at_least(0),
      field("share_maximum", &ProfileStep::share_maximum,
            "largest share of communication of a rank")
          .at_least(0));
}
/// Communication along the time of a run.
struct ProfileTimeline {
  double step_seconds = 0;
  std::vector<ProfileStep> steps;
  /// Shares of communication by rank (row) and step (column). Empty if there are more than
  /// largest_matrix ranks.
  std::optional<std::vector<std::vector<double>>> shares;
};
constexpr auto fields_of(ProfileTimeline const*) {
  return kitt::fields(
      figure("step_seconds", &ProfileTimeline::step_seconds, "s",
             "length of a step: 1/8 s, or longer in runs of more than 32 s")
          .above(0),
      field("steps", &ProfileTimeline::steps, "steps in order of time"),
      field("shares", &ProfileTimeline::shares,
            "share of communication by rank (row) and step (column); absent beyond 256 ranks")
          .at_least(0)
          .or_absent());
}

/// Largest value divided by the mean, over ranks, sockets or nodes. The value of a socket or node
/// is the mean of its ranks.
struct Imbalance {
  double mpi_maximum_over_mean = 1;
  double compute_maximum_over_mean = 1;
};
constexpr auto fields_of(Imbalance const*) {
  return kitt::fields(
      field("mpi_maximum_over_mean", &Imbalance::mpi_maximum_over_mean,
            "largest time in MPI (mpi_seconds), divided by the mean")
          .at_least(0),
      field(
          "compute_maximum_over_mean", &Imbalance::compute_maximum_over_mean,
          "largest computing time (wall_seconds minus communication_seconds), divided by the mean")
          .at_least(0));
}

/// Results of the records of all ranks.
struct Profile {
  bool barriers = false;   ///< true if there was a barrier before each exchange
  double wall_seconds = 0; ///< mean over ranks, like mpi_seconds
  double mpi_seconds = 0;
  std::vector<ProfileRow> routines; ///< ordered by time, longest first
  std::vector<ProfileRegion> regions;
  std::vector<HistogramBin> histogram; ///< ordered by routine and size
  std::vector<ProfileRank> ranks;
  Imbalance of_ranks;
  Imbalance of_sockets;
  Imbalance of_nodes;
  ProfileTimeline timeline;
  /// empty if there are more than largest_matrix ranks
  std::optional<TrafficMatrix> matrix;
};
constexpr auto fields_of(Profile const*) {
  return kitt::fields(
      field("barriers", &Profile::barriers,
            "whether there was a barrier before each exchange of faces (--profile-barriers); "
            "figures include the waiting"),
      figure("wall_seconds", &Profile::wall_seconds, "s", "wall time, mean over ranks"),
      figure("mpi_seconds", &Profile::mpi_seconds, "s",
             "time in MPI routines of all threads of a rank; mean over ranks"),
      field("routines", &Profile::routines,
            "calls by routine, region, number of ranks and size; sums over ranks, longest time "
            "first"),
      field("regions", &Profile::regions, "parts of KITT's own communication"),
      field("histogram", &Profile::histogram, "number of calls by routine and size"),
      field("ranks", &Profile::ranks, "ranks in order").not_empty(),
      field("imbalance", &Profile::of_ranks,
            "value of the slowest rank, divided by the mean of ranks"),
      field("imbalance_of_sockets", &Profile::of_sockets,
            "value of the slowest socket, divided by the mean of sockets; a socket's value is the "
            "mean of its ranks"),
      field("imbalance_of_nodes", &Profile::of_nodes,
            "value of the slowest node, divided by the mean of nodes; a node's value is the mean "
            "of its ranks"),
      field("timeline", &Profile::timeline,
            "share of the main thread's communication (in MPI, or in a region) in each step of the "
            "run"),
      field("matrix", &Profile::matrix,
            "traffic by sender (row) and receiver (column), as messages and through shared memory, "
            "without collectives; absent beyond 256 ranks")
          .or_absent());
}

/// Returns total and communication time of the run, means over ranks.
RunTime run_time(Profile const& profile);

/// Largest number of ranks for which the traffic matrix is kept, because its size grows with the
/// square.
inline constexpr std::size_t largest_matrix = 256;

/// Returns the shares of communication of all ranks over time. The steps have the length of the
/// longest step of any rank.
ProfileTimeline timeline_of(std::vector<RankRecord> const& ranks);

/// Combines the records of all ranks into a profile. `ranks`: records in rank order, at least one.
Profile merge(std::vector<RankRecord> const& ranks, bool barriers);

} // namespace kitt::mpi_profile
