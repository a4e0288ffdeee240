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
/// Returns the median if the figure has one, otherwise the mean.
Statistic own_statistic(Figure const& figure);
/// Returns the median if both figures have one, otherwise the mean.
Statistic common_statistic(Figure const& a, Figure const& b);
/// Returns the figure from times of this statistic. A figure without a median gives its mean.
double value_of(Figure const& figure, Statistic statistic);
/// Returns the figure as the run printed it, or as the table has it: from the median if there is
/// one.
double value_of(Figure const& figure);

/// The kernel that a row is about: "halo" of "halo xyzt", "CG Wilson" of "CG Wilson mixed".
std::string family_of(std::string const& kernel);

/// Returns how closely a name that a user gives fits a row. It may be the heading of the table
/// ("Memory"), the first words of the row's name ("halo", "matmul 600"), or the whole name ("halo
/// xyzt", "DWF4 L = 16"). Letter case does not matter. A closer fit has a larger number. None if
/// the name does not fit.
std::optional<std::size_t> fit_of(std::string const& name, Figure const& figure);

/// All benchmarks and units that figures may be of.
std::vector<std::string> benchmark_names();
std::vector<std::string> figure_units();

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
  std::vector<std::string> kernels = {}; ///< names as in fit_of(); empty means all
  std::vector<int> l = {};               ///< empty: all
  bool all_variants = false; ///< each variant is a cell of its own; else the best stands for all
};

/// One figure for each cell. Measured ones go before failed and skipped ones, narrow links last,
/// then the fastest by its own statistic.
std::vector<Figure> cells_of(Results const& results, CellFilter const& filter);

/// How two figures differ in the work that was done.
struct Difference {
  std::string text;             ///< "1320 flops per site, 1344 in the reference"
  std::optional<double> factor; ///< makes the other figure comparable; none: nothing does
};
/// Returns whether both figures are on the same lattice and the same number of nodes. It does not
/// matter how the extents were asked for: 8.8.8.16 for the job, or L = 8 for each of two ranks.
bool same_lattice(Figure const& a, Figure const& b);

/// Returns differences in the work of a node. Empty if the work is the same, as it is on one
/// lattice. Otherwise L per rank is other work if nodes have other numbers of ranks. L per rank and
/// L per node are convertible if nodes hold the same number of sites. The same number of nodes in
/// another grid (1.1.1.16, 2.2.2.2) sends other faces.
std::vector<Difference> differences(Figure const& reference, Figure const& other);

} // namespace kitt::perf
