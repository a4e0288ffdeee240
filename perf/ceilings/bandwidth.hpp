// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/best_time.hpp"

#include <cstddef>
#include <memory>

namespace kitt::perf {

/// What is moved per number: read one; copy (y = s x) two; triad (z = a x + y) three.
/// Write-allocate traffic is not counted.
enum class StreamKernel { read, copy, triad };

/// The threads' working sets side by side, each touched first by the thread that uses it, and the
/// kernels that stream through them with packs that fill a register, several streams at a time.
/// Double precision; bandwidth does not depend on it.
class WorkingSet {
public:
  /// `bytes` of all threads together, rounded down a little (at least one block per thread). On
  /// 2 MiB pages where they can be had: a ceiling is the most favourable case.
  explicit WorkingSet(std::size_t bytes);

  /// What one round of `kernel` moves, all threads together.
  std::size_t bytes_per_round(StreamKernel kernel) const;
  /// What it touches, all threads together.
  std::size_t bytes() const;

  /// Fills with numbers that are not zero; before the first run of each kernel.
  void fill();
  /// Goes `rounds` times through the working set. Throws std::runtime_error if the sums that were
  /// read are wrong.
  void run(StreamKernel kernel, long rounds) const { run_part(kernel, rounds, {0, 1}); }
  /// The same with part `index` of `count` equal parts of each array (leaving out what does not
  /// divide).
  struct Part {
    long index, count;
  };
  void run_part(StreamKernel kernel, long rounds, Part part) const;
  /// What one round through a part moves, all threads together.
  std::size_t bytes_per_part(StreamKernel kernel, long count) const;
  /// Adds up what copy or triad wrote last. Throws std::runtime_error if it is wrong.
  void verify(StreamKernel kernel) const;

private:
  long array_length(StreamKernel kernel) const;
  long part_length(StreamKernel kernel, long count) const;

  int threads_;
  long length_; ///< numbers per thread
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
  /// Whether copy or triad left the right numbers, each of them; of read, whether all are unspoilt.
  bool is_right(StreamKernel kernel) const;

private:
  double* data_;
  long length_;
};

/// Best bandwidth in base-10 GB/s over all threads. A working set of more than 16 MiB per thread is
/// timed in parts, one after the other and round again: each is out of cache when its turn comes,
/// and a call is short enough to be left undisturbed on a busy machine.
double stream_bandwidth(WorkingSet& set, StreamKernel kernel, BestPolicy const& policy);

} // namespace kitt::perf
