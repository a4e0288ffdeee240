// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/schur.hpp"
#include "core/solvers/block_conjugate_gradient.hpp"
#include "core/solvers/conjugate_gradient.hpp"
#include "core/solvers/multiple_conjugate_gradient.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

#include <algorithm>
#include <functional>

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{4, 4, 4, 4};
constexpr double mass = 0.01;

/// A function that returns an element of the right-hand side with the given number.
using Source = std::function<Complex<double>(int column, Coordinate const&, int spin, int colour)>;

/// Returns random numbers that differ from column to column.
Complex<double> random_source(int column, Coordinate const& x, int spin, int colour) {
  return RandomSource{87, extents}(x, column, spin, colour);
}

/// The odd system A y_j = b_j of Wilson's Schur complement with several right-hand sides, and with
/// one of them.
template <class T>
struct System {
  using L = Layout<T, native_lanes<T>>;
  using Field = typename L::Field;
  using Operator = WilsonOperator<typename L::Hopping>;
  using Schur = SchurComplement<Operator, Field>;
  using Matrix = NormalMatrix<Schur, Field>;

  int columns;
  Source source;
  GaugeField gauge = weak_gauge(LocalVolume::whole(extents), 86);
  PeriodicLinks links{gauge, TimeBoundary::antiperiodic};
  Lattice lattice = L::lattice(extents);
  ExecutionSpace exec;
  Matrix all = matrix(columns);
  Matrix one = matrix(1);
  Field b{"b", lattice, columns};
  Field x{"x", lattice, columns};

  System(int count, Source from) : columns(count), source(std::move(from)) {
    fill(b, Parity::odd, [&](Coordinate const& at, int column, int spin, int colour) {
      return source(column, at, spin, colour);
    });
  }

  Matrix matrix(int slices) {
    return {Schur(Operator(L::hopping(lattice, links, slices), mass), slices),
            Field("between", lattice, slices)};
  }
  ColumnsRule rule(double tolerance, int most = 1000) const {
    return {std::vector<double>(static_cast<std::size_t>(columns), tolerance), most};
  }
  template <template <class> class Solver>
  std::vector<SolverResult> solve(ColumnsRule const& with) {
    Solver<Field> solver(lattice, columns, 1);
    return solver(exec, all, b.view(), x.view(), with);
  }

  /// Solves for one right-hand side by the plain conjugate gradient. Returns the iterations and the
  /// distance of the solution from column j of x, relative to its norm.
  std::pair<int, double> compare(int column, double tolerance) {
    Field const rhs("rhs", lattice, 1);
    Field const y("y", lattice, 1);
    fill(rhs, Parity::odd, [&](Coordinate const& at, int, int spin, int colour) {
      return source(column, at, spin, colour);
    });
    ConjugateGradient<Field> solver(lattice, 1);
    auto const found = solver(exec, one, rhs.view(), y.view(), {tolerance, 1000});
    CHECK(found.converged);
    auto const norm = kitt::norm2(exec, y.view());
    axpy(exec, -1.0, column_of_x(column).view(), y.view());
    return {found.iterations, std::sqrt(kitt::norm2(exec, y.view()) / norm)};
  }
  /// Returns |b_j - A x_j| / |b_j|, or |A x_j| if b_j is zero.
  double true_residual(int column) {
    Field const product("product", lattice, columns);
    all.apply(exec, x.view(), product.view());
    axpy(exec, -1.0, b.view(), product.view());
    auto const at = static_cast<std::size_t>(column);
    auto const norm = column_norms2(exec, b.view(), columns)[at];
    return std::sqrt(column_norms2(exec, product.view(), columns)[at] / (norm > 0 ? norm : 1));
  }

private:
  Field column_of_x(int column) {
    exec.fence("kitt::test: x is read");
    Field const copy("copy", lattice, 1);
    for (std::size_t site = 0; site < x.view().extent(0); ++site)
      for (std::size_t c = 0; c < x.view().extent(2); ++c)
        for (std::size_t part = 0; part < 2; ++part)
          for (std::size_t lane = 0; lane < x.view().extent(4); ++lane)
            copy.view()(site, 0, c, part, lane) =
                x.view()(site, static_cast<std::size_t>(column), c, part, lane);
    return copy;
  }
};

SmallMatrix random_matrix(int n, std::uint64_t seed) {
  SmallMatrix matrix(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      auto const number = static_cast<std::uint64_t>(n * i + j);
      matrix(i, j) = {counter_uniform(seed, 2 * number), counter_uniform(seed, 2 * number + 1)};
    }
  return matrix;
}

double distance(SmallMatrix const& a, SmallMatrix const& b) {
  double largest = 0;
  for (int i = 0; i < a.size(); ++i)
    for (int j = 0; j < a.size(); ++j)
      largest = std::max(largest, std::abs(a(i, j) - b(i, j)));
  return largest;
}

int most_iterations(std::vector<SolverResult> const& results) {
  int most = 0;
  for (auto const& result : results) {
    CHECK(result.converged);
    most = std::max(most, result.iterations);
  }
  return most;
}

} // namespace

TEST_CASE("the factors of a positive matrix are its Cholesky factor and the inverse of that") {
  auto const w = random_matrix(7, 1);
  auto const g = adjoint(w) * w;
  auto const f = factor_gram(g, 1e-14);
  CHECK(f.rank == 7);
  CHECK_FALSE(f.dropped);
  CHECK(distance(adjoint(f.upper) * f.upper, g) < 1e-13);
  SmallMatrix one(7);
  for (int i = 0; i < 7; ++i)
    one(i, i) = 1;
  CHECK(distance(f.upper * f.inverse, one) < 1e-12);
  CHECK(distance(inverse_of_positive(g, 1e-14) * g, one) < 1e-11);
}

TEST_CASE("the factors reveal the rank") {
  auto w = random_matrix(6, 2);
  for (int i = 0; i < 6; ++i) {
    w(i, 2) = 0;                                // a column of zeros
    w(i, 3) = w(i, 0);                          // equal columns
    w(i, 5) = 1e-6 * (w(i, 1) - 2.0 * w(i, 4)); // a short combination
  }
  auto const g = adjoint(w) * w;
  auto const f = factor_gram(g, 1e-13);
  CHECK(f.rank == 3);
  CHECK(f.dropped);
  CHECK(distance(adjoint(f.upper) * f.upper, g) < 1e-13);
  auto const basis = w * f.inverse;
  SmallMatrix three(6);
  for (int i = 0; i < 3; ++i)
    three(i, i) = 1;
  CHECK(distance(adjoint(basis) * basis, three) < 1e-12);
  CHECK(distance(basis * f.upper, w) < 1e-12);

  SmallMatrix diagonal(2);
  diagonal(0, 0) = 4;
  auto const short_columns = factor_gram(diagonal, 1e-13);
  CHECK(short_columns.rank == 1);
  CHECK_FALSE(short_columns.dropped); // zero is no loss
  diagonal(1, 1) = 1e-20;
  CHECK(factor_gram(diagonal, 1e-13).rank == 2); // lengths do not matter
  CHECK(factor_gram(diagonal, 1e-13, 1e-18).rank == 1);
}

TEMPLATE_TEST_CASE("products and combinations of columns are those of the textbook", "", float,
                   double) {
  for (int const columns : {1, 3, 4, 6}) {
    System<TestType> s(columns, random_source);
    auto const& exec = s.exec;
    auto const close = 100 * std::numeric_limits<TestType>::epsilon();
    auto const at = [](int j) { return static_cast<std::size_t>(j); };
    double const sites = static_cast<double>(volume(extents)) / 2;
    auto const expected = [&](int i, int j) {
      std::complex<double> sum = 0;
      for (std::size_t n = 0; n < volume(extents); ++n) {
        auto const x = coordinate_of(n, extents);
        if ((x[0] + x[1] + x[2] + x[3]) % 2 == 1)
          for (int c = 0; c < 12; ++c) {
            auto const a = random_source(i, x, c / 3, c % 3);
            auto const b = random_source(j, x, c / 3, c % 3);
            sum += std::conj(std::complex<double>(a.re, a.im)) * std::complex<double>(b.re, b.im);
          }
      }
      return sum / sites;
    };
    auto const products = hermitian_products(exec, s.b.view(), s.b.view(), columns);
    auto const norms2 = column_norms2(exec, s.b.view(), columns);
    for (int i = 0; i < columns; ++i) {
      CHECK(std::abs(norms2[at(i)] / sites - expected(i, i).real()) < close);
      for (int j = 0; j < columns; ++j)
        CHECK(std::abs(products(i, j) / sites - expected(i, j)) < close);
    }

    // y = b F, so the products of y are F^dagger G F.
    auto const factors = random_matrix(columns, 3);
    ColumnFactors<TestType> numbers(columns);
    numbers.set(exec, factors);
    add_combinations(exec, s.b.view(), numbers, s.x.view());
    auto const combined = hermitian_products(exec, s.x.view(), s.x.view(), columns);
    CHECK(distance(combined, adjoint(factors) * products * factors) < close * sites * 100);
  }
}

TEMPLATE_TEST_CASE("solvers of one right-hand side are the plain conjugate gradient", "", float,
                   double) {
  double const tolerance = sizeof(TestType) == 4 ? 1e-5 : 1e-10;
  System<TestType> s(1, random_source);
  auto const block = s.template solve<BlockConjugateGradient>(s.rule(tolerance));
  auto const [iterations, difference] = s.compare(0, tolerance);
  CHECK(std::abs(most_iterations(block) - iterations) <= 1);
  CHECK(difference < 100 * tolerance);
  auto const multiple = s.template solve<MultipleConjugateGradient>(s.rule(tolerance));
  CHECK(std::abs(most_iterations(multiple) - iterations) <= 1);
  CHECK(s.compare(0, tolerance).second < 100 * tolerance);
}

TEMPLATE_TEST_CASE("several right-hand sides have the solutions of single ones", "", float,
                   double) {
  double const tolerance = sizeof(TestType) == 4 ? 1e-5 : 1e-10;
  for (int const columns : {2, 6}) {
    System<TestType> s(columns, random_source);
    auto const multiple = s.template solve<MultipleConjugateGradient>(s.rule(tolerance));
    int most = 0;
    for (int j = 0; j < columns; ++j) {
      auto const [iterations, difference] = s.compare(j, tolerance);
      CHECK(difference < 100 * tolerance);
      CHECK(std::abs(multiple[static_cast<std::size_t>(j)].iterations - iterations) <= 1);
      CHECK(s.true_residual(j) < 2 * tolerance);
      most = std::max(most, iterations);
    }
    auto const block = s.template solve<BlockConjugateGradient>(s.rule(tolerance));
    // Few columns, or few steps, save nothing.
    CHECK(most_iterations(block) <= (columns == 6 && tolerance < 1e-5 ? 0.9 : 1) * most);
    for (int j = 0; j < columns; ++j) {
      auto const& result = block[static_cast<std::size_t>(j)];
      CHECK(s.compare(j, tolerance).second < 100 * tolerance);
      CHECK(result.relative_residual <= tolerance);
      CHECK(s.true_residual(j) == Approx(result.relative_residual).margin(tolerance));
    }
  }
}

TEMPLATE_TEST_CASE("equal, dependent and zero right-hand sides are solved", "", float, double) {
  double const tolerance = sizeof(TestType) == 4 ? 1e-5 : 1e-10;
  // Columns 0, 1 and 5 are independent. Column 2 is zero, column 3 equals column 0, and column 4 is
  // a combination that is much shorter.
  Source const source = [](int column, Coordinate const& x, int spin, int colour) {
    auto const of = [&](int j) { return random_source(j, x, spin, colour); };
    switch (column) {
    case 2:
      return Complex<double>{0, 0};
    case 3:
      return of(0);
    case 4:
      return Complex<double>{1e-3 * (of(0).re - 2 * of(1).im), 1e-3 * (of(0).im + 2 * of(1).re)};
    default:
      return of(column);
    }
  };
  System<TestType> s(6, source);
  System<TestType> independent(3, [&](int column, Coordinate const& x, int spin, int colour) {
    return source(std::array{0, 1, 5}[static_cast<std::size_t>(column)], x, spin, colour);
  });
  auto const fewer =
      most_iterations(independent.template solve<BlockConjugateGradient>(s.rule(tolerance)));
  auto const block = s.template solve<BlockConjugateGradient>(s.rule(tolerance));
  CHECK(std::abs(most_iterations(block) - fewer) <= 2);
  CHECK(block[2].iterations == 0);
  CHECK(block[0].restarts > 0); // the columns that were left out are checked
  auto const check = [&] {
    for (int const j : {0, 1, 3, 4, 5}) {
      CHECK(s.true_residual(j) < 2 * tolerance);
      CHECK(s.compare(j, tolerance).second < 100 * tolerance);
    }
    CHECK(column_norms2(s.exec, s.x.view(), 6)[2] == 0);
  };
  check();
  auto const multiple = s.template solve<MultipleConjugateGradient>(s.rule(tolerance));
  static_cast<void>(most_iterations(multiple));
  CHECK(multiple[2].iterations == 0);
  check();

  System<TestType> zero(2, [](int, Coordinate const&, int, int) { return Complex<double>{0, 0}; });
  CHECK(most_iterations(zero.template solve<BlockConjugateGradient>(zero.rule(tolerance))) == 0);
  CHECK(most_iterations(zero.template solve<MultipleConjugateGradient>(zero.rule(tolerance))) == 0);
  CHECK(kitt::norm2(zero.exec, zero.x.view()) == 0);
}

TEST_CASE("right-hand sides that are nearly equal are solved to the requested residual") {
  Source const source = [](int column, Coordinate const& x, int spin, int colour) {
    auto value = random_source(0, x, spin, colour);
    value.re += 1e-9 * column * random_source(column, x, spin, colour).re;
    return value;
  };
  System<double> s(3, source);
  auto const block = s.solve<BlockConjugateGradient>(s.rule(1e-11));
  static_cast<void>(most_iterations(block));
  for (int j = 0; j < 3; ++j) {
    CHECK(s.true_residual(j) < 2e-11);
    CHECK(s.compare(j, 1e-11).second < 1e-9);
  }
}

TEMPLATE_TEST_CASE("each right-hand side has its own tolerance", "",
                   BlockConjugateGradient<System<double>::Field>,
                   MultipleConjugateGradient<System<double>::Field>) {
  System<double> s(2, random_source);
  TestType solver(s.lattice, 2, 1);
  auto const found = solver(s.exec, s.all, s.b.view(), s.x.view(), {{1e-3, 1e-9}, 1000});
  CHECK(found[0].iterations < found[1].iterations);
  CHECK(s.true_residual(0) < 2e-3);
  CHECK(s.true_residual(1) < 2e-9);
}

TEMPLATE_TEST_CASE("exactly the requested iterations are made, without convergence", "",
                   BlockConjugateGradient<System<double>::Field>,
                   MultipleConjugateGradient<System<double>::Field>) {
  System<double> s(3, random_source);
  TestType solver(s.lattice, 3, 1);
  for (double const tolerance : {0.0, 1e-10}) {
    auto const found = solver(s.exec, s.all, s.b.view(), s.x.view(), s.rule(tolerance, 7));
    for (int j = 0; j < 3; ++j) {
      auto const& result = found[static_cast<std::size_t>(j)];
      CHECK(result.iterations == 7);
      CHECK_FALSE(result.converged);
      CHECK(s.true_residual(j) == Approx(result.relative_residual).epsilon(1e-6));
    }
  }
}
