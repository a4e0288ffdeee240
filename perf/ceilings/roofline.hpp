// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/ceilings.hpp"

#include <optional>

namespace kitt::perf {

/// What one call does on a node: of all its ranks together, the mean of the nodes.
struct Work {
  double flops = 0;
  double bytes = 0; ///< compulsory, and its working set: each is read or written once
};

/// Where a call stands under the ceilings of a node.
struct Roofline {
  double arithmetic_intensity = 0; ///< flops per byte
  std::string ceiling;     ///< the one that binds: "single multiply-add peak"; empty: not known
  double gb_per_s = 0;     ///< sustained bandwidth of the working set; 0: not known
  double gflops_per_s = 0; ///< what the ceiling allows; 0 for a call without flops, or not known
  std::optional<double> fraction; ///< of that, or of the bandwidth that binds, reached
  double peak_fraction = 0;       ///< of the multiply-add peak
};

/// Above this fraction of a ceiling one of the two measurements was disturbed.
inline constexpr double most_fraction = 1.05;

/// `seconds`: of one call. Which ceiling binds is not known where the level that holds the working
/// set was not measured.
Roofline roofline(Ceilings const& ceilings, Precision precision, Work const& work, double seconds);

/// Writes it into a cell of a kernel.
template <class Cell>
void add_roofline(Cell& cell, Roofline const& found, Work const& work) {
  cell.arithmetic_intensity = found.arithmetic_intensity;
  cell.ceiling = found.ceiling;
  cell.roofline_fraction = found.fraction;
  cell.roofline_gflops_per_s = found.gflops_per_s;
  cell.roofline_gb_per_s = found.gb_per_s;
  cell.working_set_bytes = work.bytes;
  if constexpr (requires { cell.peak_fraction; })
    cell.peak_fraction = found.peak_fraction;
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
  Work const work{cell.arithmetic_intensity * cell.working_set_bytes, cell.working_set_bytes};
  add_roofline(cell, roofline(ceilings, cell.precision, work, seconds_of_work(cell)), work);
}

} // namespace kitt::perf
