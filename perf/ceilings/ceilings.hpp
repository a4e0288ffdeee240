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
/// Ceilings of a node. A record contains the ceilings of a whole node: all threads of all its
/// ranks measure at the same time.

/// Results of one of several measurements of the same machine.
struct CeilingReading {
  /// Bandwidth of a level in 10^9 bytes/s, the best of read, copy and triad.
  struct Level {
    std::string level; ///< "L1" to "memory", or "network"
    double gb_per_s = 0;
  };
  std::string moment; ///< time of the measurement: "before the cells"
  double seconds_to_measure = 0;
  double single_gflops_per_s = 0;
  double double_gflops_per_s = 0;
  double clock_ghz = 0; ///< measured clock; 0 if unknown
  std::vector<Level> levels;
};
constexpr auto fields_of(CeilingReading::Level const*) {
  return kitt::fields(field("level", &CeilingReading::Level::level,
                            "level of the memory hierarchy, \"L1\" to \"memory\", or network"),
                      field("gb_per_s", &CeilingReading::Level::gb_per_s, "10^9 bytes/s").above(0));
}
constexpr auto fields_of(CeilingReading const*) {
  return kitt::fields(
      field("moment", &CeilingReading::moment,
            "time of the measurement: \"before the cells\", \"when a figure lay above them\" or "
            "\"after the cells\""),
      figure("seconds_to_measure", &CeilingReading::seconds_to_measure, "s",
             "duration of the measurement on the slowest rank"),
      figure(
          "single_gflops_per_s", &CeilingReading::single_gflops_per_s, "Gflop/s",
          "multiply-add peak in single precision, 10^9 flop/s; a multiply-add counts as two flops")
          .above(0),
      figure(
          "double_gflops_per_s", &CeilingReading::double_gflops_per_s, "Gflop/s",
          "multiply-add peak in double precision, 10^9 flop/s; a multiply-add counts as two flops")
          .above(0),
      figure("clock_ghz", &CeilingReading::clock_ghz, "GHz",
             "CPU clock in 10^9 Hz; null if unknown")
          .or_null(),
      field("levels", &CeilingReading::levels,
            "bandwidth of each level, the best of read, copy and triad"));
}

/// Highest rates that a node can reach with the threads and SIMD lanes that the kernels use.
struct Ceilings {
  int threads = 0;
  int single_lanes = 0;
  int double_lanes = 0;
  double single_gflops_per_s = 0; ///< a multiply-add counts as two flops
  double double_gflops_per_s = 0;
  /// highest measured clock, from a chain of dependent integer additions, timed together with the
  /// peaks; 0 if unknown
  double clock_ghz = 0;
  /// lowest measured clock of the run; `clock_ghz` is the highest
  double lowest_clock_ghz = 0;
  /// 10^9 bytes/s that a node sends to other nodes in a halo exchange of this run, mean over nodes;
  /// 0 if no face leaves a node
  double network_gb_per_s = 0;
  std::vector<LevelBandwidth> levels; ///< ordered from the fastest level to memory
  /// Bandwidth curve from the smallest to the largest working set. Empty for machines of the model.
  std::vector<BandwidthPoint> curve;
  std::vector<std::string> missing; ///< levels that could not be measured, with the reason
  /// All measurements of the run in order of time. The members above contain the best figures of
  /// all measurements.
  std::vector<CeilingReading> readings;
};
constexpr auto fields_of(Ceilings const*) {
  return kitt::fields(
      field("threads", &Ceilings::threads, "number of host threads of a node").at_least(1),
      field("single_lanes", &Ceilings::single_lanes, "lanes").at_least(1),
      field("double_lanes", &Ceilings::double_lanes, "lanes").at_least(1),
      figure(
          "single_gflops_per_s", &Ceilings::single_gflops_per_s, "Gflop/s",
          "multiply-add peak in single precision, 10^9 flop/s; a multiply-add counts as two flops")
          .above(0),
      figure(
          "double_gflops_per_s", &Ceilings::double_gflops_per_s, "Gflop/s",
          "multiply-add peak in double precision, 10^9 flop/s; a multiply-add counts as two flops")
          .above(0),
      figure("clock_ghz", &Ceilings::clock_ghz, "GHz",
             "highest measured CPU clock in 10^9 Hz; null if unknown or not measured")
          .or_null(),
      figure("lowest_clock_ghz", &Ceilings::lowest_clock_ghz, "GHz",
             "lowest measured CPU clock in 10^9 Hz; absent if unknown")
          .or_absent(),
      figure("network_gb_per_s", &Ceilings::network_gb_per_s, "GB/s/node",
             "10^9 bytes/s that a node sends to other nodes when all ranks exchange large faces in "
             "all split directions, mean over nodes; absent if no face leaves a node")
          .or_absent(),
      field("levels", &Ceilings::levels, "bandwidths of the levels, fastest first"),
      field("curve", &Ceilings::curve, "bandwidth by working set, smallest set first"),
      field(
          "missing", &Ceilings::missing,
          "levels that could not be measured, each with the reason; absent without missing levels")
          .or_absent(),
      field(
          "readings", &Ceilings::readings,
          "all measurements of the run in order of time; the other fields have their best figures")
          .or_absent());
}

/// Returns the ceilings as a reading. `seconds`: duration of the measurement.
CeilingReading reading_of(Ceilings const& measured, std::string moment, double seconds);

/// Activity of a run since its ceilings were measured.
struct SinceCeilings {
  double seconds = 0;
  std::size_t cells_measured = 0; ///< cells that were neither skipped nor failed
};
/// Returns whether ceilings are worth measuring again at the end of a run. The run must have lasted
/// ten times as long as the measurement, in which time a shared machine may have changed. The run
/// must also have at least one measured cell, because otherwise no figure is compared with the
/// ceilings.
bool is_worth_repeating(CeilingReading const& last, SinceCeilings const& since);

/// The figure that differs most between readings.
struct ReadingSpread {
  std::string figure; ///< "single multiply-add peak", "L2 bandwidth"
  double lowest = 0;
  double highest = 0;

  double ratio() const { return highest / lowest; }
};
/// Returns the figure that differs most between readings; empty for fewer than two readings.
std::optional<ReadingSpread> widest_spread(std::vector<CeilingReading> const& readings);

/// Returns the better value of each figure of two measurements of the same machine, because
/// disturbances only lower figures. The result has the readings of both.
Ceilings better_of(Ceilings const& a, Ceilings const& b);

/// Returns the ceilings of a node, as the mean over nodes, from the ceilings of each rank. `sum`
/// adds a value over all ranks.
Ceilings ceilings_per_node(Ceilings const& own, std::function<double(double)> const& sum,
                           int nodes);

/// Returns the multiply-add peak in Gflop/s.
double peak_of(Ceilings const& ceilings, Precision precision);

/// Returns whether the clocks at several moments differ by more than 5 %.
bool clock_varies(Ceilings const& ceilings);
/// Returns how many multiply-adds on full SIMD registers a thread does per cycle at the peak. Empty
/// if the clock is unknown or varies. Also empty if the result exceeds what CPUs of this
/// architecture can do, because the clock was then different while the peak was measured.
std::optional<double> multiply_adds_per_cycle(Ceilings const& ceilings, Precision precision);

/// A ceiling in Gflop/s and its name: "single multiply-add peak", "L2 bandwidth".
struct Bound {
  std::string name;
  double gflops_per_s = 0;
};

/// Sustained bandwidth: the highest rate at which caches and memory serve calls that pass through
/// the same working set again and again. The rate is read from the bandwidth curve.
///
/// Ceilings without a curve (machines of the model) give the most favourable case.
/// The part of the set that fits into the next faster level comes from that level, and the rest
/// comes from the smallest level that holds the whole set. Each level counts with the best of the
/// measured kernels whose use of streams is `streams` or a simpler one.
struct SustainedBandwidth {
  std::string level; ///< level that holds the whole set; empty if it was not measured
  double gb_per_s = 0;
};
SustainedBandwidth sustained_bandwidth(Ceilings const& ceilings, std::size_t working_set_bytes,
                                       Streams streams = Streams::written);

/// Returns the ceiling of the network: flops / bytes sent to other nodes, times the bandwidth of
/// the network. Empty if the work sends nothing to other nodes, or if that bandwidth is unknown.
std::optional<Bound> network_ceiling(Ceilings const& ceilings, double flops, double bytes_sent);

/// Returns the lower of two ceilings: the peak, and flops / bytes times the sustained bandwidth of
/// the working set. `flops` and `bytes` belong to the same work. Returns the peak if `bytes` is 0,
/// or if no level that holds the working set was measured.
Bound binding_ceiling(Ceilings const& ceilings, Precision precision, double flops, double bytes,
                      std::size_t working_set_bytes, Streams streams = Streams::written);

// Doubts about ceilings: values that the machine must exceed, so that something must have
// disturbed the measurement.

/// Returns whether a bandwidth is lower than on any current machine.
bool is_too_low(double gb_per_s);

/// The read, copy, triad or update bandwidth of a level.
using Stream = double LevelBandwidth::*;

/// Returns why a bandwidth of a level is in doubt: a larger level is faster, or no machine is so
/// slow. Empty if there is no doubt.
std::string doubt_of(std::vector<LevelBandwidth> const& levels, LevelBandwidth const& level,
                     Stream stream);

/// Returns a line for each bandwidth of a level that is in doubt. Empty without doubts.
std::string ceiling_doubts_text(Ceilings const& ceilings);

} // namespace kitt::perf
