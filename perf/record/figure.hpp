// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/precision.hpp"
#include "perf/measure/statistics.hpp"

#include <array>
#include <optional>
#include <string>

namespace kitt::perf {

/// One measured cell, or one that could not be had, whoever ran it: the work that was done, and how
/// fast. Figures are per node: Mflop/s (hopping), GB/s (memory), MB/s one way (halo); units of the
/// others are those that a kind of cells names (cell_kind.hpp).
struct Figure {
  std::string benchmark; ///< that a kind of cells has: "hopping", "memory", "halo", "latency"
  std::string kernel;    ///< "Wilson", "DWF4", "DWF5", "axpy", "read"..., "halo xyzt"
  int l = 0;
  std::optional<int> ls; ///< none: not stated
  Precision precision = Precision::single_precision;
  std::string variant;
  /// What it measures where kernels of other names do too; empty: the kernel alone says it.
  std::string measures = {};

  std::string status = "measured"; ///< or "failed", "skipped"
  std::string reason = {};         ///< of a cell that failed or was skipped

  int flops_per_site = 0;  ///< as its operator is counted; 0: it has none, or none is stated
  std::string volume = {}; ///< whose L^4 it is: "per node", "per rank", "whole job"
  double node_sites = 0;   ///< 4-D sites of a node; 0: not known
  /// Extents of the whole job's lattice along x, y, z, t; none if not known.
  std::optional<std::array<int, 4>> lattice = {};
  std::string travel = {}; ///< precision of faces: "same", "single", "half"; empty: none travelled
  bool between_nodes = false; ///< more than one node took part
  /// Nodes along x, y, z, t: what they send each other. None: nothing is sent, or not known.
  std::optional<std::array<int, 4>> node_grid = {};
  bool exact = true; ///< false: narrow links, never the best of its kernel

  double mean = 0;                   ///< from the mean time
  std::optional<double> median = {}; ///< from the median time
  std::optional<double> error = {};  ///< relative standard error of the mean
  std::optional<double> watts_per_node = {};
  std::optional<double> roofline_fraction = {};
  /// Seconds of a call, the median, and of them those of communication. None if it has no call.
  std::optional<double> call_seconds = {};
  double communication_seconds = 0;
};

/// What the figures of a record depend on beside their cells.
struct FigureContext {
  int nodes = 1;
  int ranks_per_node = 1;
  std::string volume;     ///< "per node", "per rank", "whole job"
  int flops_per_site = 0; ///< of the hopping term
};

/// Returns one that has no lattice.
Figure plain_figure(std::string const& benchmark, std::string const& kernel, double mean);

/// Sets median and mean. `rate` is from the median time.
void set_rate(Figure& figure, double rate, Statistics const& seconds);

/// Sets the lattice of the whole job, and the sites of a node.
void set_lattice(Figure& figure, std::array<int, 4> const& global_volume,
                 FigureContext const& context);

/// Sites of a node; 0 where that does not follow from L.
double sites_of_node(Figure const& figure, std::optional<int> ranks_per_node);

} // namespace kitt::perf
