// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "perf/ceilings/ceilings.hpp"
#include "perf/measure/sampling.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace kitt::perf {

/// Options of measure_ceilings(): the parts to measure, and the times to spend.
struct CeilingOptions {
  /// working sets of the curve in bytes, all threads together, ascending
  std::vector<std::size_t> working_sets;
  std::vector<CeilingLevel> levels; ///< levels to find on the curve
  /// levels with too little memory and the reason: "memory (...)"
  std::vector<std::string> missing;
  double seconds_per_peak = 0.15;
  int minimum_repetitions = 4; ///< repetitions of a peak, even if they take longer
  /// series of calls of each kernel on each working set; see StreamTimer
  int visits = 3;
  int memory_visits = 3;        ///< series of calls on working sets that no cache holds
  std::size_t cached_bytes = 0; ///< capacity of the last cache in bytes; 0 if unknown
  double seconds_per_visit = 15e-3;
  double seconds_per_call = 1e-3; ///< minimum time of a call of a peak or of a small working set
  /// returns the largest value of all ranks; see OwnSeconds
  std::function<double(double)> slowest = OwnSeconds{};

  /// Reduces the measuring times to a share between 1/8 and 1. With shorter times the figures would
  /// be unreliable. Calls become shorter only below a half, because the start of threads is a
  /// larger part of a shorter call. Below a quarter each working set is visited once, in memory
  /// twice.
  void shorten(double share);
};

enum class CeilingEffort { quick, normal }; ///< shorter measurements, or the usual ones

/// Returns the options for the caches that these threads can use.
///
/// The curve begins at half of the fastest cache (32 KiB per thread if no cache is known). The
/// curve ends at the larger of two sizes: twice the last cache, and four times the last cache but
/// at most 256 MiB. The curve ends at 256 MiB at least (quick, with known caches: 64 MiB). A quick
/// curve ends at 1.5 times the last cache if this cache is larger than 128 MiB.
/// Neighbouring working sets differ by a factor of 1.5 (quick: 2).
///
/// Each level is measured with a set of twice the capacity of the faster level, or of the mean of
/// both capacities if that is smaller. Real caches need a set of this size so that the faster level
/// has no effect. No set is larger than `most_bytes` (0 if unknown). Levels that no allowed set can
/// show are listed as missing. Levels that are not larger than the level before are left out. A
/// quick measurement takes more series of calls in memory than in caches, because other programs
/// use memory too.
CeilingOptions ceiling_options(comms::Binding const& binding, std::size_t most_bytes,
                               CeilingEffort effort);

/// Returns the bytes of the largest working set of a rank. All ranks of a node together use at most
/// a sixteenth of its memory, and a rank at most half of the memory that it may use. 0 means
/// unknown.
std::size_t most_ceiling_bytes(std::size_t node_bytes, std::size_t rank_bytes, int ranks_on_node);

/// Measures the ceilings with all threads of Kokkos' default host execution space. Takes about 4 s
/// (quick: about 1 s). With several ranks, all ranks measure together with the same levels, and the
/// result is this rank's part. A level is missing if any rank gets no memory for its working set.
/// Throws std::runtime_error if a kernel computes a wrong result.
Ceilings measure_ceilings(CeilingOptions const& options);

} // namespace kitt::perf
