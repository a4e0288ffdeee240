// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/schur.hpp"
#include "core/solvers/conjugate_gradient.hpp"

#include <cmath>
#include <utility>

namespace kitt {

/// An operator M = M' B whose diagonal part and hopping term are those of M'. A solver solves M' y
/// = b, and then `op.recover_solution(exec, y)` turns y into x = B^-1 y, on one parity.
template <class Operator, class View>
concept RecoversSolution = requires(Operator const& op, ExecutionSpace const& exec,
                                    View const& view) {
  op.recover_solution(exec, view);
};

/// The equation M x = b on both parities, reduced to the odd sites: S S^dagger y = b_o - D_oe
/// A_ee^-1 b_e and x_o = S^dagger y, where S is the Schur complement of M. The object owns fields,
/// which its copies share.
template <class Operator, class Field>
class RedBlackSystem {
public:
  using Schur = SchurComplement<Operator, Field>;

  /// Allocates the fields. `ls`: number of slices of the fields. `sum`: sum over ranks.
  RedBlackSystem(Schur schur, int ls, SumOverRanks sum = own_sum,
                 MemorySource const& memory = kokkos_memory)
      : schur_(std::move(schur)),
        matrix_(schur_, Field("kitt::core::system::between", lattice(), ls, memory)),
        rhs_("kitt::core::system::rhs", lattice(), ls, memory),
        solution_("kitt::core::system::solution", lattice(), ls, memory), sum_(std::move(sum)) {}

  Lattice const& lattice() const { return schur_.op().lattice(); }
  NormalMatrix<Schur, Field> const& matrix() const { return matrix_; }
  Field const& rhs() const { return rhs_; }           ///< right-hand side of the odd system
  Field const& solution() const { return solution_; } ///< solution y of the odd system
  /// Returns the residual of the odd system divided by the residual of M x = b.
  static double residual_factor() { return 1; }

  /// Computes the right-hand side of the odd system. Collective if the sum over ranks is
  /// collective.
  void prepare(ExecutionSpace const& exec, BothParities<Field> const& b) {
    schur_.prepare(exec, full_view(b), rhs_.view());
    auto const norm = std::sqrt(sum_(norm2(exec, b[0].view()) + norm2(exec, b[1].view())));
    ratio_ = {norm / std::sqrt(sum_(norm2(exec, rhs_.view())))};
  }
  /// Returns the stopping rule for the odd system with which the residual of M x = b meets `rule`.
  /// The odd system has the same residual, but its right-hand side has another norm.
  StoppingRule odd_rule(StoppingRule const& rule) const { return ratio_.odd_rule(rule); }
  /// Computes the solution x on both parities from y. Takes the result of the solver of the odd
  /// system. Returns the result for M x = b, with |r| relative to |b|.
  SolverResult finish(ExecutionSpace const& exec, BothParities<Field> const& b,
                      BothParities<Field> const& x, SolverResult const& odd) const {
    schur_(exec, solution_.view(), x[1].view(), Dagger::yes);
    schur_.reconstruct(exec, full_view(b), full_view(x));
    if constexpr (RecoversSolution<Operator, typename Field::view_type>)
      for (auto const& half : x)
        schur_.op().recover_solution(exec, half.view());
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

/// A solver of M x = b on both parities, where M is a Wilson or domain-wall operator. The solver
/// uses conjugate gradients on the even-odd Schur complement and starts from x = 0. Throws
/// UserError if fields do not fit the operator.
template <class Operator, class Field>
class SchurSolver {
public:
  /// Allocates the fields. `ls`: number of slices of the fields. `sum`: sum over ranks.
  SchurSolver(Operator op, int ls, SumOverRanks const& sum = own_sum,
              MemorySource const& memory = kokkos_memory)
      : system_({std::move(op), ls, memory}, ls, sum, memory),
        solver_(system_.lattice(), ls, sum, memory) {}

  /// Solves M x = b on both parities. Collective if the sum over ranks is collective.
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
