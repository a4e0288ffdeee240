// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/compare/routine_shares.hpp"
#include "perf/compare/run_differences.hpp"
#include "perf/record/cell_kind.hpp"
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

constexpr auto fields_of(Tolerances const*) {
  return kitt::fields(
      field("any", &Tolerances::any, "of rows that are not named; null: none was asked for"),
      field("kernels", &Tolerances::of_kernel, "of rows with a name"));
}

/// An operand with its letter.
struct Operand : Results {
  std::string letter;
};
constexpr auto fields_of(Operand const*) {
  return kitt::fields(
      field("letter", &Operand::letter, "letter of the operand").like(letter_pattern),
      field("name", &Operand::name, "name as given: a file, or published:NAME"),
      field("title", &Operand::title, "machine"),
      field("source", &Operand::source, "who measured it"),
      field("cpu_model", &Operand::cpu_model, "name of the CPU; may be empty"),
      field("published", &Operand::published, "it is a published table"),
      field("nodes", &Operand::nodes, "number of nodes; null: not known").at_least(1),
      field("ranks_per_node", &Operand::ranks_per_node, "ranks of each node; null: not known")
          .at_least(1),
      field("cores_per_node", &Operand::cores_per_node,
            "cores in use on each node; null: not known")
          .at_least(1),
      field("robustness", &Operand::robustness,
            "slowest divided by fastest DWF4 variant at l = 16, as stated; null: not known"),
      field("robustness_set", &Operand::robustness_set,
            "name of the set of variants behind the robustness; null: not named")
          .or_null()
          .since_later());
}

/// The work of a cell.
struct ComparedWork : Figure {};
constexpr auto fields_of(ComparedWork const*) {
  return kitt::fields(
      field("benchmark", &ComparedWork::benchmark, "kind of cell").one_of(benchmark_names),
      field(
          "kernel", &ComparedWork::kernel,
          "as in records; \"axpy (...)\" is axpy, a halo has its directions (halo xyzt), messages "
          "and operations of MPI have their size"),
      field("l", &ComparedWork::l,
            "L of the reference; 0: messages and operations of MPI, which have no lattice"),
      field("ls", &ComparedWork::ls, "extent of the fifth dimension; null: not known").at_least(1),
      field("precision", &ComparedWork::precision, "precision of all fields"),
      derived("unit",
              [](ComparedWork const& work) {
                return std::string(benchmark_named(work.benchmark).unit);
              },
              {"unit of the values"})
          .one_of(figure_units));
}

/// What became of one operand at one cell of the reference.
struct ComparedFigure {
  enum class Status { compared, refused, failed, missing };
  std::string operand = {}; ///< its letter
  Status status = Status::missing;
  std::string note = {}; ///< why it was not compared, or what was converted
  double value = 0;      ///< per node, converted, as the run printed it; 0: not compared
  double mean = 0;       ///< per node, converted, from the mean time
  double ratio = 0;      ///< to the reference, per node; above 1 is better (inverse for times)
  std::optional<Statistic> statistic = {};       ///< of the value; none: not compared
  std::optional<Statistic> ratio_statistic = {}; ///< the median if both sides have one
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
constexpr auto fields_of(ComparedFigure const*) {
  return kitt::fields(
      field("operand", &ComparedFigure::operand, "letter of the operand").like(letter_pattern),
      field("status", &ComparedFigure::status,
            "refused: not the same work; failed: its result was wrong; missing: not measured"),
      field("value", &ComparedFigure::value,
            "figure per node as the run printed it, converted; null: not compared")
          .or_null()
          .above(0),
      field("ratio", &ComparedFigure::ratio,
            "ratio per node to the reference, above 1 is better; null: not compared")
          .or_null()
          .above(0),
      field("statistic", &ComparedFigure::statistic,
            "statistic of the times behind the value; null: not compared")
          .since_later(),
      field("ratio_statistic", &ComparedFigure::ratio_statistic,
            "statistic of the times behind the ratio: median if both sides have one; null: not "
            "compared")
          .since_later(),
      field("relative_error", &ComparedFigure::error,
            "standard error of the ratio, as a fraction of it; null: not known")
          .at_least(0),
      field("ratio_per_core", &ComparedFigure::ratio_per_core,
            "ratio per core in use; null: not known")
          .above(0),
      field("ratio_per_watt", &ComparedFigure::ratio_per_watt, "ratio per watt; null: not known")
          .above(0),
      field("variant", &ComparedFigure::variant, "variant of the kernel"),
      field("converted", &ComparedFigure::converted, "the value was converted"),
      field("below", &ComparedFigure::below, "it is below its tolerance"),
      field("note", &ComparedFigure::note, "why it was not compared, or what was converted"));
}

/// One cell of the reference, and what each operand has for it.
struct ComparedCell {
  ComparedWork reference;
  std::vector<ComparedFigure> figures; ///< of all operands; the first is the reference itself
};
constexpr auto fields_of(ComparedCell const*) {
  return kitt::fields(
      inlined(&ComparedCell::reference),
      derived("less_is_better",
              [](ComparedCell const& cell) {
                return benchmark_named(cell.reference.benchmark).less_is_better;
              },
              {"values are times; ratios are of their inverse, so that above 1 is better"})
          .since_later(),
      field("figures", &ComparedCell::figures, "one for each operand"));
}

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

/// What one operand gives against the reference (or itself), over all cells compared.
struct Headline {
  std::string operand; ///< its letter
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
  std::optional<double> comparison_ratio;        ///< to the point of the reference
  std::optional<Statistic> comparison_statistic; ///< of this ratio
  /// Geometric means of the ratios, by Measure and by benchmark.
  std::array<std::map<std::string, double>, measures.size()> means = {};

  std::map<std::string, double> const& means_by(Measure measure) const {
    return means[static_cast<std::size_t>(measure)];
  }
};
constexpr auto fields_of(Headline const*) {
  return kitt::fields(
      field("operand", &Headline::operand, "letter of the operand").like(letter_pattern),
      field("cells_compared", &Headline::compared, "number of cells that were compared"),
      field("cells_refused", &Headline::refused, "number of cells that are not the same work"),
      field("cells_missing", &Headline::missing, "number of cells that failed or are missing"),
      field("cells_below", &Headline::below, "number of cells below their tolerance"),
      figure("comparison_point_mflops_per_node", &Headline::comparison_point, "Mflop/s/node",
             "mean of DWF4 at l = 12 and l = 16 as the run printed it; null: one was not compared")
          .above(0),
      field("comparison_point_ratio", &Headline::comparison_ratio,
            "ratio of the comparison points to the first operand; null: not known")
          .above(0),
      derived("ratio_geometric_mean",
              [](Headline const& head) { return head.means_by(Measure::node); },
              {"geometric mean of the ratios per node of each benchmark that has any; above 1 is "
               "better, of times the inverse"})
          .above(0)
          .one_of(benchmark_names),
      derived("ratio_per_core_geometric_mean",
              [](Headline const& head) { return head.means_by(Measure::core); },
              {"the same of the ratios per core in use"})
          .above(0)
          .one_of(benchmark_names),
      derived("ratio_per_watt_geometric_mean",
              [](Headline const& head) { return head.means_by(Measure::watt); },
              {"the same of the ratios per watt"})
          .above(0)
          .one_of(benchmark_names),
      field("comparison_point_ratio_statistic", &Headline::comparison_statistic,
            "statistic of the times behind the ratio of the points: median if all figures have "
            "one; null: no ratio")
          .since_later(),
      field("ratio_lowest", &Headline::lowest,
            "lowest ratio per node, above 1 is better; null: nothing was compared")
          .or_null()
          .above(0),
      field("ratio_highest", &Headline::highest,
            "highest ratio per node, above 1 is better; null: nothing was compared")
          .or_null()
          .above(0));
}

/// All that the tables and the document of a comparison show. `kitt schema comparison` prints the
/// schema of the document.
struct Comparison {
  int schema_version = comparison_schema_version;
  ComparisonOptions options;
  std::vector<Operand> operands; ///< the first is the reference
  std::vector<ComparedCell> cells = {};
  std::vector<Headline> headlines = {};        ///< of all operands
  std::vector<RoutineShares> routines = {};    ///< of those that have an MPI profile
  std::vector<RunDifference> differences = {}; ///< in how the runs were built and started

  /// The mean of one operand's ratios ("hopping", "memory", "halo"); none where there are none.
  std::optional<double> geometric_mean(std::size_t operand, std::string const& benchmark,
                                       Measure measure) const;
  /// Returns the statistic of these ratios, or of all: the mean if one of them compares means.
  Statistic statistic_of(std::size_t operand, std::string const& benchmark) const;
  Statistic statistic() const;
  /// The ratio of the comparison points.
  std::optional<double> comparison_ratio(std::size_t operand, Measure measure) const;

  /// 1 if a cell is below its tolerance, else 2 if one that has a tolerance was refused, else 0:
  /// without tolerances what can be compared decides.
  int status() const;
};
constexpr auto fields_of(Comparison const*) {
  return kitt::fields(
      field("schema_version", &Comparison::schema_version, "version of the document")
          .always(comparison_schema_version),
      derived("statistic", [](Comparison const& c) { return c.statistic(); },
              {"statistic of the times behind the ratios: mean if one ratio is of mean times"}),
      derived("all_variants", [](Comparison const& c) { return c.options.filter.all_variants; },
              {"each variant is a cell of its own"}),
      derived("convert", [](Comparison const& c) { return c.options.convert; },
              {"figures of other conventions were converted"}),
      derived("fail_below", [](Comparison const& c) { return c.options.fail_below; },
              {"lowest ratios per node that pass"}),
      derived("exit_status", [](Comparison const& c) { return c.status(); },
              {"1: a cell is below its tolerance; 2: a cell that has a tolerance was refused"})
          .at_most(2),
      field("operands", &Comparison::operands, "runs and published tables that were compared")
          .count_at_least(2),
      field("differences", &Comparison::differences,
            "what the records say differently of how the runs were built and started")
          .since_later(),
      field("headlines", &Comparison::headlines, "one for each operand, over all cells"),
      field("cells", &Comparison::cells, "cells in the order of the reference"),
      field("mpi_routines", &Comparison::routines,
            "time in MPI by routine, if two operands have a profile"));
}
/// The scores of an operand beside the first one's.
Headline headline_of(Comparison const& comparison, std::size_t operand);

/// Lays results beside the first of them. Where one has no cells but all have an MPI profile, the
/// profiles alone are compared. Throws UserError if there are fewer than two, or if no cell of one
/// can be compared with the first, saying why.
Comparison compare(std::vector<Results> const& operands, ComparisonOptions const& options);

/// The comparison as tables, headline first.
std::string comparison_text(Comparison const& comparison);
/// Its part of one benchmark's cells; empty if there are none.
std::string comparison_cells_text(Comparison const& comparison, std::string const& benchmark);

/// Returns the mark of a figure or ratio: "m" for mean times, empty for medians and for none.
std::string mark_of(std::optional<Statistic> statistic);

} // namespace kitt::perf
