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
  int ls;
  GaugeField gauge = hot_gauge(extents, 81);
  PeriodicLinks links{gauge, TimeBoundary::antiperiodic};
  Lattice lattice = L::lattice(extents);
  MobiusParameters parameters;
  MobiusOperator<typename L::Hopping> op;

  /// `slices_of_lane`: slices in each lane, if lanes lie along s.
  explicit MobiusCase(MobiusParameters const& of = usual, int slices_of_lane = 2)
      : ls(L::along_s ? slices_of_lane * L::lanes : 4), parameters(of),
        op(L::hopping(lattice, links, ls), of) {}

  reference::Mobius naive() const {
    return {{ls, parameters.m5, parameters.mass}, parameters.b5, parameters.c5};
  }
  auto apply(reference::Field<typename L::value_type> const& in, Dagger dagger) const {
    return run<L>(
        [&](auto const& exec, auto const& from, auto const& to) { op(exec, from, to, dagger); },
        lattice, in);
  }
};

/// Returns `count` slices of a field from slice `first` on.
template <class T>
reference::Field<T> slices_of(reference::Field<T> const& in, int first, int count) {
  reference::Field<T> out(in.extents, count);
  reference::for_each_site(
      out, [&](Coordinate const& x, int s) { return reference::site_spinor(in, x, first + s); });
  return out;
}

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

TEST_CASE("the Moebius operator with one slice in each lane equals the naive one") {
  MobiusCase<AlongS> const c(usual, 1);
  auto const in = random_field<double>(extents, c.ls, 89);
  for (Dagger const dagger : {Dagger::no, Dagger::yes})
    CHECK(relative_error(c.apply(in, dagger),
                         reference::apply_mobius(c.links, in, c.naive(), dagger)) < 1e-13);
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

TEST_CASE("D_-^-1 M of the Moebius operator M is hermitian up to gamma_5 and reversed slices") {
  // With G = gamma_5 and reversed slices, G D_-^-1 M G = (D_-^-1 M)^dagger. Multiplied by
  // D_-^dagger = G D_- G on both sides, this is G M G D_-^dagger = D_-^dagger M^dagger.
  MobiusCase<Double> const c;
  auto const minus_dagger = [&](reference::Field<double> const& in) { // (1 - c5 M_W^dagger) in
    auto out = in;
    auto const wilson = reference::apply_wilson(c.links, in, -usual.m5, Dagger::yes);
    for (std::size_t i = 0; i < out.values.size(); ++i)
      out.values[i] -= usual.c5 * wilson.values[i];
    return out;
  };
  auto const in = random_field<double>(extents, c.ls, 88);
  auto const reflected = gamma5_reflected(c.apply(gamma5_reflected(minus_dagger(in)), Dagger::no));
  auto const adjoint = minus_dagger(c.apply(in, Dagger::yes));
  CHECK(relative_error(reflected, adjoint) < tolerance<double>());
}

TEMPLATE_TEST_CASE("on unit links, plane waves stay plane waves under the Moebius operator", "",
                   Double, AlongS) {
  Extents const long_in_time{4, 4, 4, 8};
  int const ls = TestType::along_s ? 2 * TestType::lanes : 4;
  auto const gauge = unit_gauge(long_in_time);
  auto const lattice = TestType::lattice(long_in_time);
  MobiusOperator const op(
      TestType::hopping(lattice, PeriodicLinks{gauge, TimeBoundary::antiperiodic}, ls), usual);
  PlaneWave const wave;
  using SpinVector = PlaneWave::SpinVector;
  auto const spins_of = [](int s) {
    return SpinVector{{{1.0 + s, 2}, {2, 1.0 - s}, {-3, 0.5 * s}, {0.1 * s * s, -1}}};
  };
  auto const turned = [&](int s) { // T u: P_+ keeps the first two spins
    SpinVector sum{};
    for (std::size_t i = 0; i < 4; ++i) {
      int const from = i < 2 ? s - 1 : s + 1;
      bool const inside = from >= 0 && from < ls;
      sum[i] = (inside ? 1 : -usual.mass) * spins_of((from + ls) % ls)[i];
    }
    return sum;
  };
  auto const expected = [&](int s) { // (b5 M_W + 1) u - (1 - c5 M_W) T u
    auto const u = spins_of(s);
    auto const v = turned(s);
    auto const of_u = wave.wilson(u, -usual.m5);
    auto const of_v = wave.wilson(v, -usual.m5);
    SpinVector sum{};
    for (std::size_t i = 0; i < 4; ++i)
      sum[i] = usual.b5 * of_u[i] + u[i] - v[i] + usual.c5 * of_v[i];
    return sum;
  };
  CHECK(relative_error(run<TestType>(op, lattice, wave.field(long_in_time, ls, spins_of)),
                       wave.field(long_in_time, ls, expected)) < tolerance<double>());
}

TEMPLATE_TEST_CASE("the diagonal part of the Moebius operator and its inverse fit each other", "",
                   Single, Double, AlongS) {
  using T = typename TestType::value_type;
  for (int const slices_of_lane : {1, 2}) {
    MobiusCase<TestType> const c(usual, slices_of_lane);
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

TEMPLATE_TEST_CASE("operators with a fifth dimension act on each right-hand side separately", "",
                   Single, Double) {
  using T = typename TestType::value_type;
  constexpr int ls = 3;
  constexpr int columns = 2;
  MobiusCase<TestType> const c;
  auto const hopping = TestType::hopping(c.lattice, c.links, columns * ls);
  MobiusOperator const mobius(hopping, usual, columns);
  DomainWallOperator const wall(hopping, {1.8, 0.1}, columns);
  auto const in = random_field<T>(extents, columns * ls, 88);
  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    auto const apply = [&](auto const& op) {
      return run<TestType>(
          [&](auto const& exec, auto const& from, auto const& to) { op(exec, from, to, dagger); },
          c.lattice, in);
    };
    auto const invert = [&](auto const& op, auto const& field) {
      return run<TestType>(
          [&](ExecutionSpace const& exec, auto const& from, auto const& to) {
            for (std::size_t p = 0; p < 2; ++p)
              op.solve_diagonal(exec, 1.0, from[p], to[p], dagger);
          },
          c.lattice, field);
    };
    auto const of_mobius = apply(mobius);
    auto const of_wall = apply(wall);
    auto const inverse = invert(mobius, in);
    MobiusOperator const single(TestType::hopping(c.lattice, c.links, ls), usual);
    for (int j = 0; j < columns; ++j) {
      auto const column = slices_of(in, j * ls, ls);
      auto const compare = [&](auto const& found, auto const& expected) {
        CHECK(relative_error(slices_of(found, j * ls, ls), expected) < tolerance<T>());
      };
      compare(of_mobius,
              reference::apply_mobius(c.links, column, {{ls, 1.8, 0.1}, 1.5, 0.5}, dagger));
      compare(of_wall, reference::apply_domain_wall(c.links, column, 1.8, 0.1, dagger));
      compare(inverse, invert(single, column));
    }
  }
}

TEST_CASE("several right-hand sides do not fit lanes along s") {
  MobiusCase<AlongS> const c;
  auto const hopping = AlongS::hopping(c.lattice, c.links, 2 * c.ls);
  CHECK_THROWS_AS(MobiusOperator(hopping, usual, 2), UserError);
  CHECK_THROWS_AS(DomainWallOperator(hopping, {1.8, 0.1}, 2), UserError);
}
