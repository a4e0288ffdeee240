// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/numa/bound_blocks.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"
#include "miniapp/benchmarks/numa/pointer_chase.hpp"
#include "perf/ceilings/bandwidth.hpp"

#include <array>
#include <span>
#include <vector>

namespace kitt::miniapp {

/// How a thread goes through its memory.
enum class AccessKernel { read, triad, latency };
constexpr auto names_of(AccessKernel) {
  return std::array{NumaCell::read, NumaCell::triad, NumaCell::latency};
}

/// Threads of this rank that go through memory of one NUMA domain each, as the benchmark times
/// them.
class MemoryAccess {
public:
  static constexpr bool marks_messages = true; ///< there are none
  static constexpr std::size_t loads_of_call = std::size_t{1} << 18;

  /// `tasks`: of all threads of this rank. `bytes`: of each that works, a multiple of 4096, on
  /// `pages`. `local`: what figures are set against, none if this is local itself or there is no
  /// such. `world` outlives this.
  MemoryAccess(comms::Communicator const& world, AccessKernel kernel,
               std::vector<ThreadTask> const& tasks, std::size_t bytes, comms::HugePages pages,
               std::optional<NumaCell> const& local, std::uint64_t seed);

  /// One pass through the memory of each thread (latency: that many loads).
  void run();
  /// What the slowest timed thread of this rank has spent in all calls so far.
  double seconds() const { return seconds_; }
  /// How many threads of this rank computed something wrong so far. The first time it makes a call.
  std::size_t wrong_bytes();
  /// Why there can be no figure, if so: memory that is refused, or not where it was asked for.
  /// Collective.
  std::optional<std::string> obstacle() { return blocks_.obstacle(); }
  /// Adds what was moved, and the pages looked at.
  void describe(NumaCell& cell) const;

  std::span<std::byte> memory(int thread) const; ///< for tests, to spoil it

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
  std::vector<PointerChase> chases_; ///< by thread
  std::vector<int> wrong_;           ///< by thread: a sum was wrong
  std::vector<double> call_;         ///< by thread: seconds of the last call
  double seconds_ = 0;
  bool called_ = false;
};

} // namespace kitt::miniapp
