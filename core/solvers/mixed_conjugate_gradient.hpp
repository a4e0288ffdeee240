// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/field_conversion.hpp"
#include "core/solvers/conjugate_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace kitt {

/// A mixed-precision solver of A x = b: iterations run in the precision of `Fast`, and the result
/// has the precision of `Precise`. Whenever the residual of the iterations has fallen far enough,
/// their solution is added to x, and the residual is computed again in high precision. The
/// directions are kept, so that hardly an iteration is lost. Source (reliable updates): van der
/// Vorst, Ye, SIAM J. Sci. Comput. 22 (2000) 835.
///
/// `Fast` may store its numbers in half precision. Such numbers range from 6e-8 to 65504, so the
/// iterations use other units: after each update, the root mean square of their residual is 1/16.
/// The solution of the iterations is stored in single precision. Otherwise its rounding errors
/// would grow to a residual, and cost iterations.
template <class Precise, class Fast>
class MixedConjugateGradient {
  using Found = ComputedField<Fast>;

public:
  /// Factor by which the norm of the residual falls between two updates. In half precision, the
  /// iterations lose the true residual earlier.
  static constexpr double drop =
      std::is_same_v<typename Fast::view_type::value_type, Half> ? 0.1 : 0.001;

  /// Allocates the work fields. `precise` and `fast` are the same lattice in the layouts of the two
  /// precisions, without lanes along s. Collective if the sum over ranks is collective.
  MixedConjugateGradient(Lattice const& precise, Lattice const& fast, int ls,
                         SumOverRanks sum = own_sum, MemorySource const& memory = kokkos_memory)
      : residual_("kitt::core::cg::precise_residual", precise, ls, memory),
        found_("kitt::core::cg::found", fast, ls, memory), state_(fast, ls, memory),
        to_fast_(fast, precise, Parity::odd), to_precise_(precise, fast, Parity::odd),
        sum_(std::move(sum)), numbers_(sum_(static_cast<double>(residual_.view().size()))) {}

  /// Solves A x = b, starting from x = 0. b and x are odd fields. Collective if the sum over ranks
  /// is collective.
  template <class PreciseMatrix, class FastMatrix>
  SolverResult operator()(ExecutionSpace const& exec, PreciseMatrix const& precise,
                          FastMatrix const& fast, Precise const& b, Precise const& x,
                          StoppingRule const& rule, SolverObserver const& observer = {}) {
    set_all(exec, x.view(), 0);
    auto const bb = sum_(norm2(exec, b.view()));
    choose_unit(bb);
    to_fast_(exec, 1 / unit_, b, state_.residual());
    state_.start(exec, found_.view(), bb / (unit_ * unit_));
    SolverResult result;
    auto const enough = rule.tolerance * rule.tolerance * bb;
    auto largest = bb; // largest squared norm of the fast residual since the last update
    auto rr = bb;      // squared norm of the precise residual
    while (result.iterations < rule.max_iterations && rr > enough) {
      state_.step(exec, fast, found_.view(), sum_, observer);
      ++result.iterations;
      auto const now = state_.residual_norm2() * unit_ * unit_;
      largest = std::max(largest, now);
      if (now > enough && now > drop * drop * largest && result.iterations < rule.max_iterations)
        continue;
      rr = update(exec, precise, b, x, observer);
      largest = rr;
      ++result.restarts;
    }
    result.converged = rr <= enough;
    result.relative_residual = bb > 0 ? std::sqrt(rr / bb) : 0;
    return result;
  }

private:
  /// Chooses the unit of the iterations for a residual of squared norm `rr`.
  void choose_unit(double rr) { unit_ = rr > 0 ? 16 * std::sqrt(rr / numbers_) : 1; }

  /// Adds the solution of the fast iterations to x and computes the precise residual. Returns |b -
  /// A x|^2.
  template <class Matrix>
  double update(ExecutionSpace const& exec, Matrix const& precise, Precise const& b,
                Precise const& x, SolverObserver const& observer) {
    auto const& r = residual_.view();
    in_step(observer, SolverStep::vectors, [&] {
      to_precise_.add(exec, unit_, found_, x);
      set_all(exec, found_.view(), 0);
    });
    auto const own = in_step(observer, SolverStep::matrix, [&] {
      static_cast<void>(precise.product(exec, x.view()));
      copy(exec, b.view(), r);
      return precise.subtract(exec, 1.0, x.view(), r);
    });
    auto const rr = in_step(observer, SolverStep::reduction, [&] { return sum_(own); });
    in_step(observer, SolverStep::vectors, [&] {
      auto const old_unit = unit_;
      choose_unit(rr);
      state_.replace_residual(exec, rr / (unit_ * unit_), old_unit / unit_, [&](auto const&) {
        to_fast_(exec, 1 / unit_, residual_, state_.residual());
      });
    });
    return rr;
  }

  double unit_ = 1; ///< what 1 means in the fields of the iterations
  Precise residual_;
  Found found_; ///< change of the solution x since the last update
  ConjugateGradientState<Fast> state_;
  FieldConversion<Fast, Precise> to_fast_;
  FieldConversion<Precise, Found> to_precise_;
  SumOverRanks sum_;
  double numbers_; ///< numbers of a field on all ranks
};

} // namespace kitt
