// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/compare/routine_shares.hpp"
#include "perf/compare/run_differences.hpp"
#include "perf/json/document_version.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/results/work.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// Lowest ratios with which rows pass a comparison.
struct Tolerances {
  std::optional<double> any = {};               ///< tolerance of rows without their own tolerance
  std::map<std::string, double> of_kernel = {}; ///< tolerances of rows by name, as in fit_of()
  bool given() const { return any || !of_kernel.empty(); }
  /// Returns the tolerance whose name fits the row most closely.
  std::optional<double> of(Figure const& row) const;
};
/// Options of a comparison: which cells count, and whether figures are converted.
struct ComparisonOptions {
  CellFilter filter = {};
  bool convert = false; ///< whether to convert figures of other conventions, where that is valid
  Tolerances fail_below = {};
};

constexpr auto fields_of(Tolerances const*) {
  return kitt::fields(
      field("any", &Tolerances::any,
            "tolerance of rows that have no tolerance of their own; null if none was given"),
      field("kernels", &Tolerances::of_kernel, "tolerances of rows by name"));
}

/// An operand with the letter that names it in the tables.
struct Operand : Results {
  std::string letter;
};
constexpr auto fields_of(Operand const*) {
  return kitt::fields(
      field("letter", &Operand::letter, "letter of the operand").like(letter_pattern),
      field("name", &Operand::name, "name as given: a file, published:NAME or grid:FILE"),
      field("title", &Operand::title, "machine"),
      field("source", &Operand::source, "who measured it"),
      field("cpu_model", &Operand::cpu_model, "name of the CPU; may be empty"),
      field("published", &Operand::published,
            "true if the operand is a published table, or the output of another program"),
      field("nodes", &Operand::nodes, "number of nodes; null if unknown").at_least(1),
      field("ranks_per_node", &Operand::ranks_per_node, "ranks of each node; null if unknown")
          .at_least(1),
      field("cores_per_node", &Operand::cores_per_node,
            "cores in use on each node; null if unknown")
          .at_least(1),
      field("rules", &Operand::rules, "rules of its points"),
      field("robustness", &Operand::robustness,
            "slowest divided by fastest DWF4 variant at the l of the rules, as stated; null if "
            "unknown"),
      field("robustness_set", &Operand::robustness_set,
            "name of the set of variants behind the robustness; null if it has no name")
          .or_null(),
      field("warnings", &Operand::warnings, "warnings about the figures of another program"));
}

/// Work that a cell of a comparison measures.
struct ComparedWork : Figure {};
constexpr auto fields_of(ComparedWork const*) {
  return kitt::fields(
      field("benchmark", &ComparedWork::benchmark, "kind of cell").one_of(benchmark_names),
      field("kernel", &ComparedWork::kernel,
            "name as in records; \"axpy (...)\" is axpy, a halo has its directions (halo xyzt), "
            "MPI messages and operations have their size"),
      field("l", &ComparedWork::l,
            "L of the reference; 0 for MPI messages and operations, which have no lattice"),
      field("ls", &ComparedWork::ls, "extent of the fifth dimension; null if unknown").at_least(1),
      field("precision", &ComparedWork::precision, "precision of all fields"),
      derived("unit",
              [](ComparedWork const& work) {
                return std::string(benchmark_named(work.benchmark).unit);
              },
              {"unit of the values"})
          .one_of(figure_units));
}

/// Result of comparing one operand with one cell of the reference.
struct ComparedFigure {
  enum class Status { compared, refused, failed, missing };
  std::string operand = {}; ///< letter of the operand
  Status status = Status::missing;
  std::string note = {}; ///< why the figure was not compared, or what was converted
  double value = 0;      ///< figure per node as the run printed it, converted; 0 if not compared
  double mean = 0;       ///< figure per node from the mean time, converted
  /// Ratio per node to the reference; above 1 is better (inverse ratio for times).
  double ratio = 0;
  std::optional<Statistic> statistic = {}; ///< statistic behind the value; empty if not compared
  /// Statistic behind the ratio: the median if both sides have one.
  std::optional<Statistic> ratio_statistic = {};
  /// Relative standard error of the ratio, from the known errors of both sides; for the reference,
  /// error of its figure.
  std::optional<double> error = {};
  std::optional<double> ratio_per_core = {};
  std::optional<double> ratio_per_watt = {};
  std::string variant = {};
  bool converted = false;
  /// Whether the ratio is below its tolerance, or the cell failed or is missing although it has a
  /// tolerance.
  bool below = false;
  bool undecided = false; ///< whether the cell was refused although it has a tolerance
};
constexpr auto names_of(ComparedFigure::Status) {
  return std::array{"compared", "refused", "failed", "missing"};
}
constexpr auto fields_of(ComparedFigure const*) {
  return kitt::fields(
      field("operand", &ComparedFigure::operand, "letter of the operand").like(letter_pattern),
      field("status", &ComparedFigure::status,
            "refused: not the same work; failed: its result was wrong; missing: not measured"),
      field("value", &ComparedFigure::value,
            "figure per node as the run printed it, converted; null if not compared")
          .or_null()
          .above(0),
      field("ratio", &ComparedFigure::ratio,
            "ratio per node to the reference, above 1 is better; null if not compared")
          .or_null()
          .above(0),
      field("statistic", &ComparedFigure::statistic,
            "statistic of the times behind the value; null if not compared"),
      field("ratio_statistic", &ComparedFigure::ratio_statistic,
            "statistic of the times behind the ratio: median if both sides have one; null if not "
            "compared"),
      field("relative_error", &ComparedFigure::error,
            "standard error of the ratio, as a fraction of the ratio; null if unknown")
          .at_least(0),
      field("ratio_per_core", &ComparedFigure::ratio_per_core,
            "ratio per core in use; null if unknown")
          .above(0),
      field("ratio_per_watt", &ComparedFigure::ratio_per_watt, "ratio per watt; null if unknown")
          .above(0),
      field("variant", &ComparedFigure::variant, "variant of the kernel"),
      field("converted", &ComparedFigure::converted, "true if the value was converted"),
      field("below", &ComparedFigure::below, "true if the ratio is below its tolerance"),
      field("note", &ComparedFigure::note,
            "why the figure was not compared, or what was converted"));
}

/// One cell of the reference, and the result of each operand for it.
struct ComparedCell {
  ComparedWork reference;
  /// Results of all operands; the first operand is the reference itself.
  std::vector<ComparedFigure> figures;
};
constexpr auto fields_of(ComparedCell const*) {
  return kitt::fields(inlined(&ComparedCell::reference),
                      derived("less_is_better",
                              [](ComparedCell const& cell) {
                                return benchmark_named(cell.reference.benchmark).less_is_better;
                              },
                              {"true if values are times; ratios are then of their inverse, so "
                               "that above 1 is better"}),
                      field("figures", &ComparedCell::figures, "one for each operand"));
}

/// Quantity that a ratio compares: the figure per node, per core or per watt.
enum class Measure { node, core, watt };
inline constexpr std::array measures{Measure::node, Measure::core, Measure::watt};
constexpr auto names_of(Measure) {
  return std::array{"per node", "per core", "per watt"};
}
std::optional<double> ratio_by(ComparedFigure const& figure, Measure measure);
/// Returns a ratio per core or watt, given the ratio per node. `here` and `there` are the cores or
/// watts per node of the operand and of the reference.
std::optional<double> ratio_of_parts(double ratio, std::optional<double> here,
                                     std::optional<double> there);

/// Point of one operand: mean figure per node of a kernel at the two sizes of the rules.
struct ComparedPoint {
  std::string kernel;
  Precision precision = Precision::single_precision;
  double value = 0;                        ///< as the run printed it
  double ratio = 0;                        ///< to the point of the reference
  Statistic statistic = Statistic::median; ///< of the ratio
};
constexpr auto fields_of(ComparedPoint const*) {
  return kitt::fields(
      field("kernel", &ComparedPoint::kernel, "name of the kernel"),
      field("precision", &ComparedPoint::precision, "precision of its fields"),
      figure("mflops_per_node", &ComparedPoint::value, "Mflop/s/node",
             "mean of the kernel at the two l of the rules, as the run printed it")
          .above(0),
      field("ratio", &ComparedPoint::ratio, "point divided by the point of the first operand")
          .above(0),
      field("ratio_statistic", &ComparedPoint::statistic,
            "statistic of the times behind the ratio: median if all figures have one"));
}

/// Summary of one operand compared with the reference (or of the reference itself), over all
/// compared cells.
struct Headline {
  std::string operand; ///< letter of the operand that the summary describes
  std::size_t compared = 0;
  std::size_t refused = 0;
  std::size_t missing = 0; ///< number of missing cells, including failed ones
  std::size_t below = 0;
  std::size_t undecided = 0;
  double lowest = 0;
  double highest = 0;
  std::string lowest_cell; ///< name of the cell with the lowest ratio: "DWF4 L = 8"
  std::string highest_cell;
  /// Points whose cells were compared. Empty if rules differ from those of the reference.
  std::vector<ComparedPoint> points = {};
  std::string points_refused = {}; ///< why points were not compared; may be empty
  /// Mean figure per node of DWF4 at the two sizes of the rules, as the run printed it.
  std::optional<double> comparison_point;
  /// Comparison point divided by the comparison point of the reference.
  std::optional<double> comparison_ratio;
  std::optional<Statistic> comparison_statistic; ///< of comparison_ratio
  /// Geometric means of the ratios. Indices: Measure, then benchmark.
  std::array<std::map<std::string, double>, measures.size()> means = {};

  std::map<std::string, double> const& means_by(Measure measure) const {
    return means[static_cast<std::size_t>(measure)];
  }
};
constexpr auto fields_of(Headline const*) {
  return kitt::fields(
      field("operand", &Headline::operand, "letter of the operand").like(letter_pattern),
      field("cells_compared", &Headline::compared, "number of cells that were compared"),
      field("cells_refused", &Headline::refused,
            "number of cells that do not measure the same work"),
      field("cells_missing", &Headline::missing, "number of cells that failed or are missing"),
      field("cells_below", &Headline::below, "number of cells below their tolerance"),
      figure("comparison_point_mflops_per_node", &Headline::comparison_point, "Mflop/s/node",
             "mean of DWF4 at the two l of the rules as the run printed it; null if a cell was not "
             "compared, or if rules differ")
          .above(0),
      field(
          "comparison_point_ratio", &Headline::comparison_ratio,
          "comparison point divided by the comparison point of the first operand; null if unknown")
          .above(0),
      derived("ratio_geometric_mean",
              [](Headline const& head) { return head.means_by(Measure::node); },
              {"geometric mean of the ratios per node, for each benchmark with ratios; above 1 is "
               "better (inverse ratios for times)"})
          .above(0)
          .one_of(benchmark_names),
      derived("ratio_per_core_geometric_mean",
              [](Headline const& head) { return head.means_by(Measure::core); },
              {"geometric mean of the ratios per core in use"})
          .above(0)
          .one_of(benchmark_names),
      derived("ratio_per_watt_geometric_mean",
              [](Headline const& head) { return head.means_by(Measure::watt); },
              {"geometric mean of the ratios per watt"})
          .above(0)
          .one_of(benchmark_names),
      field("comparison_point_ratio_statistic", &Headline::comparison_statistic,
            "statistic of the times behind the ratio of the points: median if all figures have "
            "one; null if there is no ratio"),
      field("points", &Headline::points,
            "point of each kernel of the rules, in each precision in which both of its cells were "
            "compared"),
      field("points_refused", &Headline::points_refused,
            "why points were not compared; null if they were")
          .or_null(),
      field("ratio_lowest", &Headline::lowest,
            "lowest ratio per node, above 1 is better; null if nothing was compared")
          .or_null()
          .above(0),
      field("ratio_highest", &Headline::highest,
            "highest ratio per node, above 1 is better; null if nothing was compared")
          .or_null()
          .above(0));
}

/// Result of `kitt compare`, as its tables and its document show it. `kitt schema comparison`
/// prints the schema of the document.
struct Comparison {
  ComparisonOptions options;
  std::vector<Operand> operands; ///< compared results; the first is the reference
  std::vector<ComparedCell> cells = {};
  std::vector<Headline> headlines = {}; ///< summaries of all operands
  /// MPI routines of the operands that have an MPI profile
  std::vector<RoutineShares> routines = {};
  std::vector<RunDifference> differences = {}; ///< differences in build and start of the runs

  /// Returns the geometric mean of one operand's ratios for a benchmark ("hopping", "memory",
  /// "halo"), or an empty optional if there are no ratios.
  std::optional<double> geometric_mean(std::size_t operand, std::string const& benchmark,
                                       Measure measure) const;
  /// Return the statistic of the ratios of one operand and benchmark, or of all ratios: mean if one
  /// of them compares means, otherwise median.
  Statistic statistic_of(std::size_t operand, std::string const& benchmark) const;
  Statistic statistic() const;
  /// Returns the ratio of the comparison points, or an empty optional.
  std::optional<double> comparison_ratio(std::size_t operand, Measure measure) const;

  /// Returns the exit status. 1: a cell is below its tolerance. 2: a cell with a tolerance was
  /// refused, and no cell is below. 0: otherwise.
  int status() const;
};
constexpr auto fields_of(Comparison const*) {
  return kitt::fields(
      version_field<Comparison>(),
      derived("statistic", [](Comparison const& c) { return c.statistic(); },
              {"statistic of the times behind the ratios: mean if one ratio is of mean times"}),
      derived("all_variants", [](Comparison const& c) { return c.options.filter.all_variants; },
              {"true if each variant is a separate cell"}),
      derived("convert", [](Comparison const& c) { return c.options.convert; },
              {"true if figures of other conventions were converted"}),
      derived("fail_below", [](Comparison const& c) { return c.options.fail_below; },
              {"tolerances: lowest ratios per node that pass"}),
      derived(
          "exit_status", [](Comparison const& c) { return c.status(); },
          {"exit status; 1: a cell is below its tolerance; 2: a cell with a tolerance was refused"})
          .at_most(2),
      field("operands", &Comparison::operands, "runs and published tables that were compared")
          .count_at_least(2),
      field("differences", &Comparison::differences,
            "how the records differ in build and start of the runs"),
      field("headlines", &Comparison::headlines, "summaries over all cells, one for each operand"),
      field("cells", &Comparison::cells, "cells in the order of the reference"),
      field("mpi_routines", &Comparison::routines,
            "time in MPI by routine, if two operands have a profile"));
}

/// Returns why points of two results cannot be compared: their rules differ. Returns an empty text
/// if they can be compared.
std::string rules_refusal(Results const& one, Results const& reference);

/// Returns the summary of an operand compared with the first operand.
Headline headline_of(Comparison const& comparison, std::size_t operand);

/// Compares all results with the first one. If one operand has no cells but all have an MPI
/// profile, only the profiles are compared. Throws UserError if there are fewer than two operands,
/// or if no cell of one of them can be compared with the first; the message says why.
Comparison compare(std::vector<Results> const& operands, ComparisonOptions const& options);

/// Returns the comparison as tables, the summary first.
std::string comparison_text(Comparison const& comparison);
/// Returns the table of one benchmark's cells. Empty if there are no cells.
std::string comparison_cells_text(Comparison const& comparison, std::string const& benchmark);

/// Returns the mark of a figure or ratio: "m" for mean times, empty for medians and for none.
std::string mark_of(std::optional<Statistic> statistic);

} // namespace kitt::perf
