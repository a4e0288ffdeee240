// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/schur.hpp"
#include "core/solvers/conjugate_gradient.hpp"

#include <cmath>
#include <utility>

namespace kitt {

/// M x = b on both parities by way of the odd sites: S S^dagger y = b_o - D_oe A_ee^-1 b_e, S the
/// Schur complement of M, and x_o = S^dagger y. Keeps its fields: copies share them.
template <class Operator, class Field>
class RedBlackSystem {
public:
  using Schur = SchurComplement<Operator, Field>;

  /// `ls`: slices of the fields; `sum`: over ranks.
  RedBlackSystem(Schur schur, int ls, SumOverRanks sum = own_sum,
                 MemorySource const& memory = kokkos_memory)
      : schur_(std::move(schur)),
        matrix_(schur_, Field("kitt::core::system::between", lattice(), ls, memory)),
        rhs_("kitt::core::system::rhs", lattice(), ls, memory),
        solution_("kitt::core::system::solution", lattice(), ls, memory), sum_(std::move(sum)) {}

  Lattice const& lattice() const { return schur_.op().lattice(); }
  NormalMatrix<Schur, Field> const& matrix() const { return matrix_; }
  Field const& rhs() const { return rhs_; }           ///< of the odd system
  Field const& solution() const { return solution_; } ///< y

  /// Makes the odd right-hand side. Collective, if the sum is.
  void prepare(ExecutionSpace const& exec, BothParities<Field> const& b) {
    schur_.prepare(exec, full_view(b), rhs_.view());
    auto const norm = std::sqrt(sum_(norm2(exec, b[0].view()) + norm2(exec, b[1].view())));
    ratio_ = {norm / std::sqrt(sum_(norm2(exec, rhs_.view())))};
  }
  /// The rule for the odd system, whose residual is that of M x = b: the right-hand sides have
  /// different norms.
  StoppingRule odd_rule(StoppingRule const& rule) const { return ratio_.odd_rule(rule); }
  /// Makes x of y; the result of the odd system's solver, |r| relative to |b|.
  SolverResult finish(ExecutionSpace const& exec, BothParities<Field> const& b,
                      BothParities<Field> const& x, SolverResult const& odd) const {
    schur_(exec, solution_.view(), x[1].view(), Dagger::yes);
    schur_.reconstruct(exec, full_view(b), full_view(x));
    exec.fence("kitt::core::system: x is complete");
    return ratio_.whole_result(odd);
  }

private:
  Schur schur_;
  NormalMatrix<Schur, Field> matrix_;
  Field rhs_;
  Field solution_;
  SumOverRanks sum_;
  ResidualRatio ratio_;
};

/// Solves M x = b for an operator M on both parities, Wilson's or the domain wall's, by conjugate
/// gradients on the red-black Schur complement; x is zero at first. Throws UserError where fields
/// do not fit the operator.
template <class Operator, class Field>
class SchurSolver {
public:
  /// `ls`: slices of the fields; `sum`: over ranks.
  SchurSolver(Operator op, int ls, SumOverRanks const& sum = own_sum,
              MemorySource const& memory = kokkos_memory)
      : system_({std::move(op), ls, memory}, ls, sum, memory),
        solver_(system_.lattice(), ls, sum, memory) {}

  /// Collective, if the sum is.
  SolverResult operator()(ExecutionSpace const& exec, BothParities<Field> const& b,
                          BothParities<Field> const& x, StoppingRule const& rule = {}) {
    system_.prepare(exec, b);
    auto const odd = solver_(exec, system_.matrix(), system_.rhs().view(),
                             system_.solution().view(), system_.odd_rule(rule));
    return system_.finish(exec, b, x, odd);
  }

private:
  RedBlackSystem<Operator, Field> system_;
  ConjugateGradient<Field> solver_;
};

} // namespace kitt
