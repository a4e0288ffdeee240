// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/field_algebra.hpp"
#include "core/operators/wilson.hpp"

#include <utility>

namespace kitt {

/// An operator whose diagonal part is a number. The diagonal part is the part that is diagonal in
/// space-time.
template <class Operator>
concept HasDiagonalNumber = requires(Operator const& op) {
  op.diagonal_number();
};

/// The even-odd Schur complement S = A_oo - D_oe A_ee^-1 D_eo of an operator M = A + D on the odd
/// sites. A is the part that is diagonal in space-time, and D is the hopping term. With S, the
/// equation M x = b becomes S x_o = b_o - D_oe A_ee^-1 b_e, and then x_e = A_ee^-1 (b_e - D_eo
/// x_o). The object owns work fields, which its copies share.
template <class Operator, class Field>
class SchurComplement {
public:
  using view_type = typename Field::view_type;

  SchurComplement(Operator op, int ls, MemorySource const& memory = kokkos_memory)
      : op_(std::move(op)), hopped_("kitt::core::schur::hopped", op_.lattice(), ls, memory),
        solved_("kitt::core::schur::solved", op_.lattice(), ls, memory),
        product_("kitt::core::schur::product", op_.lattice(), ls, memory) {}

  /// Applies the Schur complement S or its adjoint: out = S in, or out = S^dagger in. `in` and
  /// `out` are odd fields. Throws UserError if the fields do not fit the operator (operands.hpp).
  void operator()(ExecutionSpace const& exec, view_type const& in, view_type const& out,
                  Dagger dagger = Dagger::no) const {
    op_.hopping().require_fit(in, out);
    hop_twice(exec, in, out, dagger);
    if constexpr (HasDiagonalNumber<Operator>)
      axpby(exec, op_.diagonal_number(), in, -1.0 / op_.diagonal_number(), out);
    else
      op_.add_diagonal(exec, Parity::odd, in, out, dagger);
  }

  /// Applies the Schur complement S or its adjoint, and returns sum |out|^2 over the sites of this
  /// rank.
  double apply_norm2(ExecutionSpace const& exec, view_type const& in, view_type const& out,
                     Dagger dagger = Dagger::no) const {
    if constexpr (HasDiagonalNumber<Operator>) {
      hop_twice(exec, in, out, dagger);
      return axpby_norm2(exec, op_.diagonal_number(), in, -1.0 / op_.diagonal_number(), out);
    } else {
      (*this)(exec, in, out, dagger);
      return norm2(exec, out);
    }
  }

  /// Computes r -= a S in, where S is the Schur complement, and returns sum |r|^2 over the sites of
  /// this rank.
  double subtract(ExecutionSpace const& exec, double a, view_type const& in,
                  view_type const& r) const {
    auto const& product = product_.view();
    if constexpr (HasDiagonalNumber<Operator>) {
      hop_twice(exec, in, product, Dagger::no);
      auto const number = op_.diagonal_number();
      return axpbypz_norm2(exec, -a * number, in, a / number, product, r);
    } else {
      (*this)(exec, in, product);
      return axpy_norm2(exec, -a, product, r);
    }
  }

  /// Computes the odd right-hand side, out = b_o - D_oe A_ee^-1 b_e. `out` must not alias either
  /// parity of `b`.
  void prepare(ExecutionSpace const& exec, FullView<view_type> const& b,
               view_type const& out) const {
    op_.solve_diagonal(exec, -1.0, b[0], solved_.view(), Dagger::no);
    op_.hopping()(exec, Parity::odd, solved_.view(), out, Dagger::no);
    axpy(exec, 1.0, b[1], out);
  }

  /// Computes the even half of the solution x from its odd half and from the right-hand side b.
  void reconstruct(ExecutionSpace const& exec, FullView<view_type> const& b,
                   FullView<view_type> const& x) const {
    op_.hopping()(exec, Parity::even, x[1], hopped_.view(), Dagger::no);
    xpay(exec, b[0], -1.0, hopped_.view());
    op_.solve_diagonal(exec, 1.0, hopped_.view(), x[0], Dagger::no);
  }

  Operator const& op() const { return op_; }

private:
  /// Applies the hopping term twice: out = D_oe D_eo in if the operator's diagonal part A is a
  /// number, otherwise out = -D_oe A_ee^-1 D_eo in.
  void hop_twice(ExecutionSpace const& exec, view_type const& in, view_type const& out,
                 Dagger dagger) const {
    auto const& hopped = hopped_.view();
    auto const& solved = solved_.view();
    op_.hopping()(exec, Parity::even, in, hopped, dagger);
    if constexpr (HasDiagonalNumber<Operator>) {
      op_.hopping()(exec, Parity::odd, hopped, out, dagger);
    } else {
      op_.solve_diagonal(exec, -1.0, hopped, solved, dagger);
      op_.hopping()(exec, Parity::odd, solved, out, dagger);
    }
  }

  Operator op_;
  Field hopped_;  ///< work field on even sites, for D_eo times a field
  Field solved_;  ///< work field on even sites, for A_ee^-1 times a field
  Field product_; ///< work field on odd sites, for subtract()
};

} // namespace kitt
