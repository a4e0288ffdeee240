// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory_causes.hpp"

#include "comms/node/detail/causes.hpp"
#include "comms/node/detail/each_thread.hpp"
#include "comms/ranks/simulation.hpp"

#include <algorithm>
#include <malloc.h>
#include <mutex>
#include <pthread.h>

namespace kitt::comms {

namespace {

using detail::AddressRange;
using detail::SystemFiles;

/// Resident memory of this process, as the kernel counts it. The kernel's high-water mark does not
/// include reserved huge pages.
struct ResidentMemory {
  std::size_t now = 0;
  std::size_t most = 0;
};

ResidentMemory resident_memory() {
  SystemFiles const files;
  auto const bytes = [&](char const* key) {
    return files.kilobytes("proc/self/status", key).value_or(0);
  };
  auto const now = bytes("VmRSS") + bytes("HugetlbPages");
  return {now, std::max(now, bytes("VmHWM"))};
}

detail::AllocatorState allocator_state() {
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
  auto const state = mallinfo2();
  return {state.arena + state.hblkhd, state.fordblks};
#endif
#endif
  // malloc's state is unknown; anonymous memory of unknown origin then counts as `other`
  return {};
}

AddressRange stack_of_caller() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return {};
  void* first = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &first, &bytes);
  pthread_attr_destroy(&attributes);
  auto const begin = reinterpret_cast<std::size_t>(first);
  return {begin, begin + bytes};
}

std::size_t bytes_given() {
  std::size_t bytes = 0;
  for (auto const& memory : detail::given_memory())
    bytes += memory.asked;
  return bytes;
}

/// Observes the memory of this process while it runs, and keeps the state with the most resident
/// memory.
class Watch {
public:
  void before_mpi() {
    std::lock_guard const lock(mutex_);
    // A simulated machine has no observer, because all ranks are one process.
    watching_ = !is_simulated();
    if (watching_)
      before_mpi_ = causes_now();
  }
  void after_mpi() {
    std::lock_guard const lock(mutex_);
    if (watching_)
      after_mpi_ = causes_now();
  }
  void set_stacks(std::vector<AddressRange> stacks) {
    std::lock_guard const lock(mutex_);
    stacks_ = std::move(stacks);
  }
  PeakMemory look() {
    std::lock_guard const lock(mutex_);
    if (!watching_)
      return {};
    auto const resident = resident_memory();
    peak_.resident_bytes = std::max(peak_.resident_bytes, resident.most);
    auto const given = bytes_given();
    bool const grown = resident.now > seen_ + seen_ / 100;
    // True if more memory is given out on pages that were already resident, such as large pages.
    bool const fuller = resident.now >= seen_ - seen_ / 100 && given > given_;
    if (grown || fuller) {
      seen_ = std::max(seen_, resident.now);
      given_ = given;
      peak_.causes = detail::with_mpi_start(causes_now(), before_mpi_, after_mpi_);
    }
    return peak_;
  }

private:
  MemoryByCause causes_now() const {
    return detail::by_cause({detail::parse_smaps(SystemFiles{}.lines("proc/self/smaps")),
                             detail::given_memory(), stacks_, allocator_state()});
  }

  std::mutex mutex_;
  bool watching_ = false;
  MemoryByCause before_mpi_, after_mpi_;
  std::vector<AddressRange> stacks_;
  std::size_t seen_ = 0;  ///< resident bytes at the observation that is kept
  std::size_t given_ = 0; ///< bytes given out at the observation that is kept
  PeakMemory peak_;
};

/// Returns the observer. The observer is never destroyed, because fields may outlive static
/// objects.
Watch& watch() {
  static auto* const instance = new Watch;
  return *instance;
}

} // namespace

void look_at_memory() noexcept {
  try {
    watch().look();
  } catch (...) { // skips an observation for which memory is missing
  }
}

void note_memory_before_mpi() {
  watch().before_mpi();
}

void note_memory_after_mpi() {
  watch().after_mpi();
}

void note_thread_stacks() {
  using Host = Kokkos::DefaultHostExecutionSpace;
  std::vector<AddressRange> stacks(static_cast<std::size_t>(Host().concurrency()));
  detail::on_each_thread("kitt::comms::thread_stacks", [&](int thread) {
    stacks[static_cast<std::size_t>(thread)] = stack_of_caller();
  });
  watch().set_stacks(std::move(stacks));
}

PeakMemory memory_at_peak() {
  return watch().look();
}

} // namespace kitt::comms
