// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/numa/bound_blocks.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kitt::miniapp {

/// A product of two square matrices by each thread of this rank, all at once, each on memory of one
/// NUMA domain, as the benchmark times them. Elements are small whole numbers, so that sums are
/// exact.
class MatrixProducts {
public:
  static constexpr bool marks_messages = true; ///< there are none

  /// `threads`: of this rank's node, in order, with what is known before; `first`: the index of
  /// this rank's first thread, `count`: how many it has. `pages`: what the matrices lie on.
  /// `local`: what figures are set against, none if this is local itself. `world` outlives this.
  MatrixProducts(comms::Communicator const& world, std::vector<NumaThread> const& threads,
                 std::size_t first, std::size_t count, long n, comms::HugePages pages,
                 std::optional<NumaCell> const& local, std::uint64_t seed);

  /// Of each thread, for its three matrices.
  static std::size_t bytes_of_thread(long n) {
    return 3 * sizeof(double) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  }

  /// One product of each thread.
  void run();
  /// What the slowest thread of this rank has spent in all calls so far.
  double seconds() const { return seconds_; }
  /// How many threads of this rank have a wrong product: whether C v = A (B v) for two random v,
  /// all of whose elements are positive, so that no single wrong element goes unseen. The first
  /// time it makes a call.
  std::size_t wrong_bytes();
  /// See MemoryAccess. Collective.
  std::optional<std::string> obstacle() { return blocks_.obstacle(); }
  /// Adds the times of node 0's threads. Collective.
  void describe(NumaCell& cell) const;

  std::span<double> product(int thread) const; ///< for tests, to spoil it

private:
  /// The elements of A, B or C.
  double* matrix(int thread, int which) const {
    return static_cast<double*>(blocks_.of(thread)) + which * n_ * n_;
  }
  bool is_right(int thread, std::uint64_t stream) const;

  comms::Communicator const* world_;
  std::vector<NumaThread> threads_; ///< all threads of the node
  long n_;
  std::optional<NumaCell> local_;
  std::uint64_t seed_;
  int count_; ///< threads of this rank
  BoundBlocks blocks_;
  std::vector<std::vector<double>> calls_; ///< by thread: seconds of each
  double seconds_ = 0;
};

} // namespace kitt::miniapp
