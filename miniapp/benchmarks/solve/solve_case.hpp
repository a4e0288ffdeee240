// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/colour_vectors.hpp"
#include "core/fields/link_field.hpp"
#include "core/fields/random.hpp"
#include "core/lattice/lattice.hpp"
#include "core/operators/staggered.hpp"
#include "core/reference/naive.hpp"
#include "miniapp/benchmarks/solve/solve_cell.hpp"
#include "miniapp/benchmarks/solve/solve_options.hpp"
#include "miniapp/run/lattice_operators.hpp"
#include "miniapp/run/run.hpp"
#include "miniapp/run/staggered_links.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace kitt::miniapp {

template <class T, int Lanes, int Spins>
class Discrete;

/// System to solve: an operator on this rank's part of a lattice, in one precision.
struct SolveCase {
  perf::SolvedOperator op;
  SolverPrecision precision;
  perf::SolverRecurrence recurrence;
  int l;
  int ls;
  int rhs; ///< number of right-hand sides
  LocalVolume volume;
  StoppingRule rule;

  /// Returns the slices of fields that hold all right-hand sides, one after the other.
  int slices() const { return ls * rhs; }

  std::string kernel() const { return operator_info(op).kernel; }
};

/// Returns whether solvers are compiled for this way of filling registers. If registers hold one
/// number, both ways are equal, and only `full` is compiled.
constexpr bool is_compiled(RegisterLanes lanes) {
  return lanes == RegisterLanes::full || native_lanes<float> > 1 || native_lanes<double> > 1;
}

/// Returns the grid of `lanes` SIMD lanes over the local lattice of a case. Throws UserError if the
/// lanes do not fit the lattice.
inline LaneGrid lane_grid_of(SolveCase const& c, Splitting const& splitting, int lanes) {
  int const reach = perf::is_improved(c.op) ? long_hop : 1;
  return choose_lane_grid(c.volume.extents, lanes, least_block(splitting, reach));
}

/// Links and right-hand side of all systems on one volume, in plain layout.
struct SolveProblem {
  LocalVolume volume;
  GaugeField gauge;
  LinkGhosts ghosts;
  TimeBoundary boundary;
  RandomSource source;
  OperatorNumbers numbers;
  std::map<perf::SolvedOperator, StaggeredLinks> staggered; ///< links of each staggered operator
  /// right-hand side b read from a file (staggered); if `given` has no vectors, b is `source`
  ColourVectors given = {};

  LocalLinks links() const { return {gauge, ghosts, volume, boundary}; }
  /// Returns b as a function of (local site, s, spin, colour).
  auto rhs() const {
    return [this](Coordinate const& x, int s, int spin, int colour) {
      if (given.vectors.empty())
        return source(volume.to_global(x), s, spin, colour);
      auto const& vector = given.vectors[lexicographic(x, volume.extents)];
      auto const& b = vector[static_cast<std::size_t>(colour)];
      return Complex<double>{b.real(), b.imag()};
    };
  }
};

/// Returns the cell of the record with the fields that are known before the measurement.
SolveCell unmeasured(SolveOptions const& options, SolveCase const& c);

/// Returns |b - M x| / |b| over all ranks in double precision, with the naive operator, for the
/// right-hand side with the largest value. b is rounded as in fields of `precision`. Available for
/// 4 spins and for 1 spin. Collective.
template <std::size_t Spins>
double true_residual(RunContext const& context, SolveProblem const& problem,
                     perf::Precision precision, SolveCase const& c,
                     reference::Field<double, Spins> const& x);

/// Return the operator of the case on this rank's part of the lattice, with four spins or with one.
/// Operators and solvers are compiled in different files. The arguments must outlive the operator.
/// Collective.
template <class T, int Lanes>
std::unique_ptr<Discrete<T, Lanes, spins>>
make_spinors(RunContext const& context, SolveProblem const& problem, SolveCase const& c);
template <class T, int Lanes>
std::unique_ptr<Discrete<T, Lanes, 1>>
make_staggered(RunContext const& context, SolveProblem const& problem, SolveCase const& c);

/// Measures one case. The solvers for one number of spins and one way of filling registers are
/// compiled in a file. Returns false if the result was wrong. Collective.
template <SolverPrecision Precision, RegisterLanes Lanes, int Spins>
bool measure_solver(Run const& run, SolveOptions const& options, SolveProblem const& problem,
                    SolveCase const& c);

} // namespace kitt::miniapp
