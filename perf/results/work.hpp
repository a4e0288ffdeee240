// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/results.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// \file
/// Which figures may be laid side by side: the same work, and the same statistic of its times.

namespace kitt::perf {

/// The time that figures are made of: both are in a record, only the mean in published tables.
enum class Statistic { median, mean };
constexpr auto names_of(Statistic) {
  return std::array{"median", "mean"};
}
/// The median if all have it, else the mean.
Statistic common_statistic(std::vector<Results> const& all);
double value_of(Figure const& figure, Statistic statistic);

/// "halo" of "halo xyzt": what the user calls a kernel.
std::string family_of(std::string const& kernel);

/// "2.2.2.2": parts along x, y, z, t.
std::string grid_text(std::array<int, 4> const& grid);

/// Messages and operations of MPI have none.
bool has_lattice(Figure const& figure);

/// "DWF4 L = 16".
std::string cell_name(Figure const& figure);

/// Whether figures are of one kernel, or of two that measure the same.
bool measure_alike(Figure const& a, Figure const& b);

/// Which figures of results count.
struct CellFilter {
  std::vector<std::string> kernels = {}; ///< empty: all; else "DWF4", "axpy", "halo"
  std::vector<int> l = {};               ///< empty: all
  bool all_variants = false; ///< each variant is a cell of its own; else the best stands for all
};

/// One figure for each cell. Measured ones go before failed and skipped ones, narrow links last,
/// then the fastest.
std::vector<Figure> cells_of(Results const& results, CellFilter const& filter, Statistic statistic);

/// How two figures differ in the work that was done.
struct Difference {
  std::string text;             ///< "1320 flops per site, 1344 in the reference"
  std::optional<double> factor; ///< makes the other figure comparable; none: nothing does
};
/// Empty if the work is the same: that of a node. L per rank is other work where nodes have other
/// numbers of ranks; L per rank and per node are convertible where nodes hold as many sites. As
/// many nodes that are cut into other parts (1.1.1.16, 2.2.2.2) send other faces.
std::vector<Difference> differences(Figure const& reference, Figure const& other);

} // namespace kitt::perf
