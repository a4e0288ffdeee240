// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/column_algebra.hpp"
#include "core/solvers/pipelined_conjugate_gradient.hpp"
#include "core/solvers/solver.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace kitt {

/// Conjugate-gradient solvers of A x_j = b_j for several right-hand sides b_j, in lock-step. The
/// columns have nothing in common but the applications of A, so that links are read once for all of
/// them, and their sums over ranks, which travel in one message. A column that has converged does
/// not change any more.
template <class Field>
class MultipleConjugateGradient {
public:
  using view_type = typename Field::view_type;

  /// Allocates the work fields of `columns` columns, each with `ls` slices. `sums`: sums over
  /// ranks.
  MultipleConjugateGradient(Lattice const& lattice, int columns, int ls,
                            SumsOverRanks sums = own_numbers,
                            MemorySource const& memory = kokkos_memory)
      : columns_(columns),
        residual_("kitt::core::multiple_cg::residual", lattice, columns * ls, memory),
        direction_("kitt::core::multiple_cg::direction", lattice, columns * ls, memory),
        product_("kitt::core::multiple_cg::product", lattice, columns * ls, memory),
        sums_(std::move(sums)), along_(columns), keep_(columns) {}

  /// Solves A x = b for all columns, starting from x = 0. Calls `observer` when a step begins and
  /// when it ends. Returns one result per column. Collective if the sums over ranks are collective.
  template <AppliedMatrix<view_type> Matrix>
  std::vector<SolverResult>
  operator()(ExecutionSpace const& exec, Matrix const& matrix, view_type const& b,
             view_type const& x, ColumnsRule const& rule, SolverObserver const& observer = {}) {
    auto const count = static_cast<std::size_t>(columns_);
    set_all(exec, x, 0);
    copy(exec, b, residual_.view());
    copy(exec, b, direction_.view());
    auto const bb = sums_(column_norms2(exec, b, columns_));
    rr_ = bb;
    std::vector<SolverResult> results(count);
    auto const open = [&](std::size_t j) {
      return rr_[j] > rule.tolerances[j] * rule.tolerances[j] * bb[j];
    };
    std::vector<bool> active(count);
    for (int iterations = 0;; ++iterations) {
      bool any = false;
      for (std::size_t j = 0; j < count; ++j) {
        active[j] = open(j) && iterations < rule.max_iterations;
        any = any || active[j];
      }
      if (!any)
        break;
      step(exec, matrix, x, active, observer);
      for (std::size_t j = 0; j < count; ++j)
        results[j].iterations += active[j] ? 1 : 0;
    }
    for (std::size_t j = 0; j < count; ++j) {
      results[j].converged = !open(j);
      results[j].relative_residual = bb[j] > 0 ? std::sqrt(rr_[j] / bb[j]) : 0;
    }
    return results;
  }

private:
  using Value = typename ViewTraits<view_type>::value_type;

  /// Makes one iteration of the active columns.
  template <class Matrix>
  void step(ExecutionSpace const& exec, Matrix const& matrix, view_type const& x,
            std::vector<bool> const& active, SolverObserver const& observer) {
    auto const& r = residual_.view();
    auto const& p = direction_.view();
    auto const& q = product_.view();
    auto const own = in_step(observer, SolverStep::matrix, [&] {
      matrix.apply(exec, p, q);
      return column_products(exec, p, q, columns_);
    });
    auto const pq = in_step(observer, SolverStep::reduction, [&] { return sums_(own); });
    std::vector<double> along(pq.size(), 0);
    for (std::size_t j = 0; j < pq.size(); ++j)
      if (active[j])
        along[j] = rr_[j] / pq[j];
    auto const own_rr = in_step(observer, SolverStep::vectors, [&] {
      along_.set(exec, along);
      return subtract_columns_norm2(exec, along_, q, r, columns_);
    });
    auto const rr = in_step(observer, SolverStep::reduction, [&] { return sums_(own_rr); });
    std::vector<double> keep(pq.size(), 0);
    for (std::size_t j = 0; j < pq.size(); ++j)
      if (active[j]) {
        keep[j] = rr[j] / rr_[j];
        rr_[j] = rr[j];
      }
    in_step(observer, SolverStep::vectors, [&] {
      keep_.set(exec, keep);
      advance_each_column(exec, along_, x, r, keep_, p, columns_);
      exec.fence("kitt::core::multiple_cg: an iteration ends");
    });
  }

  int columns_;
  Field residual_;
  Field direction_;
  Field product_; ///< A times the direction
  SumsOverRanks sums_;
  ColumnNumbers<Value> along_; ///< step lengths
  ColumnNumbers<Value> keep_;  ///< factors of the old directions
  std::vector<double> rr_;     ///< squared norms of the residuals
};

} // namespace kitt
