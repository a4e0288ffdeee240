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

/// One level to be measured.
struct CeilingLevel {
  std::string level;
  std::size_t working_set_bytes = 0; ///< of all threads together
  std::size_t capacity_bytes = 0;
};

/// What measure_ceilings does, and for how long.
struct CeilingOptions {
  std::vector<CeilingLevel> levels;
  std::vector<std::string> missing; ///< levels for which there is too little memory: "memory (...)"
  double seconds_per_figure = 0.15; ///< spent on each of the 3 figures per level and on each peak
  int minimum_repetitions = 4;      ///< at least, however long they take
  std::function<double(double)> slowest = OwnSeconds{}; ///< of all ranks; see OwnSeconds
};

enum class CeilingEffort { quick, normal }; ///< Shorter sampling, or the usual.

/// Levels and working sets for these threads: half of each cache level they can reach; for memory
/// four times the last level, or if that is more than 256 MiB twice it, and at least 256 MiB
/// (quick, with caches known: 64 MiB). No set is larger than `most_bytes` (0: unknown). A level
/// that such a set cannot show is missing; levels that are no larger than the one before are left
/// out.
CeilingOptions ceiling_options(comms::Binding const& binding, std::size_t most_bytes,
                               CeilingEffort effort);

/// The largest working set: a sixteenth of the node's memory, all its ranks together, and half of
/// what a rank may have. 0 stands for unknown.
std::size_t most_ceiling_bytes(std::size_t node_bytes, std::size_t rank_bytes, int ranks_on_node);

/// Measures with every thread of Kokkos' default host execution space; about 2.5 s
/// (quick: under 1 s). Throws std::runtime_error if a kernel computes a wrong result. On several
/// ranks, with the same levels on all: this rank's part of what all do together. A level for which
/// any rank gets no memory is missing.
Ceilings measure_ceilings(CeilingOptions const& options);

} // namespace kitt::perf
