// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/solvers/stopping_rule.hpp"
#include "miniapp/run/field_options.hpp"
#include "miniapp/run/gauge_option.hpp"
#include "perf/ceilings/cost_table.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// The precision of a solver; mixed: iterations in single precision, the solution in double.
enum class SolverPrecision { single_precision, double_precision, mixed };
constexpr auto names_of(SolverPrecision) {
  return std::array{"single", "double", "mixed"};
}
constexpr bool uses(SolverPrecision solver, perf::Precision precision) {
  return solver == SolverPrecision::mixed ||
         static_cast<int>(solver) == static_cast<int>(precision);
}

/// Operators as the command line has them.
enum class OperatorName { wilson, dwf, staggered };
constexpr auto names_of(OperatorName) {
  return std::array{"wilson", "dwf", "staggered"};
}
/// What the staggered operator is made of: links as they are, or fat and long ones.
enum class StaggeredAction { naive, asqtad, hisq };
constexpr auto names_of(StaggeredAction) {
  return std::array{"naive", "asqtad", "hisq"};
}

/// Convention for counting flops: `usual` is KITT's, `hirep` is HiRep's and SOMBRERO's.
enum class SolverFlops { usual, hirep };
constexpr auto names_of(SolverFlops) {
  return std::array{"usual", "hirep"};
}

/// Files of links that are no gauge fields, phases and boundary sign included.
struct LinkFiles {
  std::string fat;
  std::string longer;

  bool given() const { return !fat.empty(); }
};

/// What the solvers are asked for.
struct SolveOptions {
  FieldOptions fields;
  GaugeOption gauge = {"weak"};
  LinkFiles files;
  std::string source; ///< the path of a file that b is read from, staggered; empty: b is random
  std::optional<int> ls = {}; ///< none: that of a run, or of a quick one
  std::vector<OperatorName> operators = {OperatorName::wilson, OperatorName::dwf};
  std::vector<StaggeredAction> actions = {StaggeredAction::naive};
  std::vector<SolverPrecision> precisions = {};
  std::vector<perf::SolverRecurrence> recurrences = {perf::SolverRecurrence::cg};
  double mass = 0.1;
  double u0 = 1;           ///< asqtad: tadpole factor of links that are smeared
  double naik_epsilon = 0; ///< HISQ: correction of those
  double m5 = 1.8;
  double tolerance = 0; ///< 0: rule() says
  int max_iterations = 10000;
  int iterations = 0; ///< as many exactly; 0: until the tolerance is reached
  SolverFlops flops = SolverFlops::usual;
  perf::FlopCount flops_per_site = perf::FlopCount::grid; ///< see flop_count()

  /// Returns how the flops of the hopping term are counted, and so the flops of the solver.
  perf::FlopCount flop_count() const {
    return flops == SolverFlops::hirep ? perf::FlopCount::hirep : flops_per_site;
  }
  /// When a solver in this precision stops.
  StoppingRule rule(SolverPrecision precision) const;
  /// The staggered operator with each action.
  std::vector<perf::SolvedOperator> wanted_operators() const;
  bool wants_operator(OperatorName op) const {
    return std::find(operators.begin(), operators.end(), op) != operators.end();
  }
  /// Whether any operator is made from a gauge field.
  bool wants_gauge_field() const;
  /// All that this KITT was compiled for, if none is asked for.
  std::vector<SolverPrecision> wanted_precisions() const;
  /// What the header of a record says of it.
  void describe(perf::Configuration& run) const;
};

void add_solver(CLI::App& app, SolveOptions& options);

/// Throws UserError for options that contradict each other, or a precision that the solvers were
/// not compiled for.
void check(SolveOptions const& options);

} // namespace kitt::miniapp
