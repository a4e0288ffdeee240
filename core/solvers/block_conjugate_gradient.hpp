// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/column_algebra.hpp"
#include "core/solvers/pipelined_conjugate_gradient.hpp"
#include "core/solvers/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace kitt {

/// A block conjugate-gradient solver of A x_j = b_j for several right-hand sides b_j. All columns
/// share their search directions, so that the solver needs fewer iterations than separate solvers.
/// Each iteration applies A to all columns once and has two sums over ranks.
///
/// The residuals are R = Q delta, where Q has orthonormal columns (thin QR decomposition). Columns
/// of Q that would depend on the others are left out, so equal right-hand sides and right-hand
/// sides of zero are no problem. R lacks the columns that are left out. Therefore the solver
/// computes b - A x at the end if it left out a column, and starts again from x if a residual is
/// too large.
///
/// Sources: O'Leary, Linear Algebra Appl. 29 (1980) 293, for block conjugate gradients; Dubrulle,
/// Electron. Trans. Numer. Anal. 12 (2001) 216, for the form with a QR decomposition (BCGrQ); Clark
/// et al., Comput. Phys. Commun. 233 (2018) 29 (arXiv:1710.09745), algorithm 3, for its use in
/// lattice QCD.
template <class Field>
class BlockConjugateGradient {
public:
  using view_type = typename Field::view_type;

  /// Allocates the work fields of `columns` columns, each with `ls` slices. `sums`: sums over
  /// ranks.
  BlockConjugateGradient(Lattice const& lattice, int columns, int ls,
                         SumsOverRanks sums = own_numbers,
                         MemorySource const& memory = kokkos_memory)
      : columns_(columns), basis_("kitt::core::block_cg::basis", lattice, columns * ls, memory),
        directions_("kitt::core::block_cg::directions", lattice, columns * ls, memory),
        product_("kitt::core::block_cg::product", lattice, columns * ls, memory),
        sums_(std::move(sums)), for_product_(columns), for_solution_(columns), for_basis_(columns),
        for_directions_(columns) {}

  /// Solves A x = b for all columns, starting from x = 0. Calls `observer` when a step begins and
  /// when it ends. Returns one result per column; its iterations are those until the residual of
  /// the column was small enough. Collective if the sums over ranks are collective.
  template <AppliedMatrix<view_type> Matrix>
  std::vector<SolverResult>
  operator()(ExecutionSpace const& exec, Matrix const& matrix, view_type const& b,
             view_type const& x, ColumnsRule const& rule, SolverObserver const& observer = {}) {
    set_all(exec, x, 0);
    copy(exec, b, basis_.view());
    auto const products = residual_products(exec, observer);
    norms_.clear();
    enough_.clear();
    for (int j = 0; j < columns_; ++j) {
      norms_.push_back(std::sqrt(products(j, j).real()));
      enough_.push_back(norms_.back() * rule.tolerances[static_cast<std::size_t>(j)]);
    }
    results_.assign(norms_.size(), {});
    lost_ = false;
    start(exec, products, observer);
    int iterations = 0;
    while (true) {
      note_residuals(iterations);
      bool const ended = iterations == rule.max_iterations || all_converged();
      if (ended && !lost_)
        return results_;
      if (!ended) {
        step(exec, matrix, x, observer);
        ++iterations;
        continue;
      }
      restart(exec, matrix, b, x, observer);
      note_residuals(iterations);
      if (iterations == rule.max_iterations || all_converged())
        return results_;
    }
  }

private:
  using Value = typename ViewTraits<view_type>::value_type;

  /// Smallest squared distance of a column of norm 1 from the others at which it counts as
  /// independent. Products of columns are not more precise.
  static constexpr double threshold = 16 * std::numeric_limits<Value>::epsilon();
  /// Squared norm of a column of Q that consists of rounding errors only.
  static constexpr double nothing = static_cast<double>(std::numeric_limits<Value>::epsilon()) *
                                    std::numeric_limits<Value>::epsilon();

  bool all_converged() const {
    return std::all_of(results_.begin(), results_.end(),
                       [](SolverResult const& result) { return result.converged; });
  }

  /// Computes the residuals from delta.
  void note_residuals(int iterations) {
    for (int j = 0; j < columns_; ++j) {
      auto const at = static_cast<std::size_t>(j);
      auto& result = results_[at];
      auto const residual = column_norm(delta_, j);
      bool const small = residual <= enough_[at];
      if (!(small && result.converged))
        result.iterations = iterations;
      result.converged = small;
      result.relative_residual = norms_[at] > 0 ? residual / norms_[at] : 0;
    }
  }

  SmallMatrix residual_products(ExecutionSpace const& exec, SolverObserver const& observer) const {
    return products(exec, basis_.view(), basis_.view(), observer);
  }

  /// Returns the products of all columns of two fields, whose matrix is hermitian, summed over all
  /// ranks in one message.
  SmallMatrix products(ExecutionSpace const& exec, view_type const& a, view_type const& b,
                       SolverObserver const& observer) const {
    auto const own = in_step(observer, SolverStep::vectors,
                             [&] { return hermitian_products(exec, a, b, columns_); });
    std::vector<double> numbers;
    for (int i = 0; i < columns_; ++i)
      for (int j = i; j < columns_; ++j)
        for (auto const number : {own(i, j).real(), own(i, j).imag()})
          numbers.push_back(number);
    numbers = in_step(observer, SolverStep::reduction, [&] { return sums_(numbers); });
    SmallMatrix all(columns_);
    std::size_t next = 0;
    for (int i = 0; i < columns_; ++i)
      for (int j = i; j < columns_; ++j) {
        all(i, j) = {numbers[next], numbers[next + 1]};
        all(j, i) = std::conj(all(i, j));
        next += 2;
      }
    return all;
  }

  /// Starts with the residuals in `basis_`, whose columns have the given products.
  void start(ExecutionSpace const& exec, SmallMatrix const& products,
             SolverObserver const& observer) {
    auto const factors = factor_gram(products, threshold);
    lost_ = lost_ || factors.dropped;
    delta_ = factors.upper;
    in_step(observer, SolverStep::vectors, [&] {
      for_basis_.set(exec, factors.inverse);
      set_all(exec, product_.view(), 0);
      add_combinations(exec, basis_.view(), for_basis_, product_.view());
      copy(exec, product_.view(), basis_.view());
      copy(exec, product_.view(), directions_.view());
      exec.fence("kitt::core::block_cg: the first directions are complete");
    });
  }

  /// Computes the residuals b - A x, and begins again with these residuals.
  template <class Matrix>
  void restart(ExecutionSpace const& exec, Matrix const& matrix, view_type const& b,
               view_type const& x, SolverObserver const& observer) {
    lost_ = false;
    in_step(observer, SolverStep::matrix, [&] {
      matrix.apply(exec, x, product_.view());
      copy(exec, b, basis_.view());
      axpy(exec, -1.0, product_.view(), basis_.view());
    });
    start(exec, residual_products(exec, observer), observer);
    for (auto& result : results_)
      ++result.restarts;
  }

  /// Makes one iteration of algorithm 3 of arXiv:1710.09745: T = A P, beta = (P^dagger T)^-1, x +=
  /// P beta delta, Q rho = Q - T beta, P = Q + P rho^dagger, delta = rho delta.
  template <class Matrix>
  void step(ExecutionSpace const& exec, Matrix const& matrix, view_type const& x,
            SolverObserver const& observer) {
    auto const& q = basis_.view();
    auto const& p = directions_.view();
    auto const& t = product_.view();
    in_step(observer, SolverStep::matrix, [&] {
      matrix.apply(exec, p, t);
      exec.fence("kitt::core::block_cg: the matrix is applied");
    });
    auto const pt = products(exec, p, t, observer);
    auto const beta = inverse_of_positive(pt, 16 * std::numeric_limits<double>::epsilon());
    in_step(observer, SolverStep::vectors, [&] {
      for_product_.set(exec, beta, -1);
      add_combinations(exec, t, for_product_, q);
    });
    auto const factors = factor_gram(residual_products(exec, observer), threshold, nothing);
    lost_ = lost_ || factors.dropped;
    in_step(observer, SolverStep::vectors, [&] {
      for_solution_.set(exec, beta * delta_);
      for_basis_.set(exec, factors.inverse);
      for_directions_.set(exec, adjoint(factors.upper));
      advance_columns(exec, x, for_solution_, q, for_basis_, p, for_directions_);
      exec.fence("kitt::core::block_cg: an iteration ends");
    });
    delta_ = factors.upper * delta_;
  }

  int columns_;
  Field basis_;      ///< Q, the orthonormal basis of the residuals
  Field directions_; ///< P, the search directions
  Field product_;    ///< T = A P
  SumsOverRanks sums_;
  ColumnFactors<Value> for_product_;
  ColumnFactors<Value> for_solution_;
  ColumnFactors<Value> for_basis_;
  ColumnFactors<Value> for_directions_;
  SmallMatrix delta_;          ///< coefficients of the residuals, R = Q delta
  std::vector<double> norms_;  ///< norms of the right-hand sides
  std::vector<double> enough_; ///< residuals that are small enough
  std::vector<SolverResult> results_;
  bool lost_ = false; ///< true if columns were left out since the residuals were last computed
};

} // namespace kitt
