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
/// What this process has communicated: written by its threads while they call MPI, each into a
/// record of its own. Knows no MPI.

namespace kitt::mpi_profile {

using Clock = std::chrono::steady_clock;      ///< Never set back.
using Nanoseconds = std::chrono::nanoseconds; ///< What time is counted in.

/// What a call of MPI is watched for: nothing, which costs it one branch; the time of the run
/// (CommunicationClock); everything recorded here.
enum class Watching : unsigned char { nothing, time, everything };

namespace detail {
inline std::atomic<Watching> watching{Watching::nothing};
}

/// Whether everything is recorded.
inline bool recording() {
  return detail::watching.load(std::memory_order_relaxed) == Watching::everything;
}

/// Forgets all and records from now on, as rank `rank` of `ranks`. By one thread, while no other
/// communicates.
void start_recording(int rank, int ranks);
/// Records nothing until resumed; what was recorded stays.
void pause_recording();
void resume_recording();

/// What a call of MPI hands over.
struct Payload {
  std::uint64_t bytes = 0;
  int comm_size = 0; ///< ranks that take part; 0: a call that is no collective
  bool operator==(Payload const&) const = default;
};

/// A call by this thread, in the region that it is in. `routine` lives as long as the program.
void record_call(char const* routine, Payload payload, Nanoseconds time);

/// A message from this rank to another one, both of the world, or (fetched) the other way.
void record_message(int to, std::uint64_t bytes);
void record_fetched(int from, std::uint64_t bytes);

/// This thread enters a region; its time is counted there until it enters another or leaves.
void enter_region(comms::Region region, comms::Entry entry);
void leave_region();

/// True for as long as this object lives and none was there before on this thread: MPI may call
/// itself, and such calls are not the program's.
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

/// This process as the kernel sees it: its peak resident memory, and what it has on huge pages now.
/// 0 where the kernel does not tell.
MemoryFootprint
memory_footprint(comms::detail::SystemFiles const& files = comms::detail::SystemFiles());

/// The number of the socket that this thread runs on, as the kernel counts them; 0 where it does
/// not tell.
int socket_of_caller(comms::detail::SystemFiles const& files = comms::detail::SystemFiles());

/// Everything recorded since the start, of all threads, and the memory_footprint(); names are left
/// to the caller. While no other thread communicates.
RankRecord recorded();

} // namespace kitt::mpi_profile
