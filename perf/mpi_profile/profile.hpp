// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// \file
/// A profile as data: what each rank recorded, and what all of them together come to.

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
};

/// One region on one rank. Time of all its threads together; without that of regions inside it.
struct RegionTime {
  std::string region;
  std::uint64_t calls = 0;
  double seconds = 0;
  double mpi_seconds = 0;  ///< in calls of MPI
  std::uint64_t bytes = 0; ///< sent, by messages or shared memory
};

/// To one rank, from another.
struct Traffic {
  int from = 0;
  int to = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

/// Of one rank. What is not known is empty.
struct MemoryFootprint {
  std::uint64_t peak_resident_bytes = 0;          ///< the kernel's high-water mark
  std::optional<std::uint64_t> field_bytes = {};  ///< the most at any time
  std::optional<std::uint64_t> buffer_bytes = {}; ///< of the exchange, the most at any time
  std::uint64_t huge_page_bytes = 0;
};

/// What one rank recorded.
struct RankRecord {
  int rank = 0;
  std::string hostname = {};
  int node_leader = 0; ///< first rank of its node
  double wall_seconds = 0;
  /// Of the thread that started: in MPI or in a region. What is left of the wall time it computed.
  double communication_seconds = 0;
  std::vector<CallRow> calls = {};
  std::vector<RegionTime> regions = {};
  std::vector<Traffic> traffic = {}; ///< only pairs of ranks between which something went
  MemoryFootprint memory = {};
};

/// CallRow over all ranks.
struct ProfileRow {
  CallRow calls;
  double share_of_mpi = 0;  ///< of the time of all ranks in MPI
  double share_of_wall = 0; ///< of the wall time of all ranks

  double seconds_mean() const { return calls.seconds_total / static_cast<double>(calls.calls); }
};
/// Time and messages of one region of the program, over all ranks.
struct ProfileRegion {
  std::string region;
  std::uint64_t calls = 0; ///< of all ranks
  double seconds_mean = 0; ///< of ranks, as minimum and maximum
  double seconds_minimum = 0;
  double seconds_maximum = 0;
  double mpi_seconds_mean = 0;
  std::uint64_t bytes = 0; ///< of all ranks
};

/// Calls of a routine with more than half of, and at most, so many bytes.
struct HistogramBin {
  std::string routine;
  std::uint64_t up_to_bytes = 0; ///< a power of two, or 0: without data
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
};
/// One rank's time and memory.
struct ProfileRank {
  int rank = 0;
  std::string hostname;
  int node = 0;
  double wall_seconds = 0;
  double mpi_seconds = 0;
  double communication_seconds = 0;
  std::optional<double> wait_seconds = {}; ///< in barriers before exchanges; none: not asked for
  std::uint64_t bytes_sent = 0;
  std::uint64_t messages_sent = 0;
  MemoryFootprint memory;

  double compute_seconds() const { return wall_seconds - communication_seconds; }
};

/// Row: who sends.
struct TrafficMatrix {
  std::vector<std::vector<std::uint64_t>> bytes;
  std::vector<std::vector<std::uint64_t>> messages;
};

/// What all ranks recorded.
struct Profile {
  bool barriers = false;   ///< one before each exchange
  double wall_seconds = 0; ///< mean of ranks, as mpi_seconds
  double mpi_seconds = 0;
  std::vector<ProfileRow> routines; ///< by time, longest first
  std::vector<ProfileRegion> regions;
  std::vector<HistogramBin> histogram; ///< by routine and size
  std::vector<ProfileRank> ranks;
  double mpi_maximum_over_mean = 1;
  double compute_maximum_over_mean = 1;
  std::optional<TrafficMatrix> matrix; ///< none: more than largest_matrix ranks
};

/// Ranks of which the matrix is kept: it grows with their square.
inline constexpr std::size_t largest_matrix = 256;

/// Ranks in order, at least one.
Profile merge(std::vector<RankRecord> const& ranks, bool barriers);

} // namespace kitt::mpi_profile
