// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/recorder.hpp"

#include "perf/mpi_profile/detail/tallies.hpp"
#include "perf/mpi_profile/detail/time_axis.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <sched.h>
#include <string>
#include <vector>

namespace kitt::mpi_profile {

namespace {

using comms::Entry;
using comms::Region;
using detail::in_seconds;
using detail::Tallies;
using detail::TimeAxis;

/// Record of one thread. The mutex is locked by this thread, and at the end by the thread that
/// collects all records.
struct ThreadRecord {
  std::mutex mutex;
  Tallies tallies;
  TimeAxis communication; ///< time in MPI or in a region
};

/// Records of all threads so far. A thread that ends leaves its record to the next new thread.
class Recorder {
public:
  ThreadRecord* take() {
    std::lock_guard const lock(mutex_);
    if (free_.empty()) {
      records_.push_back(std::make_unique<ThreadRecord>());
      return records_.back().get();
    }
    auto* const record = free_.back();
    free_.pop_back();
    return record;
  }
  void give_back(ThreadRecord* record) {
    std::lock_guard const lock(mutex_);
    free_.push_back(record);
  }

  void start(int rank, int ranks, ThreadRecord* of_caller) {
    std::lock_guard const lock(mutex_);
    for (auto const& record : records_) {
      std::lock_guard const record_lock(record->mutex);
      record->tallies = {};
      record->communication = {};
    }
    rank_ = rank;
    ranks_ = ranks;
    main_ = of_caller;
    begin_ = Clock::now();
  }
  int rank() const { return rank_; }
  Clock::time_point begin() const { return begin_; }
  RankRecord collect();

private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<ThreadRecord>> records_;
  std::vector<ThreadRecord*> free_;
  int rank_ = 0;
  int ranks_ = 0;
  ThreadRecord* main_ = nullptr;
  Clock::time_point begin_;
};

void add_communication_of(ThreadRecord const& main, RankRecord& to) {
  for (auto const& time : main.tallies.region_times())
    to.communication_seconds += time.seconds;
  to.step_seconds = in_seconds(main.communication.step());
  for (auto const spent : main.communication.spent())
    to.communication_by_step.push_back(in_seconds(spent));
}

RankRecord Recorder::collect() {
  std::lock_guard const lock(mutex_);
  RankRecord result{.rank = rank_, .wall_seconds = in_seconds(Clock::now() - begin_)};
  Tallies all;
  for (auto const& record : records_) {
    std::lock_guard const record_lock(record->mutex);
    all.add(record->tallies);
    if (record.get() == main_)
      add_communication_of(*main_, result);
  }
  result.calls = all.call_rows();
  result.regions = all.region_times();
  for (auto const& [ranks, tally] : all.messages) {
    auto const [from, to] = ranks;
    // Skips messages to MPI_PROC_NULL and to other worlds.
    if (std::min(from, to) >= 0 && std::max(from, to) < ranks_)
      result.traffic.push_back({from, to, tally.bytes, tally.count});
  }
  return result;
}

/// Returns the recorder. The recorder is never destroyed, because threads may end after static
/// objects are destroyed.
Recorder& recorder() {
  static auto* const instance = new Recorder;
  return *instance;
}

/// State of this thread: its record, and the regions that it is in.
class Thread {
public:
  Thread() : record_(recorder().take()) {}
  ~Thread() { recorder().give_back(record_); }
  Thread(Thread const&) = delete;
  Thread& operator=(Thread const&) = delete;

  ThreadRecord* record() { return record_; }
  template <class Write>
  void record(Write const& write) {
    std::lock_guard const lock(record_->mutex);
    write(record_->tallies, region());
  }
  /// Records an MPI call that has just ended. Inside a region, the time of the region already
  /// includes the call.
  void record_call(char const* routine, Payload payload, Nanoseconds time) {
    std::lock_guard const lock(record_->mutex);
    record_->tallies.add_call({routine, region(), payload}, time);
    if (auto const now = Clock::now(); region() == Region::other)
      spend(now - time, now);
  }

  void enter(Region region, Entry entry) {
    pass_time();
    if (depth_ < stack_.size())
      stack_[depth_] = region;
    ++depth_;
    if (entry == Entry::starts)
      record([&](Tallies& to, Region) { to.in(region).add({.count = 1}); });
  }
  void leave() {
    pass_time();
    if (depth_ > 0)
      --depth_;
  }

  bool inside = false; ///< true within an MPI call

private:
  Region region() const {
    return depth_ == 0 ? Region::other : stack_[std::min(depth_, stack_.size()) - 1];
  }
  /// Adds the time since the last change to the region that the thread leaves or interrupts.
  void pass_time() {
    auto const now = Clock::now();
    if (depth_ > 0)
      record([&](Tallies& to, Region left) {
        to.in(left).add({.total = now - since_});
        spend(since_, now);
      });
    since_ = now;
  }
  /// Adds communication time to the time axis. Requires that the record is locked.
  void spend(Clock::time_point from, Clock::time_point to) {
    auto const begin = recorder().begin();
    record_->communication.add(from - begin, to - begin);
  }

  ThreadRecord* record_;
  std::array<Region, 8> stack_{}; ///< stack of regions; KITT's regions nest two deep
  std::size_t depth_ = 0;
  Clock::time_point since_;
};

Thread& this_thread() {
  thread_local Thread thread;
  return thread;
}

} // namespace

void start_recording(int rank, int ranks) {
  recorder().start(rank, ranks, this_thread().record());
  resume_recording();
}

void pause_recording() {
  detail::watching.store(Watching::nothing, std::memory_order_release);
}

void resume_recording() {
  detail::watching.store(Watching::everything, std::memory_order_release);
}

void record_call(char const* routine, Payload payload, Nanoseconds time) {
  this_thread().record_call(routine, payload, time);
}

void record_message(int to_rank, std::uint64_t bytes) {
  this_thread().record([&](Tallies& to, Region region) {
    to.in(region).add({.bytes = bytes});
    to.messages[{recorder().rank(), to_rank}].add({.count = 1, .bytes = bytes});
  });
}

void record_fetched(int from, std::uint64_t bytes) {
  this_thread().record([&](Tallies& to, Region) {
    to.messages[{from, recorder().rank()}].add({.count = 1, .bytes = bytes});
  });
}

void enter_region(Region region, Entry entry) {
  this_thread().enter(region, entry);
}

void leave_region() {
  this_thread().leave();
}

Outermost::Outermost() : outermost_(!this_thread().inside) {
  this_thread().inside = true;
}

Outermost::~Outermost() {
  if (outermost_)
    this_thread().inside = false;
}

MemoryFootprint memory_footprint(comms::detail::SystemFiles const& files) {
  MemoryFootprint result;
  result.peak_resident_bytes = files.kilobytes("proc/self/status", "VmHWM").value_or(0);
  for (auto const* const kind :
       {"AnonHugePages", "ShmemPmdMapped", "Shared_Hugetlb", "Private_Hugetlb"})
    result.huge_page_bytes += files.kilobytes("proc/self/smaps_rollup", kind).value_or(0);
  return result;
}

int socket_of_caller(comms::detail::SystemFiles const& files) {
  auto const package = files.number("sys/devices/system/cpu/cpu" + std::to_string(sched_getcpu()) +
                                    "/topology/physical_package_id");
  return static_cast<int>(package.value_or(0));
}

RankRecord recorded() {
  auto result = recorder().collect();
  result.memory = memory_footprint();
  result.socket = socket_of_caller();
  return result;
}

} // namespace kitt::mpi_profile
