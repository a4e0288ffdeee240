// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/recorder.hpp"

#include "perf/mpi_profile/detail/thread_record.hpp"

#include <memory>

namespace kitt::mpi_profile {

namespace {

using comms::Entry;
using comms::Region;
using comms::region_count;
using detail::in_seconds;
using detail::RegionTallies;
using detail::ThreadRecord;

/// Messages of this rank with each other one.
class Peers {
public:
  explicit Peers(int ranks)
      : bytes_(static_cast<std::size_t>(ranks)), messages_(static_cast<std::size_t>(ranks)) {}

  void add(int peer, std::uint64_t bytes) {
    auto const index = static_cast<std::size_t>(peer);
    if (peer < 0 || index >= bytes_.size())
      return; // nobody, or a rank of another world
    bytes_[index].fetch_add(bytes, std::memory_order_relaxed);
    messages_[index].fetch_add(1, std::memory_order_relaxed);
  }

  template <class F>
  void for_each(F const& visit) const {
    for (std::size_t peer = 0; peer < bytes_.size(); ++peer)
      if (auto const messages = messages_[peer].load(); messages > 0)
        visit(static_cast<int>(peer), bytes_[peer].load(), messages);
  }

private:
  std::vector<std::atomic<std::uint64_t>> bytes_;
  std::vector<std::atomic<std::uint64_t>> messages_;
};

/// Records of all threads there have been: one that ends leaves its own to the next that comes.
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
    for (auto const& record : records_)
      record->clear();
    rank_ = rank;
    sent_ = std::make_unique<Peers>(ranks);
    fetched_ = std::make_unique<Peers>(ranks);
    main_ = of_caller;
    begin_ = Clock::now();
  }
  Peers& sent() { return *sent_; }
  Peers& fetched() { return *fetched_; }

  RankRecord collect();

private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<ThreadRecord>> records_;
  std::vector<ThreadRecord*> free_;
  int rank_ = 0;
  std::unique_ptr<Peers> sent_;
  std::unique_ptr<Peers> fetched_;
  ThreadRecord* main_ = nullptr;
  Clock::time_point begin_;
};

RankRecord Recorder::collect() {
  std::lock_guard const lock(mutex_);
  RankRecord result{.rank = rank_, .wall_seconds = in_seconds(Clock::now() - begin_)};
  RegionTallies sums;
  for (auto const& record : records_) {
    record->append_calls(result.calls);
    auto const regions = record->regions();
    for (std::size_t i = 0; i < region_count; ++i) {
      sums[i].add(regions[i]);
      if (record.get() == main_)
        result.communication_seconds += in_seconds(regions[i].total);
    }
  }
  for (std::size_t i = 0; i < region_count; ++i)
    result.regions.push_back({to_string(static_cast<Region>(i)), sums[i].calls,
                              in_seconds(sums[i].total), in_seconds(sums[i].mpi), sums[i].bytes});
  sent_->for_each([&](int peer, auto bytes, auto messages) {
    result.traffic.push_back({rank_, peer, bytes, messages});
  });
  fetched_->for_each([&](int peer, auto bytes, auto messages) {
    result.traffic.push_back({peer, rank_, bytes, messages});
  });
  return result;
}

/// Never destroyed: threads may end after static objects do.
Recorder& recorder() {
  static auto* const instance = new Recorder;
  return *instance;
}

/// Where this thread is.
class Thread {
public:
  Thread() : record_(recorder().take()) {}
  ~Thread() { recorder().give_back(record_); }
  Thread(Thread const&) = delete;
  Thread& operator=(Thread const&) = delete;

  ThreadRecord& record() { return *record_; }
  Region region() const {
    return depth_ == 0 ? Region::other : stack_[std::min(depth_, stack_.size()) - 1];
  }

  void enter(Region region, Entry entry) {
    pass_time();
    if (depth_ < stack_.size())
      stack_[depth_] = region;
    ++depth_;
    if (entry == Entry::starts)
      record_->add(region, {.calls = 1});
  }
  void leave() {
    pass_time();
    if (depth_ > 0)
      --depth_;
  }

  bool inside = false; ///< a call of MPI

private:
  /// What has passed since the last change belongs to the region left or interrupted.
  void pass_time() {
    auto const now = Clock::now();
    if (depth_ > 0)
      record_->add(region(), {.total = now - since_});
    since_ = now;
  }

  ThreadRecord* record_;
  std::array<Region, 8> stack_{}; ///< of regions; ours nest two deep
  std::size_t depth_ = 0;
  Clock::time_point since_;
};

Thread& this_thread() {
  thread_local Thread thread;
  return thread;
}

} // namespace

void start_recording(int rank, int ranks) {
  recorder().start(rank, ranks, &this_thread().record());
  resume_recording();
}

void pause_recording() {
  detail::recording_flag.store(false, std::memory_order_release);
}

void resume_recording() {
  detail::recording_flag.store(true, std::memory_order_release);
}

void record_call(char const* routine, Payload payload, Nanoseconds time) {
  auto& thread = this_thread();
  thread.record().add_call(routine, thread.region(), payload, time);
}

void record_message(int to, std::uint64_t bytes) {
  recorder().sent().add(to, bytes);
  auto& thread = this_thread();
  thread.record().add(thread.region(), {.bytes = bytes});
}

void record_fetched(int from, std::uint64_t bytes) {
  recorder().fetched().add(from, bytes);
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

RankRecord recorded() {
  return recorder().collect();
}

} // namespace kitt::mpi_profile
