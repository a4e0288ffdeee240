// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/finite.hpp"
#include "core/solvers/block_conjugate_gradient.hpp"
#include "core/solvers/column_ratios.hpp"
#include "core/solvers/mixed_conjugate_gradient.hpp"
#include "core/solvers/multiple_conjugate_gradient.hpp"
#include "core/solvers/pipelined_conjugate_gradient.hpp"
#include "miniapp/benchmarks/solve/discrete.hpp"
#include "miniapp/benchmarks/solve/solve_case.hpp"
#include "miniapp/benchmarks/solve/solve_cell.hpp"
#include "miniapp/benchmarks/solve/solver_clock.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace kitt::miniapp {

namespace detail {

/// Returns the right-hand side b on the odd sites.
template <class Discrete>
typename Discrete::Field odd_source(SolveProblem const& problem, Discrete const& discrete) {
  auto const in = discrete.field("kitt::solve::in");
  fill(in, Parity::odd, problem.rhs());
  return in;
}

/// Returns the fastest way to apply the Schur complement S, judged by the best of a few calls on b.
/// Collective.
template <class Discrete>
HoppingWay fastest_way(Meter& meter, SolveProblem const& problem, Discrete const& discrete) {
  auto const in = odd_source(problem, discrete);
  auto const out = discrete.field("kitt::solve::out");
  ExecutionSpace const exec;
  return miniapp::fastest_way(meter, discrete.ways(), [&](HoppingWay const& way) {
    return [applied = discrete.applied(way), &exec, &in, &out] {
      applied(exec, in.view(), out.view());
      exec.fence("kitt::solve: wait before the clock is read");
    };
  });
}

/// Returns the operator of the case. Collective.
template <class Discrete>
std::unique_ptr<Discrete> make_discrete(RunContext const& context, SolveProblem const& problem,
                                        SolveCase const& c) {
  using T = typename Discrete::value_type;
  if constexpr (Discrete::spins == 1)
    return make_staggered<T, Discrete::lanes>(context, problem, c);
  else
    return make_spinors<T, Discrete::lanes>(context, problem, c);
}

/// System of equations M x = b in the precision of the solution: both sides, and the reduced system
/// on odd sites. `Discrete` is an operator on a lattice in one precision.
template <class Discrete>
struct Equation {
  using Field = typename Discrete::Field;

  Run const& run;
  SolveProblem const& problem;
  SolveCase const& c;
  std::unique_ptr<Discrete> owned;
  Discrete const& discrete;
  HoppingWay way;
  std::unique_ptr<SolvedSystem<Field>> reduced;
  SolvedSystem<Field>& system;
  BothParities<Field> b, x;
  ExecutionSpace exec;

  Equation(Run const& parts, SolveProblem const& of, SolveCase const& which,
           SumOverRanks const& sum)
      : run(parts), problem(of), c(which), owned(make_discrete<Discrete>(run.context, of, which)),
        discrete(*owned), way(fastest_way(run.meter, of, discrete)),
        reduced(discrete.system(way, sum)), system(*reduced), b(full_field()), x(full_field()) {
    choose_rhs(0);
  }

  /// Returns a field on all sites.
  BothParities<Field> full_field() const {
    return {discrete.field("kitt::solve::even"), discrete.field("kitt::solve::odd")};
  }

  /// Fills b with the right-hand sides of the problem from number `first` on.
  void choose_rhs(int first) {
    auto const source = [&, rhs = problem.rhs()](Coordinate const& at, int s, int spin,
                                                 int colour) {
      return rhs(at, first * c.ls + s, spin, colour);
    };
    for (std::size_t p = 0; p < 2; ++p)
      fill(b[p], static_cast<Parity>(p), source);
    system.prepare(exec, b);
  }

  /// Computes the solution on all sites from the result of the solver of the odd system.
  SolverResult finish(SolverResult const& odd) const { return system.finish(exec, b, x, odd); }

  double true_residual() {
    using T = typename Discrete::value_type;
    reference::Field<double, Discrete::spins> plain(c.volume.extents, c.slices());
    for (std::size_t p = 0; p < 2; ++p)
      for_each_element(x[p], static_cast<Parity>(p),
                       [&](Coordinate const& at, int s, int spin, int colour, T re, T im) {
                         plain.at(at, s)[colours * spin + colour] = {re, im};
                       });
    return miniapp::true_residual(run.context, problem, perf::precision_of<T>, c, plain);
  }
};

/// Solver in one precision, ready to be called. `Algorithm` is ConjugateGradient or
/// PipelinedConjugateGradient.
template <class Discrete, template <class> class Algorithm>
class PlainSolver {
public:
  using Fast = Discrete;

  /// Builds the solver. `sums` is the function with which the algorithm adds over ranks.
  template <class Sums>
  PlainSolver(Equation<Discrete>& equation, Sums sums)
      : equation_(equation), solver_(equation.system.lattice(), equation.c.ls, std::move(sums),
                                     equation.run.context.memory()) {}

  SolverResult operator()(SolverObserver const& observer) {
    auto const& system = equation_.system;
    return equation_.finish(solver_(equation_.exec, system.matrix(), system.rhs().view(),
                                    system.solution().view(), system.odd_rule(equation_.c.rule),
                                    observer));
  }
  Fast const& discrete() const { return equation_.discrete; }
  HoppingWay const& way() const { return equation_.way; }

private:
  Equation<Discrete>& equation_;
  Algorithm<typename Discrete::Field> solver_;
};

/// Mixed-precision solver: `Faster` iterates in single precision, with fields in single or half
/// precision, for a solution in double precision.
template <class Double, class Faster>
class MixedSolver {
public:
  using Fast = Faster;

  MixedSolver(Equation<Double>& equation, SumOverRanks sum)
      : equation_(equation),
        fast_(make_discrete<Fast>(equation.run.context, equation.problem, equation.c)),
        way_(fastest_way(equation.run.meter, equation.problem, *fast_)),
        matrix_(fast_->matrix(way_)),
        solver_(equation.system.lattice(), fast_->lattice(), equation.c.ls, std::move(sum),
                equation.run.context.memory()) {}

  SolverResult operator()(SolverObserver const& observer) {
    auto const& system = equation_.system;
    return equation_.finish(solver_(equation_.exec, system.matrix(), *matrix_, system.rhs(),
                                    system.solution(), system.odd_rule(equation_.c.rule),
                                    observer));
  }
  Fast const& discrete() const { return *fast_; }
  HoppingWay const& way() const { return way_; }

private:
  Equation<Double>& equation_;
  std::unique_ptr<Fast> fast_;
  HoppingWay way_;
  std::unique_ptr<SolvedMatrix<typename Fast::Field>> matrix_;
  MixedConjugateGradient<typename Double::Field, typename Fast::Field> solver_;
};

/// Solver of all right-hand sides at once: MultipleConjugateGradient or BlockConjugateGradient.
template <class Discrete>
class ColumnsSolver {
public:
  using Fast = Discrete;

  /// Builds the solver of the case. `sum` and `sums` add one number and many numbers over ranks.
  ColumnsSolver(Equation<Discrete>& equation, SumOverRanks sum, SumsOverRanks sums)
      : equation_(equation), sum_(std::move(sum)), algorithm_(make_algorithm(equation, sums)),
        ratios_(column_ratios(equation.exec, equation.system, equation.b, equation.c.rhs, sums)) {
    auto const& [tolerance, most_iterations] = equation.c.rule;
    rule_.max_iterations = most_iterations;
    for (auto const& ratio : ratios_)
      rule_.tolerances.push_back(ratio.odd_rule({tolerance, most_iterations}).tolerance);
  }

  /// Solves for all right-hand sides. Returns the largest number of iterations and residual.
  SolverResult operator()(SolverObserver const& observer) {
    auto const& system = equation_.system;
    auto const columns = std::visit(
        [&](auto& solver) {
          return solver(equation_.exec, system.matrix(), system.rhs().view(),
                        system.solution().view(), rule_, observer);
        },
        algorithm_);
    static_cast<void>(equation_.finish({}));
    SolverResult worst{.converged = true};
    for (std::size_t j = 0; j < columns.size(); ++j) {
      auto const result = ratios_[j].whole_result(columns[j]);
      worst.iterations = std::max(worst.iterations, result.iterations);
      worst.relative_residual = std::max(worst.relative_residual, result.relative_residual);
      worst.converged = worst.converged && result.converged;
      worst.restarts = std::max(worst.restarts, result.restarts);
    }
    return worst;
  }
  Fast const& discrete() const { return equation_.discrete; }
  HoppingWay const& way() const { return equation_.way; }

  /// Solves for each right-hand side by a separate conjugate gradient. Compares these solutions
  /// with the solutions of the last call. Returns false if a separate solver did not converge.
  /// Collective.
  bool compare(SolvedColumns& columns) {
    auto one = equation_.c;
    one.rhs = 1;
    one.recurrence = perf::SolverRecurrence::cg;
    Equation<Discrete> equation(equation_.run, equation_.problem, one, sum_);
    PlainSolver<Discrete, ConjugateGradient> solver(equation, sum_);
    columns.difference = 0;
    columns.single_iterations.clear();
    bool converged = true;
    for (int j = 0; j < equation_.c.rhs; ++j) {
      equation.choose_rhs(j);
      auto const result = solver({});
      converged = converged && result.converged;
      columns.single_iterations.push_back(result.iterations);
      columns.difference = std::max(*columns.difference, error_or_infinity(distance(j, equation)));
    }
    columns.single_seconds = equation.run.meter.sample([&] { solver({}); }).seconds.median;
    return converged;
  }

private:
  using Field = typename Discrete::Field;
  using Algorithm = std::variant<MultipleConjugateGradient<Field>, BlockConjugateGradient<Field>>;

  static Algorithm make_algorithm(Equation<Discrete> const& equation, SumsOverRanks const& sums) {
    auto const& c = equation.c;
    auto const& memory = equation.run.context.memory();
    if (c.recurrence == perf::SolverRecurrence::block)
      return BlockConjugateGradient<Field>(equation.system.lattice(), c.rhs, c.ls, sums, memory);
    return MultipleConjugateGradient<Field>(equation.system.lattice(), c.rhs, c.ls, sums, memory);
  }

  /// Returns the distance of column j of x from the solution of `one`, relative to its norm.
  double distance(int j, Equation<Discrete> const& one) const {
    double distance2 = 0;
    double norm2 = 0;
    for (std::size_t p = 0; p < 2; ++p) {
      auto const& y = one.x[p].view();
      auto const column = one.discrete.field("kitt::solve::column");
      copy_column(one.exec, equation_.x[p].view(), equation_.c.rhs, j, column.view());
      norm2 += sum_(kitt::norm2(one.exec, y));
      distance2 += sum_(axpy_norm2(one.exec, -1.0, y, column.view()));
    }
    return std::sqrt(distance2 / norm2);
  }

  Equation<Discrete>& equation_;
  SumOverRanks sum_;
  Algorithm algorithm_;
  std::vector<ResidualRatio> ratios_;
  ColumnsRule rule_;
};

/// Measurement of one solver. run() returns false and reports the reason if the result was wrong.
template <class Equation, class Solver>
class SolverBenchmark {
public:
  SolverBenchmark(Run const& run, SolveOptions const& options, SolveCase const& c,
                  Equation& equation, Solver& solver)
      : run_(run), options_(options), c_(c), equation_(equation), solver_(solver),
        cell_(unmeasured(options, c)) {}

  bool run() {
    cell_.lanes = Solver::Fast::lanes;
    cell_.order = solver_.way().name();
    show("timing the operator");
    cell_.operator_mflops_per_node = operator_rate();
    show("solving, to be verified");
    solve();
    if (!is_right())
      return false;
    if constexpr (requires { solver_.compare(*cell_.right_hand_sides); })
      if (!equals_single_solutions())
        return false;
    show("measuring");
    clock_ = {};
    auto const measured = run_.meter.sample([&] { solve(); });
    cell_.seconds = measured.seconds;
    cell_.energy = measured.energy;
    if (!is_right())
      return false;
    evaluate();
    run_.meter.check_ceilings(cell_);
    run_.output.note_pages();
    run_.output.add(cell_);
    return true;
  }

private:
  void show(std::string const& what) {
    run_.output.show(fmt::format("{} at L = {}: {}", c_.kernel(), c_.l, what));
  }

  /// Solves the system from x = 0, and computes the solution on all sites.
  void solve() {
    clock_.begin_solution();
    result_ = solver_(std::ref(clock_));
  }

  bool is_right() {
    Kokkos::Profiling::ScopedRegion const region("kitt::verify");
    cell_.iterations = result_.iterations;
    cell_.restarts = result_.restarts;
    cell_.converged = result_.converged && c_.rule.tolerance > 0;
    cell_.iterated_residual = result_.relative_residual;
    cell_.true_residual = run_.context.worst_error(equation_.true_residual());
    // Rounding keeps the true residual above the precision of the solution's numbers.
    double const rounding = c_.precision == SolverPrecision::single_precision ? 1e-5 : 1e-13;
    cell_.true_residual_limit =
        10 *
        (c_.rule.tolerance > 0 ? c_.rule.tolerance : std::max(cell_.iterated_residual, rounding));
    if (c_.rule.tolerance > 0 && !result_.converged)
      return report(fmt::format("no convergence to {:g} in {} iterations: |r| / |b| = {:.2g}",
                                c_.rule.tolerance, result_.iterations, cell_.iterated_residual));
    if (!is_within(cell_.true_residual, cell_.true_residual_limit))
      return report("the true residual |b - M x| / |b|, computed with the naive operator, is too "
                    "large");
    return true;
  }

  /// Compares the solutions with the solutions of separate solvers.
  bool equals_single_solutions() {
    show("solving one by one");
    auto& columns = *cell_.right_hand_sides;
    bool const converged = solver_.compare(columns);
    if (c_.rule.tolerance == 0) // solutions of different solvers are alike only after convergence
      return true;
    columns.difference_limit = SolvedColumns::difference_per_tolerance * c_.rule.tolerance;
    columns.difference = run_.context.worst_error(*columns.difference);
    auto const [error, limit] = std::pair(*columns.difference, *columns.difference_limit);
    if (!converged)
      return report("conjugate gradients for one right-hand side at a time did not converge", error,
                    limit);
    if (!is_within(error, limit))
      return report("a solution differs from the solution of its right-hand side alone", error,
                    limit);
    return true;
  }

  bool report(std::string const& reason) {
    return report(reason, cell_.true_residual, cell_.true_residual_limit);
  }
  bool report(std::string const& reason, double error, double limit) {
    run_.output.fail({.key = key_of(cell_),
                      .reason = reason,
                      .verification_error = error,
                      .verification_tolerance = limit});
    return false;
  }

  /// Measures how fast the operator S is applied. Returns 10^6 flops per second and node.
  double operator_rate() {
    auto const applied = solver_.discrete().applied(solver_.way());
    auto const in = odd_source(equation_.problem, solver_.discrete());
    auto const out = solver_.discrete().field("kitt::solve::out");
    auto const& exec = equation_.exec;
    auto const seconds = run_.meter
                             .sample([&] {
                               applied(exec, in.view(), out.view());
                               exec.fence("kitt::solve: wait before the clock is read");
                             })
                             .seconds.median;
    auto const flops =
        perf::schur_cost(cell_.precision, c_.slices(), c_.op, options_.flop_count()).flops_per_site;
    return flops * sites_of_node() / seconds * 1e-6;
  }

  double sites_of_node() const {
    return static_cast<double>(cell_.sites) / run_.context.communicator().nodes();
  }

  void evaluate() {
    auto const& world = run_.context.communicator();
    auto const iterations = static_cast<double>(cell_.iterations);
    auto const share = [&](SolverStep step) {
      return world.max(clock_.seconds(step)) / iterations;
    };
    cell_.shares = {share(SolverStep::matrix), share(SolverStep::reduction),
                    share(SolverStep::vectors)};
    auto cost = perf::solver_cost(cell_.precision, c_.slices(), c_.op, options_.flop_count(),
                                  c_.recurrence, c_.rhs);
    auto touched = perf::solver_working_set(cell_.precision, c_.slices(), c_.op, c_.recurrence);
    if (c_.precision == SolverPrecision::half)
      for (auto* const bytes : {&cost.bytes_per_site, &touched})
        *bytes = perf::in_half_precision(*bytes, c_.slices(), c_.op);
    perf::Work const work{cost.flops_per_site * sites_of_node(),
                          cost.bytes_per_site * sites_of_node(), touched * sites_of_node(),
                          perf::Streams::updated};
    if (auto& columns = cell_.right_hand_sides)
      columns->seconds = cell_.seconds.median / columns->count;
    cell_.mflops_per_node = work.flops / seconds_of_work(cell_) * 1e-6;
    perf::add_roofline(
        cell_, perf::roofline(run_.meter.ceilings(), cell_.precision, work, seconds_of_work(cell_)),
        work);
  }

  Run const& run_;
  SolveOptions const& options_;
  SolveCase const& c_;
  Equation& equation_;
  Solver& solver_;
  SolveCell cell_;
  SolverClock clock_;
  SolverResult result_;
};

} // namespace detail

template <SolverPrecision Precision, RegisterLanes Lanes, int Spins>
bool measure_solver(Run const& run, SolveOptions const& options, SolveProblem const& problem,
                    SolveCase const& c) {
  using namespace detail;
  using Single = Discrete<float, lanes_of<float>(Lanes), Spins>;
  using Double = Discrete<double, lanes_of<double>(Lanes), Spins>;
  using Stored = Discrete<Half, lanes_of<float>(Lanes), Spins>;
  using Precise =
      std::conditional_t<Precision == SolverPrecision::single_precision, Single, Double>;
  auto const& world = run.context.communicator();
  auto const sum = [&](double own) { return world.sum(own); };
  run.output.show(fmt::format("{} at L = {}: preparing fields", c.kernel(), c.l));
  Equation<Precise> equation(run, problem, c, sum);
  auto const measure_with = [&](auto solver) {
    return SolverBenchmark(run, options, c, equation, solver).run();
  };
  if constexpr (Precision == SolverPrecision::mixed)
    return measure_with(MixedSolver<Double, Single>(equation, sum));
  else if constexpr (Precision == SolverPrecision::half)
    return measure_with(MixedSolver<Double, Stored>(equation, sum));
  else if (perf::is_for_many_rhs(c.recurrence))
    return measure_with(ColumnsSolver<Precise>(
        equation, sum, [&](std::vector<double> const& own) { return world.begin_sums(own)(); }));
  else if (c.recurrence == perf::SolverRecurrence::pipelined)
    return measure_with(PlainSolver<Precise, PipelinedConjugateGradient>(
        equation, [&](std::vector<double> const& own) { return world.begin_sums(own); }));
  else
    return measure_with(PlainSolver<Precise, ConjugateGradient>(equation, sum));
}

} // namespace kitt::miniapp

/// Compiles the solvers in one precision for one way of filling registers.
#define KITT_COMPILE_SOLVER(PRECISION, LANES, SPINS)                                               \
  template bool measure_solver<SolverPrecision::PRECISION, RegisterLanes::LANES, SPINS>(           \
      Run const&, SolveOptions const&, SolveProblem const&, SolveCase const&)
