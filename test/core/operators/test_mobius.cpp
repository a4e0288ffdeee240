// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/mobius.hpp"
#include "core/solvers/red_black_system.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{4, 4, 4, 4};
constexpr MobiusParameters usual{1.8, 0.1, 1.5, 0.5};

using Double = Layout<double, native_lanes<double>>;
using Single = Layout<float, native_lanes<float>>;
using AlongS = Layout<double, native_lanes<double>, 1>;

template <class L>
struct MobiusCase {
  int ls = L::along_s ? 2 * L::lanes : 4;
  GaugeField gauge = hot_gauge(extents, 81);
  PeriodicLinks links{gauge, TimeBoundary::antiperiodic};
  Lattice lattice = L::lattice(extents);
  MobiusParameters parameters;
  MobiusOperator<typename L::Hopping> op;

  explicit MobiusCase(MobiusParameters const& of = usual)
      : parameters(of), op(L::hopping(lattice, links, ls), of) {}

  reference::Mobius naive() const {
    return {{ls, parameters.m5, parameters.mass}, parameters.b5, parameters.c5};
  }
  auto apply(reference::Field<typename L::value_type> const& in, Dagger dagger) const {
    return run<L>(
        [&](auto const& exec, auto const& from, auto const& to) { op(exec, from, to, dagger); },
        lattice, in);
  }
};

} // namespace

TEMPLATE_TEST_CASE("the Moebius operator equals the naive one", "", Single, Double, AlongS) {
  using T = typename TestType::value_type;
  for (auto const& [b5, c5] : {std::array{1.5, 0.5}, std::array{1.0, 1.0}, std::array{1.0, 0.0}}) {
    MobiusCase<TestType> const c({1.8, 0.1, b5, c5});
    auto const in = random_field<T>(extents, c.ls, 82);
    for (Dagger const dagger : {Dagger::no, Dagger::yes})
      CHECK(relative_error(c.apply(in, dagger), reference::apply_mobius(c.links, in, c.naive(),
                                                                        dagger)) < tolerance<T>());
  }
}

TEST_CASE("with b5 = 1 and c5 = 0, the naive Moebius operator is the domain-wall operator") {
  MobiusCase<Double> const c({1.8, 0.1, 1, 0});
  auto const in = random_field<double>(extents, c.ls, 83);
  for (Dagger const dagger : {Dagger::no, Dagger::yes})
    CHECK(relative_error(reference::apply_mobius(c.links, in, c.naive(), dagger),
                         reference::apply_domain_wall(c.links, in, 1.8, 0.1, dagger)) < 1e-14);
}

TEST_CASE("the adjoint of the Moebius operator is its adjoint") {
  MobiusCase<Double> const c;
  auto const a = random_field<double>(extents, c.ls, 84);
  auto const b = random_field<double>(extents, c.ls, 85);
  auto const op_a = c.apply(a, Dagger::no);
  auto const dagger_b = c.apply(b, Dagger::yes);
  CHECK(std::abs(dot(b, op_a) - dot(dagger_b, a)) <
        tolerance<double>() * std::sqrt(norm2(op_a) * norm2(b)));
}

TEMPLATE_TEST_CASE("the diagonal part of the Moebius operator and its inverse fit each other", "",
                   Single, Double, AlongS) {
  using T = typename TestType::value_type;
  MobiusCase<TestType> const c;
  auto const in = random_field<T>(extents, c.ls, 86);
  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    auto const back = run<TestType>(
        [&](ExecutionSpace const& exec, auto const& from, auto const& to) {
          auto const middle = TestType::fields(c.lattice, c.ls);
          for (std::size_t p = 0; p < 2; ++p) { // to = 0 + A A^-1 from
            c.op.solve_diagonal(exec, 1.0, from[p], middle[p].view(), dagger);
            c.op.add_diagonal(exec, static_cast<Parity>(p), middle[p].view(), to[p], dagger);
          }
          exec.fence("kitt::test: middle is read");
        },
        c.lattice, in);
    CHECK(relative_error(back, in) < 2 * tolerance<T>());
  }
}

TEST_CASE("the even-odd solver solves Moebius systems") {
  for (auto const& [b5, c5] : {std::array{1.5, 0.5}, std::array{1.0, 1.0}}) {
    MobiusCase<Double> const c({1.0, 1.0, b5, c5});
    auto const b = random_field<double>(extents, c.ls, 87);
    auto const x = run<Double>(
        [&](ExecutionSpace const& exec, auto const& from, auto const& to) {
          auto const in = Double::fields(c.lattice, c.ls);
          auto const out = Double::fields(c.lattice, c.ls);
          for (std::size_t p = 0; p < 2; ++p)
            copy(exec, from[p], in[p].view());
          SchurSolver<decltype(c.op), Double::Field> solver(c.op, c.ls);
          CHECK(solver(exec, in, out, {1e-8, 500}).converged);
          for (std::size_t p = 0; p < 2; ++p)
            copy(exec, out[p].view(), to[p]);
          exec.fence("kitt::test: the solution is copied");
        },
        c.lattice, b);
    CHECK(relative_error(reference::apply_mobius(c.links, x, c.naive()), b) < 2e-8);
  }
}

TEST_CASE("parameters of the Moebius operator without a stable inverse are refused") {
  for (auto const& [b5, c5] : {std::array{0.0, 0.0}, std::array{0.5, 1.0}, std::array{1.0, -0.1}})
    CHECK_THROWS_AS(MobiusCase<Double>({1.8, 0.1, b5, c5}), UserError);
}
