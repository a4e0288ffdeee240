// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/compare/routine_shares.hpp"
#include "perf/compare/run_differences.hpp"
#include "perf/results/work.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

inline constexpr int comparison_schema_version = 1; ///< Version of the document.

/// The lowest ratios that pass.
struct Tolerances {
  std::optional<double> any = {};               ///< for rows that are not named
  std::map<std::string, double> of_kernel = {}; ///< for rows by name, as in fit_of()
  bool given() const { return any || !of_kernel.empty(); }
  /// Returns the tolerance of the name that fits the row most closely.
  std::optional<double> of(Figure const& row) const;
};
/// What counts, and how it may be laid side by side.
struct ComparisonOptions {
  CellFilter filter = {};
  bool convert = false; ///< other conventions, where that is honest
  Tolerances fail_below = {};
};

/// What became of one operand at one cell of the reference.
struct ComparedFigure {
  enum class Status { compared, refused, failed, missing };
  Status status = Status::missing;
  std::string note = {}; ///< why it was not compared, or what was converted
  double value = 0;      ///< per node, converted, as the run printed it
  double mean = 0;       ///< per node, converted, from the mean time
  double ratio = 0;      ///< to the reference, per node; above 1 is better (inverse for times)
  Statistic statistic = Statistic::median;       ///< of the value
  Statistic ratio_statistic = Statistic::median; ///< the median if both sides have one
  std::optional<double> error = {}; ///< relative standard error of the ratio (of the first: its
                                    ///< own), of the sides for which one is known
  std::optional<double> ratio_per_core = {};
  std::optional<double> ratio_per_watt = {};
  std::string variant = {};
  bool converted = false;
  bool below = false;     ///< the tolerance, or failed or missing where there is one
  bool undecided = false; ///< refused where there is a tolerance
};
constexpr auto names_of(ComparedFigure::Status) {
  return std::array{"compared", "refused", "failed", "missing"};
}
/// One cell of the reference, and what each operand has for it.
struct ComparedCell {
  Figure reference;
  std::vector<ComparedFigure> figures; ///< of all operands; the first is the reference itself
};

/// What one operand gives against the reference (or itself), over all cells compared.
struct Headline {
  std::size_t compared = 0;
  std::size_t refused = 0;
  std::size_t missing = 0; ///< failed ones with them
  std::size_t below = 0;
  std::size_t undecided = 0;
  double lowest = 0;
  double highest = 0;
  std::string lowest_cell; ///< "DWF4 L = 8"
  std::string highest_cell;
  /// Per node: mean of DWF4 at L = 12 and L = 16, as the run printed it.
  std::optional<double> comparison_point;
  std::optional<double> comparison_ratio;             ///< to the point of the reference
  Statistic comparison_statistic = Statistic::median; ///< of this ratio
};

/// What a ratio is of.
enum class Measure { node, core, watt };
inline constexpr std::array measures{Measure::node, Measure::core, Measure::watt};
constexpr auto names_of(Measure) {
  return std::array{"per node", "per core", "per watt"};
}
std::optional<double> ratio_by(ComparedFigure const& figure, Measure measure);
/// A ratio per node, shared out among the cores or watts of a node here and there.
std::optional<double> ratio_of_parts(double ratio, std::optional<double> here,
                                     std::optional<double> there);
/// All that the tables and the document of a comparison show.
struct Comparison {
  ComparisonOptions options;
  std::vector<Results> operands; ///< the first is the reference
  std::vector<ComparedCell> cells = {};
  std::vector<Headline> headlines = {};        ///< of all operands
  std::vector<RoutineShares> routines = {};    ///< of those that have an MPI profile
  std::vector<RunDifference> differences = {}; ///< in how the runs were built and started

  /// The mean of one operand's ratios ("hopping", "memory", "halo"); none where there are none.
  std::optional<double> geometric_mean(std::size_t operand, std::string const& benchmark,
                                       Measure measure) const;
  /// Returns the statistic of these ratios: the mean if one of them compares means.
  Statistic statistic_of(std::size_t operand, std::string const& benchmark) const;
  /// The ratio of the comparison points.
  std::optional<double> comparison_ratio(std::size_t operand, Measure measure) const;

  /// 1 if a cell is below its tolerance, else 2 if one that has a tolerance was refused, else 0:
  /// without tolerances what can be compared decides.
  int status() const;
};
/// The scores of an operand beside the first one's.
Headline headline_of(Comparison const& comparison, std::size_t operand);

/// Lays results beside the first of them. Where one has no cells but all have an MPI profile, the
/// profiles alone are compared. Throws UserError if there are fewer than two, or if no cell of one
/// can be compared with the first, saying why.
Comparison compare(std::vector<Results> const& operands, ComparisonOptions const& options);

/// The comparison as tables, headline first, and as a document
/// (perf/schema/kitt-comparison-1.schema.json).
std::string comparison_text(Comparison const& comparison);
/// Its part of one benchmark's cells; empty if there are none.
std::string comparison_cells_text(Comparison const& comparison, std::string const& benchmark);
Json comparison_json(Comparison const& comparison);
/// What was computed, as a cell or problem of such a document begins.
Json work_json(Figure const& figure);

/// Returns the mark of a figure or ratio: "m" for mean times, empty for medians.
std::string mark_of(Statistic statistic);
/// "A", "B"...: what the operands are called in tables.
std::string letter(std::size_t operand);

} // namespace kitt::perf
