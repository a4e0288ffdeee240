// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

namespace kitt {

/// A square matrix of complex numbers on the host, for the coefficients of block solvers. All
/// elements are 0 at first.
class SmallMatrix {
public:
  using Number = std::complex<double>;

  explicit SmallMatrix(int size = 0)
      : size_(size), numbers_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

  int size() const { return size_; }
  Number& operator()(int row, int column) { return numbers_[place(row, column)]; }
  Number const& operator()(int row, int column) const { return numbers_[place(row, column)]; }

private:
  std::size_t place(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) +
           static_cast<std::size_t>(column);
  }

  int size_;
  std::vector<Number> numbers_;
};

namespace detail {

/// Returns c + a b. The operators of std::complex would also check for infinities.
inline std::complex<double> add_small_product(std::complex<double> const& a,
                                              std::complex<double> const& b,
                                              std::complex<double> const& c) {
  return {c.real() + a.real() * b.real() - a.imag() * b.imag(),
          c.imag() + a.real() * b.imag() + a.imag() * b.real()};
}

} // namespace detail

/// Returns the matrix product a b.
inline SmallMatrix operator*(SmallMatrix const& a, SmallMatrix const& b) {
  SmallMatrix product(a.size());
  for (int i = 0; i < a.size(); ++i)
    for (int k = 0; k < a.size(); ++k)
      for (int j = 0; j < a.size(); ++j)
        product(i, j) = detail::add_small_product(a(i, k), b(k, j), product(i, j));
  return product;
}

/// Returns the adjoint of a matrix.
inline SmallMatrix adjoint(SmallMatrix const& a) {
  SmallMatrix result(a.size());
  for (int i = 0; i < a.size(); ++i)
    for (int j = 0; j < a.size(); ++j)
      result(j, i) = std::conj(a(i, j));
  return result;
}

/// Returns the norm of a column of a matrix.
inline double column_norm(SmallMatrix const& a, int column) {
  double sum = 0;
  for (int i = 0; i < a.size(); ++i)
    sum += std::norm(a(i, column));
  return std::sqrt(sum);
}

/// The factors of G = upper^dagger upper, where G is hermitian and has no negative eigenvalue. If G
/// has the rank r, rows of `upper` from number r and columns of `inverse` from number r are zero,
/// and upper inverse is the unit matrix on the first r rows.
///
/// If G = W^dagger W contains the scalar products of the columns of W, then Q = W inverse has r
/// orthonormal columns and W = Q upper. This is a thin QR decomposition of W that reveals the rank.
struct GramFactors {
  SmallMatrix upper;
  SmallMatrix inverse;
  int rank = 0;
  /// true if a column of W that is not zero was found to depend on the others
  bool dropped = false;
};

namespace detail {

/// Cholesky's method with pivots for a hermitian matrix G = upper^dagger upper.
class PivotedCholesky {
public:
  PivotedCholesky(SmallMatrix const& g, double threshold, double floor)
      : n_(g.size()), left_(n_), factors_{SmallMatrix(n_), SmallMatrix(n_)} {
    for (int j = 0; j < n_; ++j)
      lengths_.push_back(g(j, j).real() > floor ? std::sqrt(g(j, j).real()) : 0);
    for (int j = 0; j < n_; ++j)
      open_.push_back(length(j) > 0);
    each_open(
        [&](int i) { each_open([&](int j) { left_(i, j) = g(i, j) / (length(i) * length(j)); }); });
    eliminate(threshold);
    invert();
    scale();
  }

  GramFactors const& factors() const { return factors_; }

private:
  double length(int j) const { return lengths_[static_cast<std::size_t>(j)]; }
  int pivot(int row) const { return pivots_[static_cast<std::size_t>(row)]; }
  template <class Visit>
  void each_open(Visit const& visit) const {
    for (int j = 0; j < n_; ++j)
      if (open_[static_cast<std::size_t>(j)])
        visit(j);
  }

  /// Computes the rows of `upper`. The largest diagonal element that is left becomes the pivot.
  void eliminate(double threshold) {
    auto& upper = factors_.upper;
    auto const left_of = [&](int j) { return left_(j, j).real(); };
    while (factors_.rank < n_) {
      int next = -1;
      each_open([&](int j) { next = next < 0 || left_of(j) > left_of(next) ? j : next; });
      factors_.dropped = next >= 0 && !(left_of(next) > threshold);
      if (next < 0 || factors_.dropped)
        return;
      int const row = factors_.rank++;
      double const root = std::sqrt(left_of(next));
      each_open([&](int j) { upper(row, j) = j == next ? root : left_(next, j) / root; });
      open_[static_cast<std::size_t>(next)] = false;
      pivots_.push_back(next);
      each_open([&](int i) {
        each_open([&](int j) {
          left_(i, j) = add_small_product(-std::conj(upper(row, i)), upper(row, j), left_(i, j));
        });
      });
    }
  }

  /// Inverts the triangle of those columns of `upper` that were pivots, column by column.
  void invert() {
    auto const& upper = factors_.upper;
    auto& inverse = factors_.inverse;
    for (int k = 0; k < factors_.rank; ++k)
      for (int i = k; i >= 0; --i) {
        SmallMatrix::Number sum = i == k ? 1 : 0;
        for (int m = i + 1; m <= k; ++m)
          sum = add_small_product(-upper(i, pivot(m)), inverse(pivot(m), k), sum);
        inverse(pivot(i), k) = sum / upper(i, pivot(i)).real();
      }
  }

  /// Turns the factors of the matrix with columns of length 1 into the factors of G.
  void scale() {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        factors_.upper(i, j) *= length(j);
        if (length(i) > 0)
          factors_.inverse(i, j) /= length(i);
      }
  }

  int n_;
  SmallMatrix left_; ///< remainder of G, with columns of length 1
  GramFactors factors_;
  std::vector<double> lengths_; ///< lengths of the columns of W; 0 if they count as zero
  std::vector<bool> open_;      ///< columns that are neither zero nor pivots
  std::vector<int> pivots_;
};

} // namespace detail

/// Factors G by Cholesky's method with pivots. Columns are scaled to norm 1 first, so that the
/// lengths of the columns of W do not matter. A column counts as dependent if its squared distance
/// from the columns before it is at most `threshold`. A column with G_jj <= `floor` counts as zero.
/// Source (pivots): Higham, Accuracy and Stability of Numerical Algorithms, section 10.3.
inline GramFactors factor_gram(SmallMatrix const& g, double threshold, double floor = 0) {
  return detail::PivotedCholesky(g, threshold, floor).factors();
}

/// Returns the inverse of a hermitian positive matrix. For a matrix of lower rank, returns the
/// inverse on the columns that do not depend on others, and 0 elsewhere.
inline SmallMatrix inverse_of_positive(SmallMatrix const& g, double threshold) {
  auto const f = factor_gram(g, threshold);
  return f.inverse * adjoint(f.inverse);
}

} // namespace kitt
