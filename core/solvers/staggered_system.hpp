// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/spinor_concepts.hpp"
#include "core/operators/staggered.hpp"
#include "core/solvers/conjugate_gradient.hpp"

#include <cmath>
#include <utility>

namespace kitt {

/// The equation M x = b on both parities for the staggered operator M = 2 mass + D, reduced to the
/// odd sites: (4 mass^2 - D_oe D_eo) x_o = 2 mass b_o - D_oe b_e and x_e = (b_e - D_eo x_o) / (2
/// mass). The even equations are solved exactly. Hence |b - M x| is the residual of the odd system
/// divided by 2 mass. The object owns fields, which its copies share.
template <class Hopping, class Field>
class StaggeredSystem {
public:
  using Normal = StaggeredNormal<Hopping, Field>;
  using Matrix = WholeMatrix<Normal, Field>;

  /// Allocates the fields. `mass` must not be 0. `ls`: number of slices of the fields. `sum`: sum
  /// over ranks.
  StaggeredSystem(Hopping hopping, double mass, int ls, SumOverRanks sum = own_sum,
                  MemorySource const& memory = kokkos_memory)
      : hopping_(std::move(hopping)), mass_(mass),
        matrix_(Normal(hopping_, mass, Parity::odd, ls, memory),
                Field("kitt::core::system::product", lattice(), ls, memory)),
        rhs_("kitt::core::system::rhs", lattice(), ls, memory),
        solution_("kitt::core::system::solution", lattice(), ls, memory), sum_(std::move(sum)) {}

  Lattice const& lattice() const { return hopping_.lattice(); }
  Matrix const& matrix() const { return matrix_; }
  Field const& rhs() const { return rhs_; }           ///< right-hand side of the odd system
  Field const& solution() const { return solution_; } ///< solution x_o of the odd system
  /// Returns the residual of the odd system divided by the residual of M x = b.
  double residual_factor() const { return 2 * mass_; }

  /// Computes the right-hand side of the odd system. Collective if the sum over ranks is
  /// collective.
  void prepare(ExecutionSpace const& exec, BothParities<Field> const& b) {
    hopping_(exec, Parity::odd, b[0].view(),
             Combination{rhs_.view(), -1, {2 * mass_, b[1].view()}});
    auto const norm = std::sqrt(sum_(norm2(exec, b[0].view()) + norm2(exec, b[1].view())));
    ratio_ = {residual_factor() * norm / std::sqrt(sum_(norm2(exec, rhs_.view())))};
  }
  /// Returns the stopping rule for the odd system with which the residual of M x = b meets `rule`.
  StoppingRule odd_rule(StoppingRule const& rule) const { return ratio_.odd_rule(rule); }
  /// Computes the solution x on both parities from x_o. Takes the result of the solver of the odd
  /// system. Returns the result for M x = b, with |r| relative to |b|.
  SolverResult finish(ExecutionSpace const& exec, BothParities<Field> const& b,
                      BothParities<Field> const& x, SolverResult const& odd) const {
    copy(exec, solution_.view(), x[1].view());
    hopping_(exec, Parity::even, x[1].view(),
             Combination{x[0].view(), -0.5 / mass_, {0.5 / mass_, b[0].view()}});
    exec.fence("kitt::core::system: x is complete");
    return ratio_.whole_result(odd);
  }

private:
  using Combination = StaggeredSum<typename Field::view_type>;

  Hopping hopping_;
  double mass_;
  Matrix matrix_;
  Field rhs_;
  Field solution_;
  SumOverRanks sum_;
  ResidualRatio ratio_;
};

} // namespace kitt
