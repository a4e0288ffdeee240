// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/precision.hpp"
#include "perf/measure/statistics.hpp"

#include <array>
#include <optional>
#include <string>

namespace kitt::perf {

/// Work and speed of one cell, measured or not, by KITT or another program. Figures are per node:
/// Mflop/s (hopping), GB/s (memory), MB/s one way (halo). cell_kind.hpp states all other units.
struct Figure {
  std::string benchmark; ///< "hopping", "memory", "halo", "latency" (Benchmark of a CellKind)
  std::string kernel;    ///< "Wilson", "DWF4", "DWF5", "axpy", "read"..., "halo xyzt"
  int l = 0;
  std::optional<int> ls; ///< extent of the fifth dimension; empty if not stated
  Precision precision = Precision::single_precision;
  std::string variant;
  /// Common name of the measured work if kernels with other names do the same work. Empty if the
  /// name of the kernel is sufficient.
  std::string measures = {};

  std::string status = "measured"; ///< "measured", "failed" or "skipped"
  std::string reason = {};         ///< reason why a cell failed or was skipped

  int flops_per_site = 0;  ///< flops counted for the operator; 0 if unknown or not used
  std::string volume = {}; ///< owner of the volume L^4: "per node", "per rank", "whole job"
  double node_sites = 0;   ///< 4-D sites of a node; 0 if unknown
  /// Extents of the whole job's lattice along x, y, z, t. Empty if unknown.
  std::optional<std::array<int, 4>> lattice = {};
  std::string travel = {};    ///< halo precision: "same", "single", "half"; empty without halos
  bool between_nodes = false; ///< true if more than one node took part
  /// Nodes along x, y, z, t. Empty if nodes send nothing, or if unknown.
  std::optional<std::array<int, 4>> node_grid = {};
  bool exact = true; ///< false for narrow links, which never count as best of a kernel

  double mean = 0;                   ///< rate from the mean time
  std::optional<double> median = {}; ///< rate from the median time
  std::optional<double> error = {};  ///< relative standard error of the mean
  std::optional<double> watts_per_node = {};
  std::optional<double> roofline_fraction = {};
  /// Fraction of the highest ceiling that may limit the cell; at most roofline_fraction.
  std::optional<double> lowest_fraction = {};
  /// Median seconds of a call. Empty if the figure has no calls.
  std::optional<double> call_seconds = {};
  double communication_seconds = 0; ///< part of call_seconds spent on communication
};

/// Properties of a record, other than its cells, on which its figures depend.
struct FigureContext {
  int nodes = 1;
  int ranks_per_node = 1;
  std::string volume;     ///< "per node", "per rank", "whole job"
  int flops_per_site = 0; ///< flops counted per site of the hopping term
};

/// Returns a figure without a lattice.
Figure plain_figure(std::string const& benchmark, std::string const& kernel, double mean);

/// Sets the rates from the median and the mean time. `rate` is from the median time.
void set_rate(Figure& figure, double rate, Statistics const& seconds);

/// Sets the lattice of the whole job, and the sites of a node.
void set_lattice(Figure& figure, std::array<int, 4> const& global_volume,
                 FigureContext const& context);

/// Returns the sites of a node, or 0 if L does not determine them.
double sites_of_node(Figure const& figure, std::optional<int> ranks_per_node);

} // namespace kitt::perf
