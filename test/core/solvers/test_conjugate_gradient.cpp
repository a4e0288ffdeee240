// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/domain_wall.hpp"
#include "core/operators/schur.hpp"
#include "core/solvers/mixed_conjugate_gradient.hpp"
#include "core/solvers/pipelined_conjugate_gradient.hpp"
#include "core/solvers/red_black_system.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{4, 4, 4, 8};
constexpr double mass = 0.1;
DomainWallParameters const wall{1.8, 0.1};

using Plain = reference::Field<double>;
using Double = Layout<double, native_lanes<double>>;
using Single = Layout<float, native_lanes<float>>;
/// As Single, with spinors and links stored in half precision.
struct InHalf : Layout<float, native_lanes<float>, native_lanes<float>, LinkStorage::narrow> {
  using Field = SpinorField<Half, lanes>;
};

/// A function that returns A x on plain fields.
using PlainMatrix = std::function<Plain(Plain const&)>;

/// Returns a x + y.
Plain combine(double a, Plain const& x, Plain y) {
  for (std::size_t i = 0; i < y.values.size(); ++i)
    y.values[i] += a * x.values[i];
  return y;
}

/// Returns the iterations that the textbook conjugate gradient needs for A x = b, starting from x =
/// 0.
int textbook_iterations(PlainMatrix const& matrix, Plain const& b, double tolerance) {
  auto r = b;
  auto p = b;
  double rr = test::norm2(r);
  double const enough = tolerance * tolerance * rr;
  int iterations = 0;
  for (; rr > enough && iterations < 10000; ++iterations) {
    auto const q = matrix(p);
    double const along = rr / test::dot(p, q).real();
    r = combine(-along, q, r);
    double const next = test::norm2(r);
    p = combine(next / rr, p, r);
    rr = next;
  }
  return iterations;
}

/// Returns the field with the sites of the other parity set to zero.
Plain only(int parity, Plain field) {
  reference::Field<double> const from = field;
  reference::for_each_site(field, [&](Coordinate const& x, int s) {
    return (x[0] + x[1] + x[2] + x[3]) % 2 == parity ? reference::site_spinor(from, x, s)
                                                     : reference::SiteSpinor{};
  });
  return field;
}

/// One operator in two forms: for the kernels, and as a naive function.
template <class L>
struct WilsonProblem {
  using Operator = WilsonOperator<typename L::Hopping>;
  static constexpr int ls = 1;
  GaugeField gauge = weak_gauge(LocalVolume::whole(extents), 81);
  PeriodicLinks links{gauge, TimeBoundary::antiperiodic};
  Lattice lattice = L::lattice(extents);
  Operator op{L::hopping(lattice, links, ls), mass};

  Plain naive(Plain const& in, Dagger dagger = Dagger::no) const {
    return reference::apply_wilson(links, in, mass, dagger);
  }
  /// Returns S or S^dagger applied to odd fields.
  Plain naive_schur(Plain const& in, Dagger dagger) const {
    auto const even = only(0, reference::apply_hopping(links, in, dagger));
    auto const back = only(1, reference::apply_hopping(links, even, dagger));
    auto out = combine(4 + mass, in, Plain(extents, ls));
    return combine(-1 / (4 + mass), back, out);
  }
};

template <class L>
struct DomainWallProblem {
  using Operator = DomainWallOperator<typename L::Hopping>;
  static constexpr int ls = 4;
  GaugeField gauge = weak_gauge(LocalVolume::whole(extents), 82);
  PeriodicLinks links{gauge, TimeBoundary::antiperiodic};
  Lattice lattice = L::lattice(extents);
  Operator op{L::hopping(lattice, links, ls), wall};

  Plain naive(Plain const& in, Dagger dagger = Dagger::no) const {
    return reference::apply_domain_wall(links, in, wall.m5, wall.mass, dagger);
  }
};

/// Solves M x = b by the Schur complement. true_residual() gives |b - M x| / |b| by the naive
/// operator.
template <class L, template <class> class Problem>
struct Solve {
  using T = typename L::value_type;
  using Field = typename L::Field;
  using Schur = SchurComplement<typename Problem<L>::Operator, Field>;
  Problem<L> problem;
  static constexpr int ls = Problem<L>::ls;
  Lattice const& lattice = problem.lattice;
  Schur schur{problem.op, ls};
  ExecutionSpace exec;
  reference::Field<T> plain_b = random_field<T>(extents, ls, 83);
  std::array<Field, 2> b = L::fields(lattice, ls);
  std::array<Field, 2> x = L::fields(lattice, ls);
  Field odd_b{"odd_b", lattice, ls};
  Field y{"y", lattice, ls};
  NormalMatrix<Schur, Field> matrix{schur, Field("between", lattice, ls)};

  Solve() {
    to_kernel(plain_b, b);
    schur.prepare(exec, full_view(b), odd_b.view());
  }

  double true_residual() {
    schur(exec, y.view(), x[1].view(), Dagger::yes);
    schur.reconstruct(exec, full_view(b), full_view(x));
    exec.fence("kitt::test: x is read");
    auto const back = problem.naive(as_double(from_kernel(x)));
    return relative_error(back, as_double(plain_b));
  }

  static Plain as_double(reference::Field<T> const& field) {
    Plain out(field.extents, field.ls);
    for (std::size_t i = 0; i < out.values.size(); ++i)
      out.values[i] = std::complex<double>(field.values[i]);
    return out;
  }
};

/// Returns the iterations of the plain conjugate gradient.
template <class S>
int plain_iterations(S& s, StoppingRule const& rule) {
  ConjugateGradient<typename S::Field> solver(s.lattice, s.ls);
  return solver(s.exec, s.matrix, s.odd_b.view(), s.y.view(), rule).iterations;
}

struct OfWilson {
  template <class L>
  using In = Solve<L, WilsonProblem>;
  template <class L>
  using Problem = WilsonProblem<L>;
};
struct OfDomainWall {
  template <class L>
  using In = Solve<L, DomainWallProblem>;
  template <class L>
  using Problem = DomainWallProblem<L>;
};

/// A mixed-precision solver whose iterations have the layout `L`.
template <class Of, class L>
struct Mixed {
  using Precise = typename Of::template In<Double>;
  using FastProblem = typename Of::template Problem<L>;
  using FastField = typename L::Field;
  using FastSchur = SchurComplement<typename FastProblem::Operator, FastField>;
};

} // namespace

TEST_CASE("Wilson's Schur operator equals the naive one") {
  Solve<Double, WilsonProblem> s;
  auto const in = only(1, random_field<double>(extents, 1, 84));
  auto const fields = Double::fields(s.lattice, 1);
  auto const out = Double::fields(s.lattice, 1);
  to_kernel(in, fields);
  for (auto const dagger : {Dagger::no, Dagger::yes}) {
    s.schur(s.exec, fields[1].view(), out[1].view(), dagger);
    s.exec.fence("kitt::test: S in is read");
    CHECK(relative_error(from_kernel(out), s.problem.naive_schur(in, dagger)) < 1e-13);
  }
}

TEST_CASE("a conjugate gradient reaches the requested residual in the iterations of the textbook") {
  Solve<Double, WilsonProblem> s;
  StoppingRule const rule{1e-10, 1000};
  ConjugateGradient<Double::Field> solver(s.lattice, s.ls);
  auto const result = solver(s.exec, s.matrix, s.odd_b.view(), s.y.view(), rule);
  CHECK(result.converged);
  CHECK(result.relative_residual <= 1e-10);
  CHECK(s.true_residual() < 2e-10);

  std::array<Double::Field, 2> const odd{Double::Field("zero", s.lattice, s.ls), s.odd_b};
  auto const normal = [&](Plain const& in) {
    return s.problem.naive_schur(s.problem.naive_schur(in, Dagger::yes), Dagger::no);
  };
  auto const expected = textbook_iterations(normal, from_kernel(odd), 1e-10);
  CHECK(expected > 10);
  CHECK(std::abs(result.iterations - expected) <= 1);
}

TEST_CASE("a conjugate gradient solves domain-wall systems") {
  Solve<Double, DomainWallProblem> s;
  ConjugateGradient<Double::Field> solver(s.lattice, s.ls);
  auto const result = solver(s.exec, s.matrix, s.odd_b.view(), s.y.view(), {1e-9, 5000});
  CHECK(result.converged);
  CHECK(s.true_residual() < 2e-9);
}

TEMPLATE_TEST_CASE("a pipelined conjugate gradient takes as many iterations as the standard one",
                   "", OfWilson, OfDomainWall) {
  typename TestType::template In<Double> s;
  StoppingRule const rule{1e-9, 5000};
  auto const plain = plain_iterations(s, rule);
  PipelinedConjugateGradient<Double::Field> solver(s.lattice, s.ls);
  auto const result = solver(s.exec, s.matrix, s.odd_b.view(), s.y.view(), rule);
  CHECK(result.converged);
  CHECK(std::abs(result.iterations - plain) <= 1);
  CHECK(s.true_residual() < 2e-9);
  auto const fixed = solver(s.exec, s.matrix, s.odd_b.view(), s.y.view(), {0, 7});
  CHECK(fixed.iterations == 7);
  CHECK_FALSE(fixed.converged);
  CHECK(s.true_residual() == Approx(fixed.relative_residual).epsilon(0.5));
}

TEMPLATE_TEST_CASE(
    "a pipelined conjugate gradient in single precision has the residual that it states", "",
    OfWilson, OfDomainWall) {
  typename TestType::template In<Single> s;
  StoppingRule const rule{1e-5, 1000};
  auto const plain = plain_iterations(s, rule);
  PipelinedConjugateGradient<Single::Field> solver(s.lattice, s.ls);
  auto const result = solver(s.exec, s.matrix, s.odd_b.view(), s.y.view(), rule);
  CHECK(result.converged);
  CHECK(result.restarts > 0);
  CHECK(result.iterations <= plain + plain / 5);
  CHECK(s.true_residual() < 2e-5);
}

TEST_CASE("a solver makes exactly the requested iterations and reports that it did not converge") {
  Solve<Double, WilsonProblem> s;
  ConjugateGradient<Double::Field> solver(s.lattice, s.ls);
  auto const result = solver(s.exec, s.matrix, s.odd_b.view(), s.y.view(), {0, 7});
  CHECK(result.iterations == 7);
  CHECK_FALSE(result.converged);
  auto const stopped = solver(s.exec, s.matrix, s.odd_b.view(), s.y.view(), {1e-10, 7});
  CHECK(stopped.iterations == 7);
  CHECK_FALSE(stopped.converged);
  CHECK(stopped.relative_residual == result.relative_residual);
  CHECK(s.true_residual() == Approx(result.relative_residual).epsilon(0.5));
}

TEMPLATE_TEST_CASE("mixed precision reaches the residual of double precision", "",
                   (Mixed<OfWilson, Single>), (Mixed<OfWilson, InHalf>),
                   (Mixed<OfDomainWall, Single>), (Mixed<OfDomainWall, InHalf>)) {
  using Field = typename TestType::FastField;
  typename TestType::Precise precise;
  typename TestType::FastProblem const fast;
  NormalMatrix const fast_matrix(typename TestType::FastSchur(fast.op, precise.ls),
                                 Field("between", fast.lattice, precise.ls));
  ConjugateGradient<Double::Field> plain_solver(precise.lattice, precise.ls);
  StoppingRule const rule{1e-10, 5000};
  auto const plain =
      plain_solver(precise.exec, precise.matrix, precise.odd_b.view(), precise.y.view(), rule);
  MixedConjugateGradient<Double::Field, Field> solver(precise.lattice, fast.lattice, precise.ls);
  auto const result =
      solver(precise.exec, precise.matrix, fast_matrix, precise.odd_b, precise.y, rule);
  CHECK(result.converged);
  CHECK(result.restarts >= 2);
  CHECK(precise.true_residual() < 2e-10);
  CHECK(result.iterations <= 1.2 * plain.iterations);
}

TEMPLATE_TEST_CASE("a solver of both parities needs an operator and a source", "",
                   WilsonProblem<Double>, DomainWallProblem<Double>) {
  TestType const problem;
  using Operator = typename TestType::Operator;
  SchurSolver<Operator, Double::Field> solver(problem.op, TestType::ls);
  auto const plain = random_field<double>(extents, TestType::ls, 85);
  auto const b = Double::fields(problem.lattice, TestType::ls);
  auto const x = Double::fields(problem.lattice, TestType::ls);
  to_kernel(plain, b);
  auto const result = solver(ExecutionSpace(), b, x, {1e-9, 5000});
  CHECK(result.converged);
  CHECK(result.relative_residual <= 1e-9);
  auto const residual = relative_error(problem.naive(from_kernel(x)), plain);
  CHECK(residual == Approx(result.relative_residual).epsilon(1e-3));
}
