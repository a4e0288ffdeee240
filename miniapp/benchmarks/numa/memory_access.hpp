// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/numa/bound_blocks.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"
#include "perf/ceilings/bandwidth.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kitt::miniapp {

/// Random cycle through memory. Each element holds the address of the next one, so a load must wait
/// for the load before it. Elements are 256 bytes apart and in random order, so that prefetchers do
/// not help.
class PointerChase {
public:
  static constexpr std::size_t stride = 256;

  PointerChase(void* memory, std::size_t bytes)
      : memory_(static_cast<std::byte*>(memory)), count_(bytes / stride) {}

  /// Links the elements to one cycle (Sattolo's shuffle) and touches all pages.
  void link(std::uint64_t seed);
  /// Follows `loads` links from the current position.
  void walk(std::size_t loads);
  /// Returns whether the cycle contains each element once.
  bool is_right() const;

  std::size_t count() const { return count_; }
  /// Returns the current position in the cycle.
  void const* at() const { return at_; }

private:
  void** element(std::size_t i) const { return reinterpret_cast<void**>(memory_ + i * stride); }

  std::byte* memory_;
  std::size_t count_;
  void** at_ = nullptr;
};

/// How a thread accesses its memory.
enum class AccessKernel { read, triad, latency };
constexpr auto names_of(AccessKernel) {
  return std::array{NumaCell::read, NumaCell::triad, NumaCell::latency};
}

/// Access of threads to memory, for timing and verification. Each thread of this rank has its
/// memory on one NUMA domain.
class MemoryAccess {
public:
  /// The profile gets no message time, because there are no messages.
  static constexpr bool marks_messages = true;
  static constexpr std::size_t loads_of_call = std::size_t{1} << 18;

  /// Allocates and fills the memory. `tasks` has all threads of this rank. `bytes` is the memory of
  /// each working thread, a multiple of 4096, on pages of kind `pages`. `local` is the cell with
  /// local memory to compare with. `local` is empty if this cell is the local one, or if no local
  /// cell was measured. Requires that `world` outlives this object.
  MemoryAccess(comms::Communicator const& world, AccessKernel kernel,
               std::vector<ThreadTask> const& tasks, std::size_t bytes, comms::HugePages pages,
               std::optional<NumaCell> const& local, std::uint64_t seed);

  /// Makes one pass through the memory of each thread. For latency, makes `loads_of_call` loads.
  void run();
  /// Returns the seconds of all calls so far. Each call counts with its slowest timed thread on
  /// this rank.
  double seconds() const { return seconds_; }
  /// Returns how many threads of this rank computed something wrong so far. If there was no call
  /// yet, the function makes one.
  std::size_t wrong_bytes();
  /// Returns the reason if the cell can have no figure: memory was refused, or pages lie in the
  /// wrong domain. Collective.
  std::optional<std::string> obstacle() { return blocks_.obstacle(); }
  /// Adds the bytes moved, the numbers of checked pages, and the ratio to local memory to `cell`.
  /// Collective.
  void describe(NumaCell& cell) const;

  std::span<std::byte> memory(int thread) const; ///< memory of a thread; tests spoil it

private:
  template <class Work>
  void each_worker(char const* label, Work const& work) const;
  perf::ThreadStream stream(int thread) const { return {blocks_.of(thread), bytes_}; }
  perf::StreamKernel stream_kernel() const {
    return kernel_ == AccessKernel::read ? perf::StreamKernel::read : perf::StreamKernel::triad;
  }

  comms::Communicator const* world_;
  AccessKernel kernel_;
  std::vector<ThreadTask> tasks_;
  std::size_t bytes_;
  std::optional<NumaCell> local_;
  BoundBlocks blocks_;
  std::vector<PointerChase> chases_; ///< random cycles for latency, one for each thread
  std::vector<int> wrong_;           ///< for each thread: 1 if a result was wrong
  std::vector<double> call_;         ///< seconds of the last call, for each thread
  double seconds_ = 0;
  bool called_ = false;
};

} // namespace kitt::miniapp
