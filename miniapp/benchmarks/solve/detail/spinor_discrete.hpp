// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "core/base/error.hpp"
#include "core/operators/clover.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "core/operators/domain_wall.hpp"
#include "core/operators/mobius.hpp"
#include "core/operators/twisted_mass.hpp"
#include "core/solvers/red_black_system.hpp"
#include "miniapp/benchmarks/solve/discrete.hpp"
#include "miniapp/benchmarks/solve/solve_case.hpp"

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace kitt::miniapp {

namespace detail {

/// The stored site matrices of an operator that has none.
struct NoTerm {};

/// Returns the stored site matrices of the operator. Collective.
template <class Real, int Lanes, perf::SolvedOperator Op>
auto make_term([[maybe_unused]] RunContext const& context,
               [[maybe_unused]] SolveProblem const& problem,
               [[maybe_unused]] Lattice const& lattice) {
  if constexpr (Op == perf::SolvedOperator::clover) {
    comms::LinksWithMargin const links(context.communicator(), context.grid(), problem.gauge);
    std::optional<CloverTerm<Real, Lanes>> term;
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

/// Operator with four spins in one precision. S is its Schur complement on the odd sites. If
/// spinors are stored in half precision, links and faces between ranks are as well.
template <class T, int Lanes, perf::SolvedOperator Op>
class SpinorDiscrete final : public Discrete<T, Lanes, spins> {
public:
  using typename Discrete<T, Lanes, spins>::Field;
  using typename Discrete<T, Lanes, spins>::Application;

  SpinorDiscrete(RunContext const& context, SolveProblem const& problem, SolveCase const& c)
      : context_(context), problem_(problem), case_(c), ls_(c.slices()),
        lattice_(c.volume.extents, lane_grid_of(c, context.grid().splitting(), Lanes)),
        stencil_(lattice_, context.grid().splitting()),
        halo_(make_halo<Halo>(context, stencil_, ls_,
                              in_half ? Travel::half_precision : Travel::same)),
        links_{Links(lattice_, Parity::even, problem.links(), context.memory()),
               Links(lattice_, Parity::odd, problem.links(), context.memory())},
        term_(make_term<Real, Lanes, Op>(context, problem, lattice_)) {}

  Lattice const& lattice() const override { return lattice_; }
  Field field(char const* label) const override {
    return {label, lattice_, ls_, context_.memory()};
  }
  std::vector<HoppingWay> ways() const override { return hopping_ways(stencil_.splits()); }
  std::unique_ptr<SolvedSystem<Field>> system(HoppingWay const& way,
                                              SumOverRanks sum) const override {
    return std::make_unique<SystemOf<Field, RedBlackSystem<Operator, Field>>>(
        RedBlackSystem<Operator, Field>(schur(way), ls_, std::move(sum), context_.memory()));
  }
  std::unique_ptr<SolvedMatrix<Field>> matrix(HoppingWay const& way) const override {
    using Matrix = NormalMatrix<Schur, Field>; // S S^dagger
    return std::make_unique<MatrixOf<Field, Matrix>>(
        Matrix(schur(way), field("kitt::solve::between")));
  }
  Application applied(HoppingWay const& way) const override { return schur(way); }

private:
  static constexpr bool in_half = std::is_same_v<T, Half>;
  using Real = Computed<T>;
  using Links = LinkField<Real, Lanes, in_half ? LinkStorage::narrow : LinkStorage::full>;
  using Halo = comms::RankHalo<Real, Lanes>;
  using Hopping = HoppingTerm<Links, Halo>;
  using Term = decltype(make_term<Real, Lanes, Op>(std::declval<RunContext const&>(),
                                                   std::declval<SolveProblem const&>(),
                                                   std::declval<Lattice const&>()));
  using Operator = decltype(make_operator<Op>(std::declval<Hopping>(), std::declval<Term const&>(),
                                              std::declval<OperatorNumbers const&>(), 1));
  using Schur = SchurComplement<Operator, Field>;

  Schur schur(HoppingWay const& way) const {
    Hopping hopping(
        stencil_, links_, ls_, Order::lexicographic(way.access), halo_,
        {way.strategy.value_or(Strategy::sequential), context_.options().comms_threads});
    return {make_operator<Op>(std::move(hopping), term_, problem_.numbers, case_.rhs), ls_,
            context_.memory()};
  }

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

} // namespace detail

template <class T, int Lanes>
std::unique_ptr<Discrete<T, Lanes, spins>>
make_spinors(RunContext const& context, SolveProblem const& problem, SolveCase const& c) {
  using enum perf::SolvedOperator;
  auto const make = [&]<perf::SolvedOperator Op>() -> std::unique_ptr<Discrete<T, Lanes, spins>> {
    return std::make_unique<detail::SpinorDiscrete<T, Lanes, Op>>(context, problem, c);
  };
  switch (c.op) {
  case wilson:
    return make.template operator()<wilson>();
  case clover:
    return make.template operator()<clover>();
  case twisted_mass:
    return make.template operator()<twisted_mass>();
  case domain_wall:
    return make.template operator()<domain_wall>();
  case mobius:
    return make.template operator()<mobius>();
  default:
    throw InternalError("a staggered operator has one spin");
  }
}

} // namespace kitt::miniapp

/// Compiles the operators for one precision and one way of filling registers.
#define KITT_COMPILE_SPINORS(T, LANES)                                                             \
  template std::unique_ptr<Discrete<T, lanes_of<Computed<T>>(RegisterLanes::LANES), spins>>        \
  make_spinors<T, lanes_of<Computed<T>>(RegisterLanes::LANES)>(                                    \
      RunContext const&, SolveProblem const&, SolveCase const&)
