// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/schur.hpp"
#include "core/operators/twisted_mass.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{4, 4, 4, 8};
constexpr double mass = 0.1;
constexpr double mu = 0.4;

using Double = Layout<double, native_lanes<double>>;
using Single = Layout<float, native_lanes<float>>;

template <class L>
struct TwistedCase {
  GaugeField gauge = hot_gauge(extents, 51);
  PeriodicLinks links{gauge, TimeBoundary::antiperiodic};
  Lattice lattice = L::lattice(extents);
  typename L::Hopping hopping = L::hopping(lattice, links, 1);

  auto apply(reference::Field<typename L::value_type> const& in, double twist,
             Dagger dagger) const {
    TwistedMassOperator const op(hopping, mass, twist);
    return run<L>(
        [&](auto const& exec, auto const& from, auto const& to) { op(exec, from, to, dagger); },
        lattice, in);
  }
};

} // namespace

TEMPLATE_TEST_CASE("the twisted-mass operator equals the naive one", "", Single, Double) {
  using T = typename TestType::value_type;
  TwistedCase<TestType> const c;
  auto const in = random_field<T>(extents, 1, 52);
  for (Dagger const dagger : {Dagger::no, Dagger::yes})
    CHECK(relative_error(c.apply(in, mu, dagger),
                         reference::apply_twisted_mass(c.links, in, mass, mu, dagger)) <
          tolerance<T>());
}

TEST_CASE("gamma_5 M(mu) gamma_5 is the adjoint of M(-mu), and no twist is the Wilson operator") {
  TwistedCase<Double> const c;
  auto const in = random_field<double>(extents, 1, 53);
  CHECK(relative_error(gamma5_reflected(c.apply(gamma5_reflected(in), mu, Dagger::no)),
                       c.apply(in, -mu, Dagger::yes)) < tolerance<double>());
  CHECK(relative_error(c.apply(in, 0, Dagger::no), reference::apply_wilson(c.links, in, mass)) <
        tolerance<double>());
}

TEST_CASE(
    "on unit links, plane waves are eigenvectors of the twisted-mass operator in space-time") {
  // M = M_W + i mu gamma_5 with the Wilson operator M_W
  auto const gauge = unit_gauge(extents);
  auto const lattice = Double::lattice(extents);
  auto const hopping =
      Double::hopping(lattice, PeriodicLinks{gauge, TimeBoundary::antiperiodic}, 1);
  PlaneWave const wave;
  PlaneWave::SpinVector const spin{{{1, 2}, {2, 1}, {-3, 0.5}, {0, -1}}};
  auto turned = wave.wilson(spin, mass);
  for (std::size_t i = 0; i < 4; ++i)
    turned[i] += std::complex<double>(0, i < 2 ? mu : -mu) * spin[i];
  auto const in = wave.field(extents, 1, [&](int) { return spin; });
  auto const expected = wave.field(extents, 1, [&](int) { return turned; });
  CHECK(relative_error(run<Double>(TwistedMassOperator(hopping, mass, mu), lattice, in), expected) <
        tolerance<double>());
}

TEST_CASE("the Schur complement of the twisted-mass operator eliminates the even sites") {
  TwistedCase<Double> const c;
  TwistedMassOperator const op(c.hopping, mass, mu);
  SchurComplement<std::decay_t<decltype(op)>, Double::Field> const schur(op, 1);
  auto const in = random_field<double>(extents, 1, 54);
  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    // With psi_e = -A_ee^-1 D_eo psi_o, the even half of M psi is zero and the odd half is S psi_o.
    auto const reduced = Double::fields(c.lattice, 1);
    auto const completed = run<Double>(
        [&](ExecutionSpace const& exec, auto const& from, auto const& to) {
          schur(exec, from[1], reduced[1].view(), dagger);
          op.hopping()(exec, Parity::even, from[1], to[0], dagger);
          op.solve_diagonal(exec, -1.0, to[0], to[0], dagger);
          Kokkos::deep_copy(exec, to[1], from[1]);
        },
        c.lattice, in);
    CHECK(relative_error(reference::apply_twisted_mass(c.links, completed, mass, mu, dagger),
                         from_kernel(reduced)) < tolerance<double>());
  }
}
