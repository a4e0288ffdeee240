// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/recorder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kitt::mpi_profile::detail {

/// Number of different calls beyond which sizes are rounded up to powers of two.
inline constexpr std::size_t most_exact = 4096;

inline double in_seconds(Nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// Number, bytes and times of calls, of visits to a region, or of messages.
struct Tally {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  Nanoseconds total{0};
  Nanoseconds minimum = Nanoseconds::max();
  Nanoseconds maximum{0};

  void add(Tally const& more) {
    count += more.count;
    bytes += more.bytes;
    total += more.total;
    minimum = std::min(minimum, more.minimum);
    maximum = std::max(maximum, more.maximum);
  }
};

struct CallKey {
  char const* routine;
  comms::Region region;
  Payload payload;
  bool operator==(CallKey const&) const = default;
};

struct CallHash {
  std::size_t operator()(CallKey const& key) const {
    // An odd number for hashing: 2^64 divided by the golden ratio.
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    auto bits = reinterpret_cast<std::uintptr_t>(key.routine) * odd;
    bits = (bits ^ key.payload.bytes) * odd;
    bits = (bits ^ static_cast<std::uint64_t>(key.payload.comm_size)) * odd;
    return (bits ^ static_cast<std::uint64_t>(key.region)) * odd >> 16;
  }
};

/// Counts that one thread records, or the sum over all threads.
struct Tallies {
  std::unordered_map<CallKey, Tally, CallHash> calls;
  std::array<Tally, comms::region_count> regions; ///< number of visits, time, bytes sent
  std::map<std::pair<int, int>, Tally> messages;  ///< key: sending and receiving rank

  Tally& in(comms::Region region) { return regions[static_cast<std::size_t>(region)]; }

  void add_call(CallKey key, Nanoseconds time) {
    auto& bytes = key.payload.bytes;
    if (calls.size() >= most_exact && !calls.contains(key) && bytes > 0)
      bytes = std::bit_ceil(bytes);
    calls[key].add({.count = 1, .total = time, .minimum = time, .maximum = time});
  }

  void add(Tallies const& more) {
    for (auto const& [key, tally] : more.calls)
      calls[key].add(tally);
    for (std::size_t i = 0; i < regions.size(); ++i)
      regions[i].add(more.regions[i]);
    for (auto const& [ranks, tally] : more.messages)
      messages[ranks].add(tally);
  }

  std::vector<CallRow> call_rows() const {
    std::vector<CallRow> rows;
    for (auto const& [key, tally] : calls)
      rows.push_back({.routine = key.routine,
                      .region = to_string(key.region),
                      .comm_size = key.payload.comm_size,
                      .bytes_per_call = key.payload.bytes,
                      .calls = tally.count,
                      .seconds_total = in_seconds(tally.total),
                      .seconds_minimum = in_seconds(tally.minimum),
                      .seconds_maximum = in_seconds(tally.maximum)});
    return rows;
  }

  /// Returns the times of all regions. Outside the regions only MPI calls and their time are
  /// counted.
  std::vector<RegionTime> region_times() const {
    std::vector<RegionTime> times;
    for (std::size_t i = 0; i < regions.size(); ++i)
      times.push_back({to_string(static_cast<comms::Region>(i)), regions[i].count,
                       in_seconds(regions[i].total), 0, regions[i].bytes});
    for (auto const& [key, tally] : calls) {
      auto& time = times[static_cast<std::size_t>(key.region)];
      time.mpi_seconds += in_seconds(tally.total);
      if (key.region == comms::Region::other) {
        time.calls += tally.count;
        time.seconds += in_seconds(tally.total);
      }
    }
    return times;
  }
};

} // namespace kitt::mpi_profile::detail
