// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/ceilings/ceilings.hpp"

#include <optional>
#include <string>

namespace kitt::perf {

/// What one call does on a node: of all its ranks together, the mean of the nodes.
struct Work {
  double flops = 0;
  double bytes = 0; ///< compulsory: read and written; data updated in place counts twice
  /// Bytes that a call touches, each counted once; 0 means as many as it moves.
  double working_set = 0;
  Streams streams = Streams::written;

  double touched() const { return working_set > 0 ? working_set : bytes; }
};

/// Fractions of the ceilings of a smaller and of a larger working set, if they differ. Such a set
/// lies near the size that a level can serve, and this size differs from run to run.
struct RoofRange {
  double lowest = 0;             ///< of the ceiling of the smaller set
  double highest = 0;            ///< of the ceiling of the larger set
  std::string ceiling_if_faster; ///< the one that binds the smaller set
  std::string ceiling_if_slower; ///< the one that binds the larger set

  bool operator==(RoofRange const&) const = default;
};
constexpr auto fields_of(RoofRange const*) {
  return kitt::fields(
      field("lowest", &RoofRange::lowest, "figure / ceiling of half the working set").at_least(0),
      field("highest", &RoofRange::highest, "figure / ceiling of twice the working set")
          .at_least(0),
      field("ceiling_if_faster", &RoofRange::ceiling_if_faster,
            "the ceiling that binds half the working set"),
      field("ceiling_if_slower", &RoofRange::ceiling_if_slower,
            "the ceiling that binds twice the working set"));
}
/// Returns "L3 bandwidth or memory bandwidth", or one name if both ceilings are the same.
std::string ceilings_of(RoofRange const& range);

/// Where a call stands under the ceilings of a node.
struct Roofline {
  double arithmetic_intensity = 0; ///< flops per byte
  std::string ceiling;     ///< the one that binds: "single multiply-add peak"; empty: not known
  double gb_per_s = 0;     ///< sustained bandwidth of the working set; 0: not known
  double gflops_per_s = 0; ///< what the ceiling allows; 0 for a call without flops, or not known
  std::optional<double> fraction; ///< of that, or of the bandwidth that binds, reached
  double peak_fraction = 0;       ///< of the multiply-add peak
  std::optional<RoofRange> range; ///< none if a somewhat smaller or larger set has the same roof
};

/// If a figure is above this fraction of its ceiling, the figure or the ceiling is in doubt.
inline constexpr double most_fraction = 1.05;

/// `seconds`: of one call. Which ceiling binds is not known where the level that holds the working
/// set was not measured.
Roofline roofline(Ceilings const& ceilings, Precision precision, Work const& work, double seconds);

/// What a cell of a kernel says of its roof besides the fraction.
struct RoofDetails {
  double traffic_bytes = 0; ///< moved by a call, per node; 0 in older records means its working set
  std::optional<Streams> streams = {}; ///< none in older records means written
  std::optional<RoofRange> range = {};
};
constexpr auto fields_of(RoofDetails const*) {
  return kitt::fields(figure("traffic_bytes_per_node", &RoofDetails::traffic_bytes, "bytes/node",
                             "compulsory bytes that a call moves: what is read and what is "
                             "written; updated in place counts twice")
                          .or_absent(),
                      field("streams", &RoofDetails::streams,
                            "what the kernel does with its streams, and so which of the bandwidths "
                            "bound it: read alone; read, copy and triad; those and update")
                          .or_absent(),
                      field("roofline_range", &RoofDetails::range,
                            "fractions of the ceilings of half and of twice the working set; "
                            "absent where they are within a quarter of each other")
                          .or_absent());
}

// Fields of cells that add_roofline() writes. Each kind of cells puts them where it likes.

/// Returns the field with the name of the ceiling.
template <class Cell>
constexpr auto ceiling_field(char const* text = "the measured ceiling that binds: 'single "
                                                "multiply-add peak', 'L2 bandwidth'; null: not "
                                                "measured") {
  return field("ceiling", &Cell::ceiling, text).or_null();
}
/// Returns the field with the fraction of that ceiling.
template <class Cell>
constexpr auto roofline_fraction_field() {
  return field("roofline_fraction", &Cell::roofline_fraction,
               "figure / that ceiling; null: not measured")
      .at_least(0);
}
/// Returns the field with the fraction of the multiply-add peak.
template <class Cell>
constexpr auto peak_fraction_field() {
  return field("peak_fraction", &Cell::peak_fraction,
               "figure / multiply-add peak measured in this run")
      .at_least(0);
}
/// Returns the figure of flops per compulsory byte.
template <class Cell>
constexpr auto compulsory_intensity_figure() {
  return figure("arithmetic_intensity_flops_per_byte", &Cell::arithmetic_intensity, "flops/byte",
                "flops per compulsory byte: each input read once, each output written once")
      .above(0);
}
/// Returns the figure of what the ceiling allows.
template <class Cell>
constexpr auto roofline_gflops_figure() {
  return figure("roofline_gflops_per_s_per_node", &Cell::roofline_gflops_per_s, "Gflop/s/node",
                "10^9 flop/s that the ceiling allows; 0 for a kernel without flops");
}
/// Returns the figure of the bandwidth of the working set.
template <class Cell>
constexpr auto roofline_bandwidth_figure() {
  return figure("roofline_gb_per_s_per_node", &Cell::roofline_gb_per_s, "GB/s/node",
                "10^9 bytes/s that caches and memory feed a working set of this size, whether or "
                "not that binds");
}
/// Returns the figure of the size of the working set.
template <class Cell>
constexpr auto working_set_figure() {
  return figure("working_set_bytes_per_node", &Cell::working_set_bytes, "bytes/node",
                "compulsory: each byte once; it decides which level feeds the kernel");
}

/// Writes it into a cell of a kernel.
template <class Cell>
void add_roofline(Cell& cell, Roofline const& found, Work const& work) {
  cell.arithmetic_intensity = found.arithmetic_intensity;
  cell.ceiling = found.ceiling;
  cell.roofline_fraction = found.fraction;
  cell.roofline_gflops_per_s = found.gflops_per_s;
  cell.roofline_gb_per_s = found.gb_per_s;
  cell.working_set_bytes = work.touched();
  cell.roof = {work.bytes, work.streams, found.range};
  if constexpr (requires { cell.peak_fraction; })
    cell.peak_fraction = found.peak_fraction;
}

/// Returns the fraction of the highest ceiling that a cell may have.
template <class Cell>
std::optional<double> lowest_fraction(Cell const& cell) {
  return cell.roof.range ? cell.roof.range->lowest : cell.roofline_fraction;
}

/// The time of the work whose flops and bytes a cell states.
template <class Cell>
double seconds_of_work(Cell const& cell) {
  return cell.seconds.median;
}

/// Writes where a measured cell stands under other ceilings. A cell of an older record, which does
/// not say what it moved, stays as it is.
template <class Cell>
void renew_roofline(Cell& cell, Ceilings const& ceilings) {
  if (cell.working_set_bytes <= 0)
    return;
  auto const moved = cell.roof.traffic_bytes > 0 ? cell.roof.traffic_bytes : cell.working_set_bytes;
  Work const work{cell.arithmetic_intensity * moved, moved, cell.working_set_bytes,
                  cell.roof.streams.value_or(Streams::written)};
  add_roofline(cell, roofline(ceilings, cell.precision, work, seconds_of_work(cell)), work);
}

} // namespace kitt::perf
