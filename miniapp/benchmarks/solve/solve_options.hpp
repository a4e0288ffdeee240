// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/solvers/solver.hpp"
#include "miniapp/benchmarks/solve/solved_operators.hpp"
#include "miniapp/run/field_options.hpp"
#include "miniapp/run/gauge_option.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Precision of a solver. `mixed`: iterations in single precision, the solution in double
/// precision. `half`: as mixed, and the iterations store spinors and links in half precision.
enum class SolverPrecision { single_precision, double_precision, mixed, half };
constexpr auto names_of(SolverPrecision) {
  return std::array{"single", "double", "mixed", "half"};
}
constexpr bool is_mixed(SolverPrecision solver) {
  return solver == SolverPrecision::mixed || solver == SolverPrecision::half;
}
constexpr bool uses(SolverPrecision solver, perf::Precision precision) {
  return is_mixed(solver) || static_cast<int>(solver) == static_cast<int>(precision);
}
/// Returns whether the solver exists for the operator.
constexpr bool is_possible(SolverPrecision solver, perf::SolvedOperator op) {
  return solver != SolverPrecision::half || !perf::is_staggered(op);
}

/// Links of the staggered operator. `naive`: the links of the gauge field. `asqtad`, `hisq`: fat
/// and long links.
enum class StaggeredAction { naive, asqtad, hisq };
constexpr auto names_of(StaggeredAction) {
  return std::array{"naive", "asqtad", "hisq"};
}

/// Convention for counting flops: `usual` is KITT's, `hirep` is HiRep's and SOMBRERO's.
enum class SolverFlops { usual, hirep };
constexpr auto names_of(SolverFlops) {
  return std::array{"usual", "hirep"};
}

/// Files of fat and long links, which include phases and the sign of the boundary.
struct LinkFiles {
  std::string fat;
  std::string longer;

  bool given() const { return !fat.empty(); }
};

/// Options of the solvers.
struct SolveOptions {
  FieldOptions fields;
  GaugeOption gauge = {"weak"};
  LinkFiles files;
  std::string source; ///< path of the file with b (staggered); empty if b is random
  /// extent of the fifth dimension; empty means 16, or 4 in a quick run
  std::optional<int> ls = {};
  std::vector<OperatorName> operators = {OperatorName::wilson, OperatorName::dwf};
  std::vector<StaggeredAction> actions = {StaggeredAction::naive};
  std::vector<SolverPrecision> precisions = {};
  std::vector<perf::SolverRecurrence> recurrences = {}; ///< empty means the default of solvers()
  std::vector<int> rhs = {1}; ///< numbers of right-hand sides that a call solves for
  OperatorNumbers numbers;
  double tolerance = 0; ///< relative residual at which solvers stop; 0 means the default in rule()
  int max_iterations = 10000;
  int iterations = 0; ///< exact number of iterations; 0 means until the tolerance is reached
  SolverFlops flops = SolverFlops::usual;
  /// flops per site of the hopping term; ignored with SolverFlops::hirep
  perf::FlopCount flops_per_site = perf::FlopCount::grid;

  /// Returns the convention for counting the flops of the hopping term, and so of the solver.
  perf::FlopCount flop_count() const {
    return flops == SolverFlops::hirep ? perf::FlopCount::hirep : flops_per_site;
  }
  /// Returns the rule by which a solver in the given precision stops.
  StoppingRule rule(SolverPrecision precision) const;
  /// Returns the operators to solve for. The staggered operator appears once for each action.
  std::vector<perf::SolvedOperator> wanted_operators() const;
  bool wants_operator(OperatorName op) const {
    return std::find(operators.begin(), operators.end(), op) != operators.end();
  }
  bool wants_solver(perf::SolverRecurrence recurrence) const {
    return std::find(recurrences.begin(), recurrences.end(), recurrence) != recurrences.end();
  }
  bool wants_many_rhs() const { return *std::max_element(rhs.begin(), rhs.end()) > 1; }
  /// Returns the solvers to measure for a number of right-hand sides.
  std::vector<perf::SolverRecurrence> solvers(int rhs_count) const;
  /// Returns whether any operator needs a gauge field.
  bool wants_gauge_field() const;
  /// Returns the precisions to measure. The default depends on the precisions that this KITT was
  /// compiled for.
  std::vector<SolverPrecision> wanted_precisions() const;
  /// Adds these options to the configuration in the header of a record.
  void describe(perf::Configuration& run) const;
};

void add_solver(CLI::App& app, SolveOptions& options);

/// Throws UserError if options contradict each other, or if the solvers were not compiled for a
/// precision.
void check(SolveOptions const& options);

} // namespace kitt::miniapp
