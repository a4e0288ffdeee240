// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/numa/bound_blocks.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kitt::miniapp {

/// Products of two square matrices, one by each thread of this rank at the same time, for timing
/// and verification. Each thread has its matrices on one NUMA domain. Elements are small whole
/// numbers, so that sums are exact.
class MatrixProducts {
public:
  /// The profile gets no message time, because there are no messages.
  static constexpr bool marks_messages = true;

  /// Allocates and fills the matrices. `threads` has all threads of this rank's node in order, and
  /// their NUMA domains. `first` is the index of this rank's first thread, and `count` is its
  /// number of threads. `pages` is the kind of pages for the matrices. `local` is the cell with
  /// local memory to compare with, empty if this cell is the local one. Requires that `world`
  /// outlives this object.
  MatrixProducts(comms::Communicator const& world, std::vector<NumaThread> const& threads,
                 std::size_t first, std::size_t count, long n, comms::HugePages pages,
                 std::optional<NumaCell> const& local, std::uint64_t seed);

  /// Returns the bytes of the three matrices of a thread.
  static std::size_t bytes_of_thread(long n) {
    return 3 * sizeof(double) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  }

  /// Makes one product on each thread.
  void run();
  /// Returns the seconds of all calls so far. Each call counts with its slowest thread on this
  /// rank.
  double seconds() const { return seconds_; }
  /// Returns how many threads of this rank have a wrong product. The function tests C v = A (B v)
  /// for two random vectors v. All elements of v are positive, so a single wrong element of C is
  /// always found. If there was no call yet, the function makes one.
  std::size_t wrong_bytes();
  /// Returns the reason if the cell can have no figure: memory was refused, or pages lie in the
  /// wrong domain. Collective.
  std::optional<std::string> obstacle() { return blocks_.obstacle(); }
  /// Adds the times of the threads of node 0 to `cell`. Collective.
  void describe(NumaCell& cell) const;

  std::span<double> product(int thread) const; ///< elements of C of a thread; tests spoil them

private:
  /// Returns the elements of a matrix of a thread. `which` is 0 for A, 1 for B, 2 for C.
  double* matrix(int thread, int which) const {
    return static_cast<double*>(blocks_.of(thread)) + which * n_ * n_;
  }
  bool is_right(int thread, std::uint64_t stream) const;

  comms::Communicator const* world_;
  std::vector<NumaThread> threads_; ///< all threads of the node
  long n_;
  std::optional<NumaCell> local_;
  std::uint64_t seed_;
  int count_; ///< number of threads of this rank
  BoundBlocks blocks_;
  std::vector<std::vector<double>> calls_; ///< seconds of each call, for each thread
  double seconds_ = 0;
};

namespace detail {

/// Computes C = A B for n x n matrices, stored row by row, on the calling thread. The function uses
/// the serial kernel of Kokkos Kernels for small matrices, not a BLAS. This kernel is blocked for
/// registers, but not for caches.
void serial_gemm(long n, double const* a, double const* b, double* c);

} // namespace detail

} // namespace kitt::miniapp
