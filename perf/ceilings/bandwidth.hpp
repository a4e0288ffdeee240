// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/sampling.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>

namespace kitt::perf {

/// Bandwidth kernels. `read` moves one number per element, `copy` (y = s x) two, `triad` (z = a x +
/// y) three, and `update` (y = k y + s x) three numbers of two arrays. Write-allocate traffic is
/// not counted; the kernel update causes none.
enum class StreamKernel { read, copy, triad, update };

/// Working sets of all threads, and kernels that stream through them. Each thread touches its part
/// first. Kernels use full SIMD registers and several streams. Kernels use double precision,
/// because bandwidth does not depend on precision. Read and written data are separate, so that a
/// kernel does not change the input of another kernel.
class WorkingSet {
public:
  /// Allocates `bytes` bytes for all threads together, rounded down a little, but at least one
  /// block per thread. Uses 2 MiB pages if available, because a ceiling is the most favourable
  /// case. The memory takes 1.5 times `bytes`.
  explicit WorkingSet(std::size_t bytes);
  /// Returns a smaller set at the beginning of this set's memory, filled with numbers.
  WorkingSet first(std::size_t bytes) const;

  /// Returns the bytes that one round of `kernel` moves, all threads together.
  std::size_t bytes_per_round(StreamKernel kernel) const;
  /// Returns the bytes that a round touches, all threads together.
  std::size_t bytes() const;

  /// Clears the written numbers. Must be called before the first run of each kernel that will be
  /// verified.
  void clear();
  /// Passes `rounds` times through the working set. Throws std::runtime_error if a sum of read
  /// numbers is wrong.
  void run(StreamKernel kernel, long rounds) const;
  /// Checks the sum of the numbers that copy, triad or update wrote. Throws std::runtime_error if
  /// the sum is wrong.
  void verify(StreamKernel kernel) const;

private:
  long written() const;
  long stride() const;

  int threads_;
  long length_;   ///< numbers per thread that a read kernel passes through
  long capacity_; ///< numbers per thread for which there is memory
  std::shared_ptr<void> memory_;
  double* data_;
};

/// The part of one host thread, in its own memory. The calling thread runs the kernels.
class ThreadStream {
public:
  /// Uses `bytes` bytes at `memory`, rounded down to whole blocks. `memory` must be aligned to a
  /// SIMD register.
  ThreadStream(void* memory, std::size_t bytes);

  /// Returns the bytes that one round moves.
  std::size_t bytes_per_round(StreamKernel kernel) const;
  /// Fills the memory with nonzero numbers. Must be called before the first round of each kernel.
  void fill() const;
  /// Passes `rounds` times through the memory. Returns false if a sum of read numbers is wrong.
  bool run(StreamKernel kernel, long rounds) const;
  /// Returns whether every number is right after a kernel that writes. For read, returns whether
  /// all numbers are unchanged.
  bool is_right(StreamKernel kernel) const;

private:
  long written(StreamKernel kernel) const; ///< offset of the written array

  double* data_;
  long length_;
};

/// Timer of one kernel on one working set. The timer measures in several series of calls, with
/// series of other timers between them. On a shared machine, not all series are disturbed if they
/// are far apart. Within a series, calls follow each other directly, because the kernels of a
/// benchmark are also called again and again. A nearly full cache needs tens of rounds until it
/// keeps as much as it can.
class StreamTimer {
public:
  /// Prepares the timer, and runs the kernel once. Throws std::runtime_error if the kernel computes
  /// a wrong result.
  StreamTimer(WorkingSet set, StreamKernel kernel, double seconds_per_call = 1e-3);

  /// Times calls of about `seconds_per_call`, or of one round if a round takes longer. Does at
  /// least three calls (one if the working set is larger than 64 MiB), and continues for `seconds`.
  /// `slowest`: see OwnSeconds. Throws UserError if the clock stands still, runs too slowly or is
  /// set back.
  void visit(double seconds, std::function<double(double)> const& slowest,
             Sampler::Clock const& now = SteadySeconds());
  /// Returns the bandwidth of the best call of all series, all threads together, in 10^9 bytes/s.
  double gb_per_s() const;

private:
  WorkingSet set_;
  StreamKernel kernel_;
  double seconds_per_call_;
  long rounds_ = 0; ///< rounds of the last call
  double best_ = std::numeric_limits<double>::infinity();
};

} // namespace kitt::perf
