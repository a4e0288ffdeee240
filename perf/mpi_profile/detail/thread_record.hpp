// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/recorder.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace kitt::mpi_profile::detail {

inline double in_seconds(Nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

struct CallTally {
  std::uint64_t calls = 0;
  Nanoseconds total{0};
  Nanoseconds minimum = Nanoseconds::max();
  Nanoseconds maximum{0};

  void add(Nanoseconds time) {
    ++calls;
    total += time;
    minimum = std::min(minimum, time);
    maximum = std::max(maximum, time);
  }
};

struct RegionTally {
  std::uint64_t calls = 0;
  Nanoseconds total{0};
  Nanoseconds mpi{0};
  std::uint64_t bytes = 0;

  void add(RegionTally const& other) {
    calls += other.calls;
    total += other.total;
    mpi += other.mpi;
    bytes += other.bytes;
  }
};
using RegionTallies = std::array<RegionTally, comms::region_count>;

/// What one thread records. Locked by its thread, almost always alone, and by who reads it all.
class ThreadRecord {
public:
  void clear();
  void add_call(char const* routine, comms::Region region, Payload payload, Nanoseconds time);
  /// Visits, time outside calls, bytes.
  void add(comms::Region region, RegionTally const& more);

  /// Calls, appended.
  void append_calls(std::vector<CallRow>& rows) const;
  /// Outside the regions MPI alone is counted: its calls and their time.
  RegionTallies regions() const;

private:
  struct Key {
    char const* routine;
    comms::Region region;
    Payload payload;
    bool operator==(Key const&) const = default;
  };
  struct Hash {
    std::size_t operator()(Key const& key) const;
  };

  mutable std::mutex mutex_;
  std::unordered_map<Key, CallTally, Hash> calls_;
  RegionTallies regions_;
};

} // namespace kitt::mpi_profile::detail
