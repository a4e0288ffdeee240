// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "core/operators/make_staggered.hpp"
#include "core/solvers/staggered_system.hpp"
#include "miniapp/benchmarks/solve/detail/measure_solver.hpp"
#include "miniapp/run/lattice_operators.hpp"

#include <array>
#include <utility>

namespace kitt::miniapp {

namespace detail {

/// Staggered operator in one precision. SIMD lanes hold sites of different sublattices in
/// space-time. The class has the interface of System, which is for Wilson operators. S is M^dagger
/// M on the odd sites. `Reaches` is 1 for the naive operator and 2 for improved ones.
template <class T, int Lanes, std::size_t Reaches>
class StaggeredDiscrete {
public:
  using value_type = T;
  static constexpr int lanes = Lanes;
  using Field = ColourVectorField<T, lanes>;
  using Links = LinkField<T, lanes>;
  using Halo = comms::HaloHere<T, lanes, 1>;
  using Hopping = StaggeredHopping<Links, Reaches, Halo>;
  using Applied = StaggeredNormal<Hopping, Field>;
  using Solved = StaggeredSystem<Hopping, Field>;
  using Matrix = typename Solved::Matrix;

  StaggeredDiscrete(RunContext const& context, SolveProblem const& problem, SolveCase const& c)
      : context_(context), problem_(problem), case_(c), mass_(problem.numbers.mass),
        lattice_(c.volume.extents, lane_grid_of(c, context.grid().splitting(), lanes)),
        reaches_(make_reaches<Links, Reaches>(context, lattice_, problem.staggered.at(c.op),
                                              problem.volume)),
        halo_(make_halo<Halo>(context, reaches_[0].stencil, c.rhs)) {}

  Lattice const& lattice() const { return lattice_; }
  Field field(char const* label) const { return {label, lattice_, case_.rhs, context_.memory()}; }
  std::array<Field, 2> full_field() const {
    return {field("kitt::solve::even"), field("kitt::solve::odd")};
  }
  std::vector<HoppingWay> ways() const {
    auto ways = hopping_ways(false);
    if (reaches_[0].stencil.splits())
      for (auto& way : ways)
        way.strategy = Strategy::sequential;
    return ways;
  }

  Solved solved(HoppingWay const& way, SumOverRanks sum) const {
    return {hopping(way), mass_, case_.rhs, std::move(sum), context_.memory()};
  }
  Matrix matrix(HoppingWay const& way) const {
    return {applied(way), field("kitt::solve::product")};
  }
  Applied applied(HoppingWay const& way) const {
    return {hopping(way), mass_, Parity::odd, case_.rhs, context_.memory()};
  }

private:
  Hopping hopping(HoppingWay const& way) const {
    return Hopping(reaches_, Order::lexicographic(way.access), halo_);
  }

  RunContext const& context_;
  SolveProblem const& problem_;
  SolveCase const& case_;
  double mass_;
  Lattice lattice_;
  std::array<StaggeredReach<Links>, Reaches> reaches_;
  Halo halo_;
};

template <RegisterLanes Lanes, std::size_t Reaches>
struct StaggeredDiscretes {
  template <class T>
  using Of = StaggeredDiscrete<T, lanes_of<T>(Lanes), Reaches>;
};

} // namespace detail

template <SolverPrecision Precision, RegisterLanes Lanes, std::size_t Reaches>
bool measure_staggered(Run const& run, SolveOptions const& options, SolveProblem const& problem,
                       SolveCase const& c) {
  using Discretes = detail::StaggeredDiscretes<Lanes, Reaches>;
  return detail::measure<Precision, Discretes::template Of>(run, options, problem, c);
}

} // namespace kitt::miniapp
