// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/spinor_concepts.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/solvers/conjugate_gradient.hpp"
#include "miniapp/run/lattice_operators.hpp"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

/// \file
/// What the solvers see of an operator. The classes are interfaces, so that a solver is compiled
/// once for all operators, and an operator once for all solvers. A virtual call costs nothing
/// beside the pass over a lattice that it starts.

namespace kitt::miniapp {

/// A hermitian positive matrix on the odd sites, as PositiveMatrix and AppliedMatrix.
template <class Field>
class SolvedMatrix {
public:
  using View = typename Field::view_type;

  virtual ~SolvedMatrix() = default;
  virtual double product(ExecutionSpace const& exec, View const& p) const = 0;
  virtual double subtract(ExecutionSpace const& exec, double factor, View const& p,
                          View const& r) const = 0;
  virtual void apply(ExecutionSpace const& exec, View const& p, View const& q) const = 0;
};

/// A system M x = b, reduced to the odd sites, as RedBlackSystem and StaggeredSystem.
template <class Field>
class SolvedSystem {
public:
  virtual ~SolvedSystem() = default;
  virtual Lattice const& lattice() const = 0;
  virtual SolvedMatrix<Field> const& matrix() const = 0;
  virtual Field const& rhs() const = 0;
  virtual Field const& solution() const = 0;
  virtual double residual_factor() const = 0;
  virtual void prepare(ExecutionSpace const& exec, BothParities<Field> const& b) = 0;
  virtual StoppingRule odd_rule(StoppingRule const& rule) const = 0;
  virtual SolverResult finish(ExecutionSpace const& exec, BothParities<Field> const& b,
                              BothParities<Field> const& x, SolverResult const& odd) const = 0;
};

/// An operator M on a lattice in one precision. `T` is the type of the stored numbers. SIMD lanes
/// hold sites of different sublattices in space-time. `Spins` is 1 for staggered operators. S is
/// the matrix on odd sites with the work that the figures count: the Schur complement, or M^dagger
/// M of a staggered operator.
template <class T, int Lanes, int Spins>
class Discrete {
public:
  using value_type = T;
  static constexpr int lanes = Lanes;
  static constexpr int spins = Spins;
  using Field = SpinorField<T, lanes, spins>;
  using View = typename Field::view_type;
  /// Applies S to the first field and writes the second.
  using Application = std::function<void(ExecutionSpace const&, View const&, View const&)>;

  virtual ~Discrete() = default;
  virtual Lattice const& lattice() const = 0;
  /// Returns a field of all right-hand sides on the sites of one parity.
  virtual Field field(char const* label) const = 0;
  virtual std::vector<HoppingWay> ways() const = 0;
  /// Returns the system M x = b. `sum`: sum over ranks.
  virtual std::unique_ptr<SolvedSystem<Field>> system(HoppingWay const& way,
                                                      SumOverRanks sum) const = 0;
  /// Returns the matrix that a solver inverts.
  virtual std::unique_ptr<SolvedMatrix<Field>> matrix(HoppingWay const& way) const = 0;
  virtual Application applied(HoppingWay const& way) const = 0;
};

/// Implements SolvedMatrix by a matrix of a library.
template <class Field, class Matrix>
class MatrixOf final : public SolvedMatrix<Field> {
public:
  using View = typename Field::view_type;

  explicit MatrixOf(Matrix matrix) : matrix_(std::move(matrix)) {}
  double product(ExecutionSpace const& exec, View const& p) const override {
    return matrix_.product(exec, p);
  }
  double subtract(ExecutionSpace const& exec, double factor, View const& p,
                  View const& r) const override {
    return matrix_.subtract(exec, factor, p, r);
  }
  void apply(ExecutionSpace const& exec, View const& p, View const& q) const override {
    matrix_.apply(exec, p, q);
  }

private:
  Matrix matrix_;
};

/// Implements SolvedSystem by a system of a library.
template <class Field, class System>
class SystemOf final : public SolvedSystem<Field> {
public:
  explicit SystemOf(System system) : system_(std::move(system)), matrix_(system_.matrix()) {}
  Lattice const& lattice() const override { return system_.lattice(); }
  SolvedMatrix<Field> const& matrix() const override { return matrix_; }
  Field const& rhs() const override { return system_.rhs(); }
  Field const& solution() const override { return system_.solution(); }
  double residual_factor() const override { return system_.residual_factor(); }
  void prepare(ExecutionSpace const& exec, BothParities<Field> const& b) override {
    system_.prepare(exec, b);
  }
  StoppingRule odd_rule(StoppingRule const& rule) const override { return system_.odd_rule(rule); }
  SolverResult finish(ExecutionSpace const& exec, BothParities<Field> const& b,
                      BothParities<Field> const& x, SolverResult const& odd) const override {
    return system_.finish(exec, b, x, odd);
  }

private:
  System system_;
  MatrixOf<Field, std::remove_cvref_t<decltype(std::declval<System const&>().matrix())>> matrix_;
};

} // namespace kitt::miniapp
