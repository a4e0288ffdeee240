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

/// What measure_ceilings does, and for how long.
struct CeilingOptions {
  std::vector<std::size_t> working_sets; ///< of the curve, of all threads together, ascending
  std::vector<CeilingLevel> levels;      ///< to be found on it
  std::vector<std::string> missing; ///< levels for which there is too little memory: "memory (...)"
  double seconds_per_peak = 0.15;
  int minimum_repetitions = 4;  ///< of a peak, however long they take
  int visits = 3;               ///< of each kernel at each working set; see StreamTimer
  int memory_visits = 3;        ///< the same of those that no cache holds
  std::size_t cached_bytes = 0; ///< what the last cache holds; 0: unknown
  double seconds_per_visit = 15e-3;
  std::function<double(double)> slowest = OwnSeconds{}; ///< of all ranks; see OwnSeconds

  /// Takes a share of the time, at most 1 and at least an eighth: with less, figures say little.
  void shorten(double share);
};

enum class CeilingEffort { quick, normal }; ///< Shorter sampling, or the usual.

/// The curve from half of the fastest cache that these threads can reach (32 KiB per thread where
/// none is known) to four times the last one, or if that is more than 256 MiB twice it, and at
/// least 256 MiB (quick, with caches known: 64 MiB); a working set per factor of 1.5 (quick: 2).
/// Each level at twice what the faster one holds, which real caches need to be out of the way. No
/// set is larger than `most_bytes` (0: unknown). A level that such a set cannot show is missing;
/// levels that are no larger than the one before are left out. A quick measurement visits memory
/// more often than caches: it is what others use, too.
CeilingOptions ceiling_options(comms::Binding const& binding, std::size_t most_bytes,
                               CeilingEffort effort);

/// The largest working set: a sixteenth of the node's memory, all its ranks together, and half of
/// what a rank may have. 0 stands for unknown.
std::size_t most_ceiling_bytes(std::size_t node_bytes, std::size_t rank_bytes, int ranks_on_node);

/// Measures with every thread of Kokkos' default host execution space; about 4 s
/// (quick: about 1 s). Throws std::runtime_error if a kernel computes a wrong result. On several
/// ranks, with the same levels on all: this rank's part of what all do together. A level for which
/// any rank gets no memory is missing.
Ceilings measure_ceilings(CeilingOptions const& options);

} // namespace kitt::perf
