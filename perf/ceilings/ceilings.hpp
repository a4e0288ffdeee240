// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/bandwidth_curve.hpp"
#include "perf/ceilings/precision.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// \file
/// Ceilings of a record are a node's: of all threads of all its ranks, which measure together.

/// What one of several measurements of the same machine gave.
struct CeilingReading {
  /// The bandwidth of a level in base-10 GB/s, the best of read, copy and triad.
  struct Level {
    std::string level;
    double gb_per_s = 0;
  };
  std::string moment; ///< "before the cells"
  double seconds_to_measure = 0;
  double single_gflops_per_s = 0;
  double double_gflops_per_s = 0;
  double clock_ghz = 0; ///< 0: unknown
  std::vector<Level> levels;
};
constexpr auto fields_of(CeilingReading::Level const*) {
  return kitt::fields(field("level", &CeilingReading::Level::level, "\"L1\" to \"memory\""),
                      field("gb_per_s", &CeilingReading::Level::gb_per_s, "10^9 bytes/s").above(0));
}
constexpr auto fields_of(CeilingReading const*) {
  return kitt::fields(
      field("moment", &CeilingReading::moment,
            "\"before the cells\", \"when a figure lay above them\", \"after the cells\""),
      figure("seconds_to_measure", &CeilingReading::seconds_to_measure, "s",
             "s, of the slowest rank"),
      figure("single_gflops_per_s", &CeilingReading::single_gflops_per_s, "Gflop/s",
             "multiply-add peak, 10^9 flop/s, a multiply-add counts two")
          .above(0),
      figure("double_gflops_per_s", &CeilingReading::double_gflops_per_s, "Gflop/s",
             "the same in double precision")
          .above(0),
      figure("clock_ghz", &CeilingReading::clock_ghz, "GHz", "10^9 Hz; null: unknown").or_null(),
      field("levels", &CeilingReading::levels, "of each level the best of read, copy and triad"));
}

/// What a node can do at most with the threads and lanes that the kernels use.
struct Ceilings {
  int threads = 0;
  int single_lanes = 0;
  int double_lanes = 0;
  double single_gflops_per_s = 0; ///< a multiply-add counts as two
  double double_gflops_per_s = 0;
  double clock_ghz = 0; ///< measured beside them: chain of dependent integer additions; 0: unknown
  double lowest_clock_ghz = 0;        ///< of several moments, whose highest `clock_ghz` is
  std::vector<LevelBandwidth> levels; ///< from the fastest to memory
  /// From the smallest working set to the largest; empty in older records and files of machines.
  std::vector<BandwidthPoint> curve;
  std::vector<std::string> missing; ///< levels that could not be measured, and why
  /// All measurements of the run, of which the best figures stand above; in the order of time.
  std::vector<CeilingReading> readings;
};
constexpr auto fields_of(Ceilings const*) {
  return kitt::fields(
      field("threads", &Ceilings::threads, "host threads of a node").at_least(1),
      field("single_lanes", &Ceilings::single_lanes, "lanes").at_least(1),
      field("double_lanes", &Ceilings::double_lanes, "lanes").at_least(1),
      figure("single_gflops_per_s", &Ceilings::single_gflops_per_s, "Gflop/s",
             "multiply-add peak, 10^9 flop/s, a multiply-add counts two")
          .above(0),
      figure("double_gflops_per_s", &Ceilings::double_gflops_per_s, "Gflop/s",
             "the same in double precision")
          .above(0),
      figure("clock_ghz", &Ceilings::clock_ghz, "GHz",
             "measured, the highest of several moments, 10^9 Hz; null: unknown or not measured")
          .or_null(),
      figure("lowest_clock_ghz", &Ceilings::lowest_clock_ghz, "GHz",
             "the lowest of them; absent: unknown")
          .or_absent(),
      field("levels", &Ceilings::levels, "bandwidths, fastest first"),
      field("curve", &Ceilings::curve, "bandwidth against the working set, smallest first")
          .or_absent(),
      field("missing", &Ceilings::missing,
            "levels that could not be measured, each with the reason; absent: none")
          .or_absent(),
      field("readings", &Ceilings::readings,
            "all measurements of the run in the order of time, whose best figures stand above")
          .or_absent());
}

/// These as a reading; `seconds`: that it took.
CeilingReading reading_of(Ceilings const& measured, std::string moment, double seconds);

/// What a run has done since it measured its ceilings.
struct SinceCeilings {
  double seconds = 0;
  std::size_t cells_measured = 0; ///< neither skipped nor failed
};
/// Whether ceilings are worth measuring again at the end of a run: a machine that others use too
/// may have changed in ten times the time that measuring takes. A shorter run has not that much to
/// tell, and one without a measured cell has no figure that stands under them.
bool is_worth_repeating(CeilingReading const& last, SinceCeilings const& since);

/// The figure in which readings lie furthest apart.
struct ReadingSpread {
  std::string figure; ///< "single multiply-add peak", "L2 bandwidth"
  double lowest = 0;
  double highest = 0;

  double ratio() const { return highest / lowest; }
};
/// None of fewer than two readings.
std::optional<ReadingSpread> widest_spread(std::vector<CeilingReading> const& readings);

/// The better one of each figure of two measurements of the same machine: what disturbs only lowers
/// them. The readings of both.
Ceilings better_of(Ceilings const& a, Ceilings const& b);

/// The ceilings of a node (the mean of the nodes) from what each rank gives. `sum` adds over all
/// ranks.
Ceilings ceilings_per_node(Ceilings const& own, std::function<double(double)> const& sum,
                           int nodes);

/// The multiply-add peak in Gflop/s.
double peak_of(Ceilings const& ceilings, Precision precision);

/// Whether the clocks of several moments lie more than 5 % apart.
bool clock_varies(Ceilings const& ceilings);
/// Registers full of multiply-adds that a thread does per cycle at the peak; none where the clock
/// is unknown or varies, or where they are more than the architecture's CPUs can do, so that the
/// clock was another one at that moment.
std::optional<double> multiply_adds_per_cycle(Ceilings const& ceilings, Precision precision);

/// A ceiling in Gflop/s and its name: "single multiply-add peak", "L2 bandwidth".
struct Bound {
  std::string name;
  double gflops_per_s = 0;
};

/// Sustained bandwidth: what caches and memory deliver at most to calls that go through the same
/// working set again and again, read off the curve. Ceilings without one (older records, machines
/// of the model) give the most favourable case: as much of the set as fits into the next faster
/// level comes from there, the rest from the smallest level that holds it all. Each level counts
/// with the best of the kernels that do no more with their streams.
struct SustainedBandwidth {
  std::string level; ///< that holds all; empty where none was measured
  double gb_per_s = 0;
};
SustainedBandwidth sustained_bandwidth(Ceilings const& ceilings, std::size_t working_set_bytes,
                                       Streams streams = Streams::written);

/// The lower of the peak and of flops / bytes times the sustained bandwidth of the working set.
/// `flops` and `bytes` are of the same piece of work. With no bytes, or where no level that holds
/// the working set was measured, the peak.
Bound binding_ceiling(Ceilings const& ceilings, Precision precision, double flops, double bytes,
                      std::size_t working_set_bytes, Streams streams = Streams::written);

} // namespace kitt::perf
