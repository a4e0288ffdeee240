// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/schur.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{4, 4, 8, 8};
DomainWallParameters const parameters{1.8, 0.1};

template <class L>
struct DomainWallCase {
  int ls = L::along_s ? 2 * L::lanes : 6;
  GaugeField gauge = hot_gauge(extents, 61);
  PeriodicLinks links{gauge, TimeBoundary::antiperiodic};
  Lattice lattice = L::lattice(extents);
  DomainWallOperator<typename L::Hopping> op{L::hopping(lattice, links, ls), parameters};

  auto apply(reference::Field<typename L::value_type> const& in, Dagger dagger) const {
    return run<L>(
        [&](auto const& exec, auto const& from, auto const& to) { op(exec, from, to, dagger); },
        lattice, in);
  }
};

/// Returns the relative error |<b, A a> - <A^dagger b, a>| of the adjoint.
template <class T>
double adjoint_defect(reference::Field<T> const& a, reference::Field<T> const& b,
                      reference::Field<T> const& op_a, reference::Field<T> const& dagger_b) {
  return std::abs(dot(b, op_a) - dot(dagger_b, a)) / std::sqrt(norm2(op_a) * norm2(b));
}

} // namespace

TEMPLATE_TEST_CASE("the Wilson operator equals the naive one", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  int const ls = TestType::lanes;
  auto const gauge = hot_gauge(extents, 62);
  PeriodicLinks const links{gauge, TimeBoundary::antiperiodic};
  auto const lattice = TestType::lattice(extents);
  WilsonOperator const wilson(TestType::hopping(lattice, links, ls), 0.1);
  auto const in = random_field<T>(extents, ls, 63);
  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    auto const out = run<TestType>(
        [&](auto const& exec, auto const& from, auto const& to) { wilson(exec, from, to, dagger); },
        lattice, in);
    CHECK(relative_error(out, reference::apply_wilson(links, in, 0.1, dagger)) < tolerance<T>());
  }
}

TEMPLATE_TEST_CASE("the domain-wall operator equals the naive one", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  DomainWallCase<TestType> const c;
  auto const in = random_field<T>(extents, c.ls, 64);
  for (Dagger const dagger : {Dagger::no, Dagger::yes})
    CHECK(relative_error(c.apply(in, dagger),
                         reference::apply_domain_wall(c.links, in, parameters.m5, parameters.mass,
                                                      dagger)) < tolerance<T>());
}

TEMPLATE_TEST_CASE("the domain-wall operator is gamma5-hermitian with s reflected", "",
                   KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  DomainWallCase<TestType> const c;
  auto const a = random_field<T>(extents, c.ls, 65);
  auto const b = random_field<T>(extents, c.ls, 66);
  auto const dagger_b = c.apply(b, Dagger::yes);
  CHECK(adjoint_defect(a, b, c.apply(a, Dagger::no), dagger_b) < tolerance<T>());
  auto const sandwiched = gamma5_reflected(c.apply(gamma5_reflected(b), Dagger::no));
  CHECK(relative_error(sandwiched, dagger_b) < tolerance<T>());
}

TEMPLATE_TEST_CASE("the inverse along the fifth dimension inverts the operator", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  DomainWallCase<TestType> const c;
  auto const in = random_field<T>(extents, c.ls, 67);
  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    auto const back = run<TestType>(
        [&](ExecutionSpace const& exec, auto const& from, auto const& to) {
          using View = std::decay_t<decltype(from[0])>;
          auto const middle = TestType::fields(c.lattice, c.ls);
          for (std::size_t p = 0; p < 2; ++p) {
            solve_fifth_dimension<View>(exec, c.lattice, parameters, {from[p], middle[p].view()},
                                        dagger);
            apply_fifth_dimension<Store::replace, View>(exec, c.lattice, parameters,
                                                        {middle[p].view(), to[p]}, dagger);
          }
          exec.fence("kitt::test: middle is read");
        },
        c.lattice, in);
    CHECK(relative_error(back, in) < tolerance<T>());
  }
}

TEMPLATE_TEST_CASE("the Schur operator is obtained by eliminating the even sites", "",
                   KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  DomainWallCase<TestType> const c;
  SchurComplement<decltype(c.op), typename TestType::Field> const schur(c.op, c.ls);
  auto const in = random_field<T>(extents, c.ls, 68);
  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    // With psi_e = -M_ee^-1 D_eo psi_o, the even half of D psi is zero and the odd half is S psi_o.
    reference::Field<T> schur_odd(extents, c.ls);
    auto const completed = run<TestType>(
        [&](ExecutionSpace const& exec, auto const& from, auto const& to) {
          auto const hopped = TestType::fields(c.lattice, c.ls);
          c.op.hopping()(exec, Parity::even, from[1], hopped[0].view(), dagger);
          c.op.solve_diagonal(exec, -1.0, hopped[0].view(), to[0], dagger);
          Kokkos::deep_copy(exec, to[1], from[1]);
          schur(exec, from[1], hopped[1].view(), dagger);
          exec.fence("kitt::test: Schur operator applied");
          schur_odd = from_kernel(hopped);
        },
        c.lattice, in);
    auto const full =
        reference::apply_domain_wall(c.links, completed, parameters.m5, parameters.mass, dagger);
    double even = 0;
    double odd = 0;
    double difference = 0;
    for (std::size_t site = 0; site < volume(extents); ++site)
      for (int s = 0; s < c.ls; ++s) {
        Coordinate const x = coordinate_of(site, extents);
        bool const is_even = (x[0] + x[1] + x[2] + x[3]) % 2 == 0;
        for (int i = 0; i < 12; ++i) {
          std::complex<double> const value(full.at(x, s)[i]);
          (is_even ? even : odd) += std::norm(value);
          if (!is_even)
            difference += std::norm(value - std::complex<double>(schur_odd.at(x, s)[i]));
        }
      }
    CHECK(std::sqrt(even / odd) < tolerance<T>());
    CHECK(std::sqrt(difference / odd) < tolerance<T>());
  }
}
