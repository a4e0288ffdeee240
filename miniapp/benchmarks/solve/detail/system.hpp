// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "core/operators/domain_wall.hpp"
#include "core/solvers/red_black_system.hpp"
#include "miniapp/benchmarks/solve/detail/measure_solver.hpp"
#include "miniapp/run/lattice_operators.hpp"

#include <array>
#include <utility>

namespace kitt::miniapp {

namespace detail {

/// Wilson or domain-wall operator in one precision, and its Schur complement S on the odd sites.
/// SIMD lanes hold sites of different sublattices in space-time.
template <class T, int Lanes, perf::SolvedOperator Op>
class System {
public:
  using value_type = T;
  static constexpr int lanes = Lanes;
  using Field = SpinorField<T, lanes>;
  using Links = LinkField<T, lanes>;
  using Halo = comms::HaloHere<T, lanes>;
  using Hopping = HoppingTerm<Links, Halo>;
  using Operator = std::conditional_t<Op == perf::SolvedOperator::wilson, WilsonOperator<Hopping>,
                                      DomainWallOperator<Hopping>>;
  using Applied = SchurComplement<Operator, Field>;
  using Matrix = NormalMatrix<Applied, Field>;
  using Solved = RedBlackSystem<Operator, Field>;

  System(RunContext const& context, SolveProblem const& problem, SolveCase const& c)
      : context_(context), problem_(problem), ls_(c.ls),
        lattice_(c.volume.extents, lane_grid_of(c, context.grid().splitting(), lanes)),
        stencil_(lattice_, context.grid().splitting()),
        halo_(make_halo<Halo>(context, stencil_, ls_)),
        links_{Links(lattice_, Parity::even, problem.links(), context.memory()),
               Links(lattice_, Parity::odd, problem.links(), context.memory())} {}

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
    return {make_operator(
                {stencil_,
                 links_,
                 ls_,
                 Order::lexicographic(way.access),
                 halo_,
                 {way.strategy.value_or(Strategy::sequential), context_.options().comms_threads}}),
            ls_, context_.memory()};
  }

private:
  Operator make_operator(Hopping hopping) const {
    if constexpr (Op == perf::SolvedOperator::wilson)
      return {std::move(hopping), problem_.mass};
    else
      return {std::move(hopping), {problem_.m5, problem_.mass}};
  }

  RunContext const& context_;
  SolveProblem const& problem_;
  int ls_;
  Lattice lattice_;
  Stencil stencil_;
  Halo halo_;
  std::array<Links, 2> links_;
};

template <RegisterLanes Lanes>
struct Systems {
  template <class T>
  using Wilson = System<T, lanes_of<T>(Lanes), perf::SolvedOperator::wilson>;
  template <class T>
  using DomainWall = System<T, lanes_of<T>(Lanes), perf::SolvedOperator::domain_wall>;
};

} // namespace detail

template <SolverPrecision Precision, RegisterLanes Lanes>
bool measure_wilson(Run const& run, SolveOptions const& options, SolveProblem const& problem,
                    SolveCase const& c) {
  using Systems = detail::Systems<Lanes>;
  return c.op == perf::SolvedOperator::wilson
             ? detail::measure<Precision, Systems::template Wilson>(run, options, problem, c)
             : detail::measure<Precision, Systems::template DomainWall>(run, options, problem, c);
}

} // namespace kitt::miniapp
