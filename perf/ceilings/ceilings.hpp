// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/precision.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace kitt::perf {

/// \file
/// Ceilings of a record are a node's: of all threads of all its ranks, which measure together.

/// Bandwidth with the working set in one level of the memory hierarchy. Base-10 GB; read counts
/// one stream, copy two, triad (z = a x + y) three; write-allocate traffic is not counted. Each is
/// the best of several repetitions: a ceiling asks what the machine can do, not what it did on
/// average.
struct LevelBandwidth {
  std::string level;                 ///< "L1", "L2", "L3", "memory"
  std::size_t working_set_bytes = 0; ///< of all threads together
  /// All threads' caches of that level; that of memory has no limit here.
  std::size_t capacity_bytes = std::numeric_limits<std::size_t>::max();
  double read_gb_per_s = 0;
  double copy_gb_per_s = 0;
  double triad_gb_per_s = 0;

  double best_gb_per_s() const;
};
constexpr auto fields_of(LevelBandwidth const*) {
  return std::tuple(field("level", &LevelBandwidth::level),
                    field("working_set_bytes", &LevelBandwidth::working_set_bytes),
                    field("capacity_bytes", &LevelBandwidth::capacity_bytes).or_null(),
                    field("read_gb_per_s", &LevelBandwidth::read_gb_per_s),
                    field("copy_gb_per_s", &LevelBandwidth::copy_gb_per_s),
                    field("triad_gb_per_s", &LevelBandwidth::triad_gb_per_s));
}

/// What a node can do at most with the threads and lanes that the kernels use.
struct Ceilings {
  int threads = 0;
  int single_lanes = 0;
  int double_lanes = 0;
  double single_gflops_per_s = 0; ///< a multiply-add counts as two
  double double_gflops_per_s = 0;
  double clock_ghz = 0; ///< measured beside them: chain of dependent integer additions; 0: unknown
  std::vector<LevelBandwidth> levels; ///< from the fastest to memory
  std::vector<std::string> missing;   ///< levels that could not be measured, and why
};
constexpr auto fields_of(Ceilings const*) {
  return std::tuple(
      field("threads", &Ceilings::threads), field("single_lanes", &Ceilings::single_lanes),
      field("double_lanes", &Ceilings::double_lanes),
      field("single_gflops_per_s", &Ceilings::single_gflops_per_s),
      field("double_gflops_per_s", &Ceilings::double_gflops_per_s),
      field("clock_ghz", &Ceilings::clock_ghz).or_null(), field("levels", &Ceilings::levels),
      field("missing", &Ceilings::missing).or_absent());
}

/// The better one of each figure of two measurements of the same machine: what disturbs only lowers
/// them.
Ceilings better_of(Ceilings const& a, Ceilings const& b);

/// The ceilings of a node (the mean of the nodes) from what each rank gives. `sum` adds over all
/// ranks.
Ceilings ceilings_per_node(Ceilings const& own, std::function<double(double)> const& sum,
                           int nodes);

/// The multiply-add peak in Gflop/s.
double peak_of(Ceilings const& ceilings, Precision precision);

/// A ceiling in Gflop/s and its name: "single multiply-add peak", "L2 bandwidth".
struct Bound {
  std::string name;
  double gflops_per_s = 0;
};

/// Sustained bandwidth: what caches and memory deliver at most to calls that go through the same
/// working set again and again. As much of it as fits into the next faster level comes from there,
/// the rest from the smallest level that holds it all. Each level counts with the best of read,
/// copy and triad. That is the most favourable case (real caches keep less), so that no kernel
/// looks better than it is.
struct SustainedBandwidth {
  std::string level; ///< that holds all; empty where none was measured
  double gb_per_s = 0;
};
SustainedBandwidth sustained_bandwidth(Ceilings const& ceilings, std::size_t working_set_bytes);

/// The lower of the peak and of flops / bytes times the sustained bandwidth of the working set.
/// `flops` and `bytes` are of the same piece of work. With no bytes, or where no level that holds
/// the working set was measured, the peak.
Bound binding_ceiling(Ceilings const& ceilings, Precision precision, double flops, double bytes,
                      std::size_t working_set_bytes);

} // namespace kitt::perf
