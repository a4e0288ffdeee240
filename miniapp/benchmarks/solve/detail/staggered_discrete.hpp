// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "core/operators/make_staggered.hpp"
#include "core/solvers/staggered_system.hpp"
#include "miniapp/benchmarks/solve/discrete.hpp"
#include "miniapp/benchmarks/solve/solve_case.hpp"

#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace kitt::miniapp {

namespace detail {

/// Staggered operator in one precision. S is M^dagger M on the odd sites. `Reaches` is 1 for the
/// naive operator and 2 for improved ones.
template <class T, int Lanes, std::size_t Reaches>
class StaggeredDiscrete final : public Discrete<T, Lanes, 1> {
public:
  using typename Discrete<T, Lanes, 1>::Field;
  using typename Discrete<T, Lanes, 1>::Application;

  StaggeredDiscrete(RunContext const& context, SolveProblem const& problem, SolveCase const& c)
      : context_(context), case_(c), mass_(problem.numbers.mass),
        lattice_(c.volume.extents, lane_grid_of(c, context.grid().splitting(), Lanes)),
        reaches_(make_reaches<Links, Reaches>(context, lattice_, problem.staggered.at(c.op),
                                              problem.volume)),
        halo_(make_halo<Halo>(context, reaches_[0].stencil, c.rhs)) {}

  Lattice const& lattice() const override { return lattice_; }
  Field field(char const* label) const override {
    return {label, lattice_, case_.rhs, context_.memory()};
  }
  std::vector<HoppingWay> ways() const override {
    auto ways = hopping_ways(false);
    if (reaches_[0].stencil.splits())
      for (auto& way : ways)
        way.strategy = Strategy::sequential;
    return ways;
  }
  std::unique_ptr<SolvedSystem<Field>> system(HoppingWay const& way,
                                              SumOverRanks sum) const override {
    using System = StaggeredSystem<Hopping, Field>;
    return std::make_unique<SystemOf<Field, System>>(
        System(hopping(way), mass_, case_.rhs, std::move(sum), context_.memory()));
  }
  std::unique_ptr<SolvedMatrix<Field>> matrix(HoppingWay const& way) const override {
    using Matrix = WholeMatrix<Normal, Field>;
    return std::make_unique<MatrixOf<Field, Matrix>>(
        Matrix(normal(way), field("kitt::solve::product")));
  }
  Application applied(HoppingWay const& way) const override { return normal(way); }

private:
  using Links = LinkField<T, Lanes>;
  using Halo = comms::RankHalo<T, Lanes, 1>;
  using Hopping = StaggeredHopping<Links, Reaches, Halo>;
  using Normal = StaggeredNormal<Hopping, Field>;

  Hopping hopping(HoppingWay const& way) const {
    return Hopping(reaches_, Order::lexicographic(way.access), halo_);
  }
  Normal normal(HoppingWay const& way) const {
    return {hopping(way), mass_, Parity::odd, case_.rhs, context_.memory()};
  }

  RunContext const& context_;
  SolveCase const& case_;
  double mass_;
  Lattice lattice_;
  std::array<StaggeredReach<Links>, Reaches> reaches_;
  Halo halo_;
};

} // namespace detail

template <class T, int Lanes>
std::unique_ptr<Discrete<T, Lanes, 1>>
make_staggered(RunContext const& context, SolveProblem const& problem, SolveCase const& c) {
  if (perf::is_improved(c.op))
    return std::make_unique<detail::StaggeredDiscrete<T, Lanes, 2>>(context, problem, c);
  return std::make_unique<detail::StaggeredDiscrete<T, Lanes, 1>>(context, problem, c);
}

} // namespace kitt::miniapp

/// Compiles the staggered operators for one precision and one way of filling registers.
#define KITT_COMPILE_STAGGERED_OPERATORS(T, LANES)                                                 \
  template std::unique_ptr<Discrete<T, lanes_of<T>(RegisterLanes::LANES), 1>>                      \
  make_staggered<T, lanes_of<T>(RegisterLanes::LANES)>(RunContext const&, SolveProblem const&,     \
                                                       SolveCase const&)
