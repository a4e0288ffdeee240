// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"
#include "comms/ranks/traffic.hpp"
#include "perf/mpi_profile/profile.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

/// \file
/// Record of this process's communication. The threads of the process write while they call
/// MPI, each into a separate record. This file does not depend on MPI.

namespace kitt::mpi_profile {

using Clock = std::chrono::steady_clock;      ///< a clock that is never set back
using Nanoseconds = std::chrono::nanoseconds; ///< unit of recorded times

/// Purpose of observing an MPI call. `nothing`: costs one branch per call. `time`: communication
/// time of the run (CommunicationClock). `everything`: all that is recorded here.
enum class Watching : unsigned char { nothing, time, everything };

namespace detail {
inline std::atomic<Watching> watching{Watching::nothing};
}

/// Returns whether everything is recorded.
inline bool recording() {
  return detail::watching.load(std::memory_order_relaxed) == Watching::everything;
}

/// Deletes all records, and records from now on, as rank `rank` of `ranks`. Called by one thread
/// while no other thread communicates.
void start_recording(int rank, int ranks);
/// Pause and resume recording. Existing records stay.
void pause_recording();
void resume_recording();

/// Data that an MPI call moves.
struct Payload {
  std::uint64_t bytes = 0;
  int comm_size = 0; ///< ranks that take part; 0 if the call is not collective
  bool operator==(Payload const&) const = default;
};

/// Records a call of this thread in its current region. `routine` must live as long as the program.
void record_call(char const* routine, Payload payload, Nanoseconds time);

/// Record a message from this rank to another world rank, or data fetched from another world rank.
void record_message(int to, std::uint64_t bytes);
void record_fetched(int from, std::uint64_t bytes);

/// Enters a region with this thread. Time is counted in the entered region until the thread enters
/// another region or leaves.
void enter_region(comms::Region region, comms::Entry entry);
void leave_region();

/// Guard that detects nested MPI calls: only the outermost object of a thread is true. MPI may call
/// itself, and inner calls do not belong to the program.
class [[nodiscard]] Outermost {
public:
  Outermost();
  ~Outermost();
  Outermost(Outermost const&) = delete;
  Outermost& operator=(Outermost const&) = delete;
  explicit operator bool() const { return outermost_; }

private:
  bool outermost_;
};

/// Returns the memory of this process: its peak resident memory, and its memory on huge pages now.
/// 0 if the kernel does not report it.
MemoryFootprint
memory_footprint(comms::detail::SystemFiles const& files = comms::detail::SystemFiles());

/// Returns the number of the socket that this thread runs on, in the kernel's numbering. 0 if
/// unknown.
int socket_of_caller(comms::detail::SystemFiles const& files = comms::detail::SystemFiles());

/// Returns everything recorded since the start, of all threads, and memory_footprint(). The caller
/// adds host names. No other thread may communicate meanwhile.
RankRecord recorded();

} // namespace kitt::mpi_profile
