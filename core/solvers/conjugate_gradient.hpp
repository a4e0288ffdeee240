// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/field_algebra.hpp"
#include "core/lattice/directions.hpp"
#include "core/solvers/solver.hpp"

#include <cmath>
#include <concepts>
#include <functional>
#include <utility>

namespace kitt {

/// A function that adds a number over all ranks. The default is for a single rank. Collective.
using SumOverRanks = std::function<double(double)>;
inline double own_sum(double own) {
  return own;
}

/// A hermitian positive matrix A that is applied in two steps, because a solver computes its step
/// length between them. `a.product(exec, p)` returns this rank's part of the product of p with A p.
/// `a.subtract(exec, factor, p, r)` is called next, with the same p; it computes r -= factor A p
/// and returns this rank's sum |r|^2.
template <class A, class View>
concept PositiveMatrix = requires(A const& a, ExecutionSpace const& exec, View const& view) {
  { a.product(exec, view) } -> std::same_as<double>;
  { a.subtract(exec, 1.0, view, view) } -> std::same_as<double>;
};

/// The matrix A = S S^dagger, where S is a Schur complement. If A y = b and x = S^dagger y, the
/// residual of A y is the residual of S x = b. Stores S^dagger p in the field `between`, which
/// copies share. The class also satisfies AppliedMatrix.
template <class Schur, class Field>
class NormalMatrix {
public:
  using view_type = typename Field::view_type;

  NormalMatrix(Schur schur, Field const& between) : schur_(std::move(schur)), between_(between) {}

  double product(ExecutionSpace const& exec, view_type const& p) const {
    return schur_.apply_norm2(exec, p, between_.view(), Dagger::yes);
  }
  double subtract(ExecutionSpace const& exec, double factor, view_type const&,
                  view_type const& r) const {
    return schur_.subtract(exec, factor, between_.view(), r);
  }
  void apply(ExecutionSpace const& exec, view_type const& p, view_type const& q) const {
    schur_(exec, p, between_.view(), Dagger::yes);
    schur_(exec, between_.view(), q);
  }

private:
  Schur schur_;
  Field between_;
};

/// A hermitian positive matrix A that is applied in one step: `a(exec, p, q)` computes q = A p and
/// returns this rank's part of the product of p with A p. Stores q in the field `product`, which
/// copies share. The class also satisfies AppliedMatrix.
template <class A, class Field>
class WholeMatrix {
public:
  using view_type = typename Field::view_type;

  WholeMatrix(A matrix, Field const& product) : matrix_(std::move(matrix)), product_(product) {}

  double product(ExecutionSpace const& exec, view_type const& p) const {
    return matrix_(exec, p, product_.view());
  }
  double subtract(ExecutionSpace const& exec, double factor, view_type const&,
                  view_type const& r) const {
    return axpy_norm2(exec, -factor, product_.view(), r);
  }
  void apply(ExecutionSpace const& exec, view_type const& p, view_type const& q) const {
    static_cast<void>(matrix_(exec, p, q));
  }

private:
  A matrix_;
  Field product_;
};

/// The fields and the recurrence of a conjugate gradient (Hestenes, Stiefel 1952), without a
/// stopping rule.
template <class Field>
class ConjugateGradientState {
public:
  using view_type = typename Field::view_type;

  ConjugateGradientState(Lattice const& lattice, int ls, MemorySource const& memory)
      : residual_("kitt::core::cg::residual", lattice, ls, memory),
        direction_("kitt::core::cg::direction", lattice, ls, memory) {}

  Field const& residual() const { return residual_; }
  /// Returns the squared norm of the residual, summed over all ranks.
  double residual_norm2() const { return rr_; }

  /// Starts from x = 0. Requires that residual() was set to the right-hand side, with the squared
  /// norm `rr`. x may have a higher precision than the other fields.
  template <class ViewOfX>
  void start(ExecutionSpace const& exec, ViewOfX const& x, double rr) {
    set_all(exec, x, 0);
    copy(exec, residual_.view(), direction_.view());
    rr_ = rr;
  }

  /// Makes one iteration of the conjugate gradient, which updates the residual r, the solution x
  /// and the direction p.
  template <PositiveMatrix<view_type> Matrix, class ViewOfX>
  void step(ExecutionSpace const& exec, Matrix const& matrix, ViewOfX const& x,
            SumOverRanks const& sum, SolverObserver const& observer) {
    auto const& r = residual_.view();
    auto const& p = direction_.view();
    auto const own = in_step(observer, SolverStep::matrix, [&] { return matrix.product(exec, p); });
    auto const pq = in_step(observer, SolverStep::reduction, [&] { return sum(own); });
    auto const along = rr_ / pq;
    auto const own_rr =
        in_step(observer, SolverStep::matrix, [&] { return matrix.subtract(exec, along, p, r); });
    auto const rr = in_step(observer, SolverStep::reduction, [&] { return sum(own_rr); });
    in_step(observer, SolverStep::vectors, [&] {
      axpy_xpay(exec, along, x, r, rr / rr_, p);
      exec.fence("kitt::core::cg: an iteration ends");
    });
    rr_ = rr;
  }

  /// Replaces the residual by a more accurate one of squared norm `rr`, which `set(r)` writes in
  /// units that are smaller by `factor`. In the direction p, the new residual replaces the old
  /// residual.
  template <class Set>
  void replace_residual(ExecutionSpace const& exec, double rr, double factor, Set const& set) {
    auto const& r = residual_.view();
    auto const& p = direction_.view();
    axpy(exec, -1.0, r, p);
    set(r);
    axpby(exec, 1.0, r, factor, p);
    rr_ = rr;
  }

private:
  Field residual_;
  Field direction_;
  double rr_ = 0;
};

/// A conjugate-gradient solver of A x = b for a hermitian positive A, on one parity.
template <class Field>
class ConjugateGradient {
public:
  using view_type = typename Field::view_type;

  ConjugateGradient(Lattice const& lattice, int ls, SumOverRanks sum = own_sum,
                    MemorySource const& memory = kokkos_memory)
      : state_(lattice, ls, memory), sum_(std::move(sum)) {}

  /// Solves A x = b, starting from x = 0. Calls `observer` when a step begins and when it ends.
  /// Collective if the sum over ranks is collective.
  template <PositiveMatrix<view_type> Matrix>
  SolverResult operator()(ExecutionSpace const& exec, Matrix const& matrix, view_type const& b,
                          view_type const& x, StoppingRule const& rule,
                          SolverObserver const& observer = {}) {
    copy(exec, b, state_.residual().view());
    auto const bb = sum_(norm2(exec, b));
    state_.start(exec, x, bb);
    SolverResult result;
    auto const enough = rule.tolerance * rule.tolerance * bb;
    while (result.iterations < rule.max_iterations && state_.residual_norm2() > enough) {
      state_.step(exec, matrix, x, sum_, observer);
      ++result.iterations;
    }
    result.converged = state_.residual_norm2() <= enough;
    result.relative_residual = bb > 0 ? std::sqrt(state_.residual_norm2() / bb) : 0;
    return result;
  }

private:
  ConjugateGradientState<Field> state_;
  SumOverRanks sum_;
};

} // namespace kitt
