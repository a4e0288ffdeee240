// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/ceilings/ceilings.hpp"

#include <optional>
#include <string>

namespace kitt::perf {

/// Work of one call per node: the sum over the ranks of a node, averaged over nodes.
struct Work {
  double flops = 0;
  /// compulsory bytes, read and written; data updated in place count twice
  double bytes = 0;
  /// Bytes that a call touches, each counted once. 0 means equal to the moved bytes.
  double working_set = 0;
  Streams streams = Streams::written;
  double bytes_sent = 0; ///< bytes that a node sends to other nodes

  double touched() const { return working_set > 0 ? working_set : bytes; }
};

/// Fractions of the ceilings of a smaller and of a larger working set, if the two ceilings differ.
/// The working set is then close to the size that a level can serve, and the size that a level can
/// serve differs from run to run.
struct RoofRange {
  double lowest = 0;             ///< fraction of the ceiling of the smaller set
  double highest = 0;            ///< fraction of the ceiling of the larger set
  std::string ceiling_if_faster; ///< ceiling that binds the smaller set
  std::string ceiling_if_slower; ///< ceiling that binds the larger set

  bool operator==(RoofRange const&) const = default;
};
constexpr auto fields_of(RoofRange const*) {
  return kitt::fields(
      field("lowest", &RoofRange::lowest, "figure divided by the ceiling of half the working set")
          .at_least(0),
      field("highest", &RoofRange::highest,
            "figure divided by the ceiling of twice the working set")
          .at_least(0),
      field("ceiling_if_faster", &RoofRange::ceiling_if_faster,
            "ceiling that binds half the working set"),
      field("ceiling_if_slower", &RoofRange::ceiling_if_slower,
            "ceiling that binds twice the working set"));
}
/// Returns the names of both ceilings, as "L3 bandwidth or memory bandwidth", or one name if they
/// are equal.
std::string ceilings_of(RoofRange const& range);

/// Comparison of a call with the ceilings of a node.
struct Roofline {
  double arithmetic_intensity = 0; ///< flops per byte
  /// ceiling that binds, as "single multiply-add peak"; empty if unknown
  std::string ceiling;
  double gb_per_s = 0; ///< sustained bandwidth of the working set; 0 if unknown
  /// rate that the ceiling allows; 0 for a call without flops, or if unknown
  double gflops_per_s = 0;
  /// rate that the network allows; 0 if a node sends nothing to other nodes, or if unknown
  double network_gflops_per_s = 0;
  /// fraction of gflops_per_s, or of the binding bandwidth, that the call reached
  std::optional<double> fraction;
  double peak_fraction = 0; ///< fraction of the multiply-add peak
  /// range of fractions; empty if a slightly smaller or larger set has the same roof
  std::optional<RoofRange> range;
};

/// A figure divided by its ceiling is in doubt above this limit: the figure or the ceiling may be
/// wrong.
inline constexpr double most_fraction = 1.05;

/// Returns the roofline of a call. `seconds`: time of one call. The binding ceiling is unknown if
/// the level that holds the working set was not measured.
Roofline roofline(Ceilings const& ceilings, Precision precision, Work const& work, double seconds);

/// Facts about the roof of a kernel in its cell, in addition to the fraction.
struct RoofDetails {
  double traffic_bytes = 0; ///< bytes that a call moves per node
  Streams streams = Streams::written;
  std::optional<RoofRange> range = {};
  double bytes_sent = 0;           ///< bytes that a node sends to other nodes in a call
  double network_gflops_per_s = 0; ///< rate of a node that the network allows
};
constexpr auto fields_of(RoofDetails const*) {
  return kitt::fields(
      figure("traffic_bytes_per_node", &RoofDetails::traffic_bytes, "bytes/node",
             "compulsory bytes that a call reads and writes; data updated in place count twice"),
      field("streams", &RoofDetails::streams,
            "use of memory streams, which decides the bandwidths that limit the kernel; read: only "
            "read; written: read, copy and triad; updated: read, copy, triad and update"),
      field("roofline_range", &RoofDetails::range,
            "fractions of the ceilings of half and of twice the working set; absent if they differ "
            "by less than a quarter")
          .or_absent(),
      figure(
          "network_bytes_per_node", &RoofDetails::bytes_sent, "bytes/node",
          "bytes that a node sends to other nodes in a call, mean over nodes; absent if it sends "
          "none")
          .or_absent(),
      figure("network_gflops_per_s_per_node", &RoofDetails::network_gflops_per_s, "Gflop/s/node",
             "10^9 flop/s that the network allows: flops per byte sent to other nodes, times the "
             "bandwidth of the network; absent if not measured")
          .or_absent());
}

// Fields of cells that add_roofline() writes. Each kind of cell chooses their positions.

/// Returns the field with the name of the ceiling.
template <class Cell>
constexpr auto ceiling_field(char const* text = "the measured ceiling that binds: 'single "
                                                "multiply-add peak', 'L2 bandwidth', "
                                                "'network bandwidth'; null: not measured") {
  return field("ceiling", &Cell::ceiling, text).or_null().column("Bound by", as::text(8));
}
/// Returns the field with the fraction of the binding ceiling.
template <class Cell>
constexpr auto roofline_fraction_field() {
  return field("roofline_fraction", &Cell::roofline_fraction,
               "figure / that ceiling; null: not measured")
      .at_least(0)
      .column("Roof (%)", as::percent(1, 8))
      .doubtful_above(most_fraction);
}
/// Returns the field with the fraction of the multiply-add peak.
template <class Cell>
constexpr auto peak_fraction_field() {
  return field("peak_fraction", &Cell::peak_fraction,
               "figure / multiply-add peak measured in this run")
      .at_least(0)
      .column("Peak (%)", as::percent());
}
/// Returns the field with the flops per compulsory byte.
template <class Cell>
constexpr auto compulsory_intensity_figure() {
  return figure("arithmetic_intensity_flops_per_byte", &Cell::arithmetic_intensity, "flops/byte",
                "flops per compulsory byte: each input read once, each output written once")
      .above(0);
}
/// Returns the field with the flop rate that the ceiling allows.
template <class Cell>
constexpr auto roofline_gflops_figure() {
  return figure("roofline_gflops_per_s_per_node", &Cell::roofline_gflops_per_s, "Gflop/s/node",
                "10^9 flop/s that the ceiling allows; 0 for a kernel without flops");
}
/// Returns the field with the bandwidth of the working set.
template <class Cell>
constexpr auto roofline_bandwidth_figure() {
  return figure("roofline_gb_per_s_per_node", &Cell::roofline_gb_per_s, "GB/s/node",
                "10^9 bytes/s at which caches and memory serve a working set of this size, even if "
                "this ceiling does not bind");
}
/// Returns the field with the size of the working set.
template <class Cell>
constexpr auto working_set_figure() {
  return figure(
      "working_set_bytes_per_node", &Cell::working_set_bytes, "bytes/node",
      "compulsory bytes, each counted once; the size decides which level serves the kernel");
}

/// Writes a roofline into a cell of a kernel.
template <class Cell>
void add_roofline(Cell& cell, Roofline const& found, Work const& work) {
  cell.arithmetic_intensity = found.arithmetic_intensity;
  cell.ceiling = found.ceiling;
  cell.roofline_fraction = found.fraction;
  cell.roofline_gflops_per_s = found.gflops_per_s;
  cell.roofline_gb_per_s = found.gb_per_s;
  cell.working_set_bytes = work.touched();
  cell.roof = {work.bytes, work.streams, found.range, work.bytes_sent, found.network_gflops_per_s};
  if constexpr (requires { cell.peak_fraction; })
    cell.peak_fraction = found.peak_fraction;
}

/// Returns the fraction of the highest ceiling that may bind a cell.
template <class Cell>
std::optional<double> lowest_fraction(Cell const& cell) {
  return cell.roof.range ? cell.roof.range->lowest : cell.roofline_fraction;
}

/// Returns the time of the work whose flops and bytes a cell states.
template <class Cell>
double seconds_of_work(Cell const& cell) {
  return cell.seconds.median;
}

/// Recomputes the roofline of a measured cell for other ceilings.
template <class Cell>
void renew_roofline(Cell& cell, Ceilings const& ceilings) {
  auto const moved = cell.roof.traffic_bytes;
  Work const work{cell.arithmetic_intensity * moved, moved, cell.working_set_bytes,
                  cell.roof.streams, cell.roof.bytes_sent};
  add_roofline(cell, roofline(ceilings, cell.precision, work, seconds_of_work(cell)), work);
}

} // namespace kitt::perf
