// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "core/operators/clover.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "core/operators/domain_wall.hpp"
#include "core/operators/mobius.hpp"
#include "core/operators/twisted_mass.hpp"
#include "core/solvers/red_black_system.hpp"
#include "miniapp/benchmarks/solve/detail/measure_solver.hpp"
#include "miniapp/run/lattice_operators.hpp"

#include <array>
#include <optional>
#include <utility>

namespace kitt::miniapp {

namespace detail {

/// The stored site matrices of an operator that has none.
struct NoTerm {};

/// Returns the stored site matrices of the operator. Collective.
template <class T, int Lanes, perf::SolvedOperator Op>
auto make_term([[maybe_unused]] RunContext const& context,
               [[maybe_unused]] SolveProblem const& problem,
               [[maybe_unused]] Lattice const& lattice) {
  if constexpr (Op == perf::SolvedOperator::clover) {
    comms::LinksWithMargin const links(context.communicator(), context.grid(), problem.gauge);
    std::optional<CloverTerm<T, Lanes>> term;
    comms::on_all_ranks(context.communicator(), [&] {
      term.emplace(lattice, links, 4 + problem.numbers.mass, problem.numbers.csw, context.memory());
    });
    return *term;
  } else {
    return NoTerm{};
  }
}

/// Returns the operator with this hopping term and these site matrices. `columns`: number of
/// right-hand sides.
template <perf::SolvedOperator Op, class Hopping, class Term>
auto make_operator(Hopping hopping, [[maybe_unused]] Term const& term,
                   OperatorNumbers const& numbers, [[maybe_unused]] int columns) {
  if constexpr (Op == perf::SolvedOperator::wilson)
    return WilsonOperator(std::move(hopping), numbers.mass);
  else if constexpr (Op == perf::SolvedOperator::clover)
    return CloverOperator(std::move(hopping), term);
  else if constexpr (Op == perf::SolvedOperator::twisted_mass)
    return TwistedMassOperator(std::move(hopping), numbers.mass, numbers.mu);
  else if constexpr (Op == perf::SolvedOperator::mobius)
    return MobiusOperator(std::move(hopping), {numbers.m5, numbers.mass, numbers.b5, numbers.c5},
                          columns);
  else
    return DomainWallOperator(std::move(hopping), {numbers.m5, numbers.mass}, columns);
}

/// Operator with four spins in one precision, and its Schur complement S on the odd sites. SIMD
/// lanes hold sites of different sublattices in space-time.
template <class T, int Lanes, perf::SolvedOperator Op>
class System {
public:
  using value_type = T;
  static constexpr int lanes = Lanes;
  using Field = SpinorField<T, lanes>;
  using Links = LinkField<T, lanes>;
  using Halo = comms::HaloHere<T, lanes>;
  using Hopping = HoppingTerm<Links, Halo>;
  using Term = decltype(make_term<T, Lanes, Op>(std::declval<RunContext const&>(),
                                                std::declval<SolveProblem const&>(),
                                                std::declval<Lattice const&>()));
  using Operator = decltype(make_operator<Op>(std::declval<Hopping>(), std::declval<Term const&>(),
                                              std::declval<OperatorNumbers const&>(), 1));
  using Applied = SchurComplement<Operator, Field>;
  using Matrix = NormalMatrix<Applied, Field>;
  using Solved = RedBlackSystem<Operator, Field>;

  System(RunContext const& context, SolveProblem const& problem, SolveCase const& c)
      : context_(context), problem_(problem), case_(c), ls_(c.slices()),
        lattice_(c.volume.extents, lane_grid_of(c, context.grid().splitting(), lanes)),
        stencil_(lattice_, context.grid().splitting()),
        halo_(make_halo<Halo>(context, stencil_, ls_)),
        links_{Links(lattice_, Parity::even, problem.links(), context.memory()),
               Links(lattice_, Parity::odd, problem.links(), context.memory())},
        term_(make_term<T, Lanes, Op>(context, problem, lattice_)) {}

  Lattice const& lattice() const { return lattice_; }
  Field field(char const* label) const { return {label, lattice_, ls_, context_.memory()}; }
  std::array<Field, 2> full_field() const {
    return {field("kitt::solve::even"), field("kitt::solve::odd")};
  }
  std::vector<HoppingWay> ways() const { return hopping_ways(stencil_.splits()); }

  /// Returns the system M x = b, reduced to the odd sites.
  Solved solved(HoppingWay const& way, SumOverRanks sum) const {
    return {applied(way), ls_, std::move(sum), context_.memory()};
  }
  /// Returns the matrix S S^dagger, which the solver inverts.
  Matrix matrix(HoppingWay const& way) const {
    return {applied(way), field("kitt::solve::between")};
  }
  /// Returns the Schur complement S.
  Applied applied(HoppingWay const& way) const {
    Hopping hopping(
        stencil_, links_, ls_, Order::lexicographic(way.access), halo_,
        {way.strategy.value_or(Strategy::sequential), context_.options().comms_threads});
    return {make_operator<Op>(std::move(hopping), term_, problem_.numbers, case_.rhs), ls_,
            context_.memory()};
  }

private:
  RunContext const& context_;
  SolveProblem const& problem_;
  SolveCase const& case_;
  int ls_; ///< slices of all right-hand sides
  Lattice lattice_;
  Stencil stencil_;
  Halo halo_;
  std::array<Links, 2> links_;
  Term term_;
};

template <RegisterLanes Lanes, perf::SolvedOperator Op>
struct Systems {
  template <class T>
  using Of = System<T, lanes_of<T>(Lanes), Op>;
};

} // namespace detail

template <SolverPrecision Precision, RegisterLanes Lanes, perf::SolvedOperator Op>
bool measure_spinors(Run const& run, SolveOptions const& options, SolveProblem const& problem,
                     SolveCase const& c) {
  using Systems = detail::Systems<Lanes, Op>;
  return detail::measure<Precision, Systems::template Of>(run, options, problem, c);
}

} // namespace kitt::miniapp
