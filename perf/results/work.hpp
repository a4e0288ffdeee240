// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/results.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// \file
/// Decides which figures can be compared: figures of the same work and of the same statistic of
/// times.

namespace kitt::perf {

/// Statistic of the times behind a figure. Records have mean and median; published tables only have
/// the mean.
enum class Statistic { median, mean };
constexpr auto names_of(Statistic) {
  return std::array{"median", "mean"};
}
/// Returns the median if the figure has one, otherwise the mean.
Statistic own_statistic(Figure const& figure);
/// Returns the median if both figures have one, otherwise the mean.
Statistic common_statistic(Figure const& a, Figure const& b);
/// Returns the figure made from the given statistic of the times. A figure without a median returns
/// the mean.
double value_of(Figure const& figure, Statistic statistic);
/// Returns the figure as the run or the table printed it: from the median if there is one,
/// otherwise from the mean.
double value_of(Figure const& figure);

/// Returns the kernel that a row belongs to: "halo" for "halo xyzt", "CG Wilson" for "CG Wilson
/// mixed".
std::string family_of(std::string const& kernel);

/// Returns how closely a name given by the user fits a row. The name may be the heading of the
/// table ("Memory"), the first words of the row's name ("halo", "matmul 600"), or the whole name
/// ("halo xyzt", "DWF4 L = 16"). Upper and lower case do not matter. A closer fit has a larger
/// number. Empty if the name does not fit.
std::optional<std::size_t> fit_of(std::string const& name, Figure const& figure);

/// Return all benchmarks, and all units that figures may have.
std::vector<std::string> benchmark_names();
std::vector<std::string> figure_units();

/// Returns a grid along x, y, z, t as text: "2.2.2.2".
std::string grid_text(std::array<int, 4> const& grid);

/// Returns whether a figure has a lattice. MPI messages and operations have none.
bool has_lattice(Figure const& figure);

/// Returns the name of a figure's cell: "DWF4 L = 16".
std::string cell_name(Figure const& figure);

/// Returns whether figures are of one kernel, or of two kernels that measure the same thing.
bool measure_alike(Figure const& a, Figure const& b);

/// Filter that selects figures of results.
struct CellFilter {
  /// Kernels to select, with names as in fit_of(); empty means all.
  std::vector<std::string> kernels = {};
  std::vector<int> l = {}; ///< values of L to select; empty means all
  /// Whether each variant is a separate cell. If false, only the best variant counts.
  bool all_variants = false;
};

/// Returns one figure for each cell. Prefers measured figures to failed and skipped ones, then full
/// to compressed links, then the fastest by its own statistic.
std::vector<Figure> cells_of(Results const& results, CellFilter const& filter);

/// A difference in the work of two figures.
struct Difference {
  std::string text; ///< difference in words: "1320 flops per site, 1344 in the reference"
  /// Factor that converts the other figure; empty if no conversion is possible.
  std::optional<double> factor;
};
/// Returns whether both figures have the same lattice and number of nodes. How the extents were
/// given does not matter: 8.8.8.16 for the job equals L = 8 for each of two ranks.
bool same_lattice(Figure const& a, Figure const& b);

/// Returns the differences in the work of a node. Empty if the work is the same. On one lattice the
/// work is always the same. If L is per rank, different numbers of ranks per node are different
/// work. L per rank and L per node are convertible if nodes hold the same number of sites. Equally
/// many nodes in another grid (2.2.2.2 instead of 1.1.1.16) are different work, because they send
/// other faces.
std::vector<Difference> differences(Figure const& reference, Figure const& other);

/// Returns the factor that converts the other figure in spite of all these differences. Empty if no
/// conversion is possible.
std::optional<double> conversion(std::vector<Difference> const& differences);

} // namespace kitt::perf
