// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/sampling.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>

namespace kitt::perf {

/// A kernel and how many numbers it moves per element. read: one; copy (y = s x): two;
/// triad (z = a x + y): three; update (y = k y + s x): three, of two arrays. Write-allocate traffic
/// is not counted; update has none.
enum class StreamKernel { read, copy, triad, update };

/// The threads' working sets side by side, each touched first by the thread that uses it, and the
/// kernels that stream through them with packs that fill a register, several streams at a time.
/// Double precision; bandwidth does not depend on it. What kernels read and what they write are
/// apart, so that each leaves the others' numbers alone.
class WorkingSet {
public:
  /// `bytes` of all threads together, rounded down a little (at least one block per thread). On
  /// 2 MiB pages where they can be had: a ceiling is the most favourable case. It takes half as
  /// much memory again.
  explicit WorkingSet(std::size_t bytes);
  /// A smaller one at the beginning of this one's memory, which is filled.
  WorkingSet first(std::size_t bytes) const;

  /// What one round of `kernel` moves, all threads together.
  std::size_t bytes_per_round(StreamKernel kernel) const;
  /// What it touches, all threads together.
  std::size_t bytes() const;

  /// Forgets what was written; before the first run of each kernel that is to be verified.
  void clear();
  /// Goes `rounds` times through the working set. Throws std::runtime_error if the sums that were
  /// read are wrong.
  void run(StreamKernel kernel, long rounds) const;
  /// Adds up what copy, triad or update wrote. Throws std::runtime_error if it is wrong.
  void verify(StreamKernel kernel) const;

private:
  long written() const;
  long stride() const;

  int threads_;
  long length_;   ///< numbers per thread that a read goes through
  long capacity_; ///< numbers per thread that there is memory for
  std::shared_ptr<void> memory_;
  double* data_;
};

/// The part of one thread of the host, in memory of its own: what calls it runs it.
class ThreadStream {
public:
  /// Uses `bytes` at `memory`, aligned to a register, rounded down to whole blocks.
  ThreadStream(void* memory, std::size_t bytes);

  /// What one round moves.
  std::size_t bytes_per_round(StreamKernel kernel) const;
  /// Fills with numbers that are not zero; before the first round of each kernel.
  void fill() const;
  /// Goes `rounds` times through the memory; false if the sum of what was read is wrong.
  bool run(StreamKernel kernel, long rounds) const;
  /// Returns whether every number is right after a kernel that writes. For read, returns whether
  /// all numbers are unchanged.
  bool is_right(StreamKernel kernel) const;

private:
  long written(StreamKernel kernel) const; ///< where the array begins that is written

  double* data_;
  long length_;
};

/// Times one kernel on one working set in visits, between which others may be timed: on a machine
/// that others use too, visits far apart are not all disturbed. Within a visit call follows call,
/// as kernels are called again and again: a cache that is nearly full takes tens of rounds until it
/// keeps what it can.
class StreamTimer {
public:
  /// Runs the kernel once. Throws std::runtime_error if it computes a wrong result.
  StreamTimer(WorkingSet set, StreamKernel kernel);

  /// Times calls of a millisecond, or of one round that takes longer: three at least, and for
  /// `seconds`. `slowest`: see OwnSeconds. Throws UserError if the clock stands still, runs too
  /// slowly or is set back.
  void visit(double seconds, std::function<double(double)> const& slowest,
             Sampler::Clock const& now = SteadySeconds());
  /// The best call of all visits, all threads, in base-10 GB/s.
  double gb_per_s() const;

private:
  WorkingSet set_;
  StreamKernel kernel_;
  long rounds_ = 0; ///< of the last call
  double best_ = std::numeric_limits<double>::infinity();
};

} // namespace kitt::perf
