// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/field_algebra.hpp"
#include "core/solvers/solver.hpp"

#include <cmath>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace kitt {

/// A function that starts to add numbers over all ranks. The result is a function that waits for
/// the sums and returns them. The result must be called once. The default is for a single rank.
/// Collective.
using BeginSums = std::function<std::function<std::vector<double>()>(std::vector<double> const&)>;
inline std::function<std::vector<double>()> own_sums(std::vector<double> const& own) {
  return [own] { return own; };
}

/// A hermitian positive matrix A that is applied in one step: `a.apply(exec, p, q)` computes q = A
/// p.
template <class A, class View>
concept AppliedMatrix = requires(A const& a, ExecutionSpace const& exec, View const& view) {
  a.apply(exec, view, view);
};

/// A pipelined conjugate-gradient solver of A x = b. Each iteration has one sum over ranks instead
/// of two, and the sum is communicated while A is applied. The solver is meant for many ranks, on
/// which sums take long. Compared with ConjugateGradient, the solver needs four more fields and
/// more vector operations.
///
/// Rounding errors make the fields of the recurrence drift away from their definitions. Therefore
/// all these fields are computed again from x and p now and then, and always before the end
/// (residual replacement). Each replacement costs five applications of A.
///
/// Sources: Ghysels, Vanroose, Parallel Computing 40 (2014) 224, algorithm 4 without a
/// preconditioner; van der Vorst, Ye, SIAM J. Sci. Comput. 22 (2000) 835.
template <class Field>
class PipelinedConjugateGradient {
public:
  using view_type = typename Field::view_type;

  PipelinedConjugateGradient(Lattice const& lattice, int ls, BeginSums begin_sums = own_sums,
                             MemorySource const& memory = kokkos_memory)
      : r_("kitt::core::pipelined_cg::r", lattice, ls, memory),
        w_("kitt::core::pipelined_cg::w", lattice, ls, memory),
        q_("kitt::core::pipelined_cg::q", lattice, ls, memory),
        p_("kitt::core::pipelined_cg::p", lattice, ls, memory),
        s_("kitt::core::pipelined_cg::s", lattice, ls, memory),
        z_("kitt::core::pipelined_cg::z", lattice, ls, memory), begin_sums_(std::move(begin_sums)) {
  }

  /// Solves A x = b, starting from x = 0. Calls `observer` when a step begins and when it ends.
  /// Collective if the sums over ranks are collective.
  template <AppliedMatrix<view_type> Matrix>
  SolverResult operator()(ExecutionSpace const& exec, Matrix const& matrix, view_type const& b,
                          view_type const& x, StoppingRule const& rule,
                          SolverObserver const& observer = {}) {
    for (auto const& field : {x, p_.view(), s_.view(), z_.view()})
      set_all(exec, field, 0);
    copy(exec, b, r_.view());
    matrix.apply(exec, r_.view(), w_.view());
    std::vector<double> own{norm2(exec, r_.view()), dot(exec, w_.view(), r_.view()).re};

    SolverResult result;
    double bb = 0;
    double rr = 0;
    double along = 0;
    int carried = 0; // number of steps since all fields were last computed again
    while (true) {
      auto const begun = in_step(observer, SolverStep::reduction, [&] { return begin_sums_(own); });
      in_step(observer, SolverStep::matrix, [&] {
        matrix.apply(exec, w_.view(), q_.view());
        exec.fence("kitt::core::pipelined_cg: the matrix is applied");
      });
      auto const sums = in_step(observer, SolverStep::reduction, begun);
      auto const wr = sums[1];
      auto const rr_before = std::exchange(rr, sums[0]);
      bool const first = result.iterations == 0;
      if (first)
        bb = rr;
      result.converged = rr <= rule.tolerance * rule.tolerance * bb;
      if (carried == steps_until_anew || (result.converged && carried > 0)) {
        own = in_step(observer, SolverStep::matrix, [&] { return anew(exec, matrix, b, x); });
        carried = 0;
        ++result.restarts;
        continue;
      }
      if (result.converged || result.iterations == rule.max_iterations)
        break;
      double back = 0;
      if (first) {
        along = rr / wr;
      } else if (carried == 0) { // new fields have no products yet
        auto const rs = sums[2];
        auto const ps = sums[3];
        auto const pr = sums[4];
        back = -rs / ps;
        along = (rr + back * pr) / (wr + back * rs);
      } else {
        back = rr / rr_before;
        along = rr / (wr - back * rr / along);
      }
      own = in_step(observer, SolverStep::vectors, [&] { return advance(exec, x, along, back); });
      ++result.iterations;
      ++carried;
    }
    result.relative_residual = bb > 0 ? std::sqrt(rr / bb) : 0;
    return result;
  }

private:
  using Value = typename ViewTraits<view_type>::value_type;

  /// Number of steps between two replacements. With many more steps in single precision, the fields
  /// of the recurrence drift too far (measured: docs/developer/performance-log.md).
  static constexpr int steps_until_anew = std::is_same_v<Value, float> ? 16 : 64;

  /// Computes r = b - A x, w = A r, s = A p and z = A s again, from the present x and p. Returns
  /// the sums that advance() returns, and then the products of r with s, p with s and p with r.
  template <class Matrix>
  std::vector<double> anew(ExecutionSpace const& exec, Matrix const& matrix, view_type const& b,
                           view_type const& x) const {
    matrix.apply(exec, x, q_.view());
    copy(exec, b, r_.view());
    axpy(exec, -1.0, q_.view(), r_.view());
    matrix.apply(exec, r_.view(), w_.view());
    matrix.apply(exec, p_.view(), s_.view());
    matrix.apply(exec, s_.view(), z_.view());
    auto const product = [&](Field const& y, Field const& z) {
      return dot(exec, y.view(), z.view()).re;
    };
    return {norm2(exec, r_.view()), product(w_, r_), product(r_, s_), product(p_, s_),
            product(p_, r_)};
  }

public: // public because nvcc does not accept kernels in private functions
  /// Makes one step of the recurrence: z = q + back z = A s, s = w + back s = A p, p = r + back p,
  /// x += along p, r -= along s, w -= along z = A r. Returns this rank's sums of |r|^2 and of the
  /// product of w with r.
  std::vector<double> advance(ExecutionSpace const& exec, view_type const& x, double along,
                              double back) const {
    using Traits = ViewTraits<view_type>;
    using P = typename Traits::pack;
    auto const a = static_cast<Value>(along);
    auto const b = static_cast<Value>(back);
    view_type const r = r_.view();
    view_type const w = w_.view();
    view_type const q = q_.view();
    view_type const p = p_.view();
    view_type const s = s_.view();
    view_type const z = z_.view();
    auto const sums = detail::sum_components(
        exec, "kitt::core::pipelined_cg::advance", x,
        KOKKOS_LAMBDA(Complex<P> & own, int site, int slice, int c) {
          auto const load = [&](view_type const& y) { return Components(y, site, slice).load(c); };
          auto const store = [&](view_type const& y, Complex<P> const& value) {
            Components(y, site, slice).store(c, value);
            return value;
          };
          auto const new_z = store(z, detail::scaled_sum(P(b), load(z), load(q)));
          auto const new_s = store(s, detail::scaled_sum(P(b), load(s), load(w)));
          auto const new_p = store(p, detail::scaled_sum(P(b), load(p), load(r)));
          store(x, detail::scaled_sum(P(a), new_p, load(x)));
          auto const new_r = store(r, detail::scaled_sum(P(-a), new_s, load(r)));
          auto const new_w = store(w, detail::scaled_sum(P(-a), new_z, load(w)));
          own = {multiply_add(new_r.re, new_r.re, multiply_add(new_r.im, new_r.im, own.re)),
                 multiply_add(new_w.re, new_r.re, multiply_add(new_w.im, new_r.im, own.im))};
        });
    return {sums.re, sums.im};
  }

private:
  Field r_; ///< residual r = b - A x
  Field w_; ///< product of the matrix A with r
  Field q_; ///< product of the matrix A with w
  Field p_; ///< search direction p
  Field s_; ///< product of the matrix A with p
  Field z_; ///< product of the matrix A with s
  BeginSums begin_sums_;
};

} // namespace kitt
