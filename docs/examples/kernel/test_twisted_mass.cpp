// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "docs/examples/kernel/twisted_mass.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;
using examples::TwistedMassOperator;

namespace {

constexpr double mass = 0.3;
constexpr double twist = 0.7;
Extents const extents{4, 4, 4, 8};

/// Returns (a + i b gamma_5) in, computed number by number.
template <class T>
reference::Field<T> twisted(reference::Field<T> const& in, double a, double b) {
  reference::Field<T> out(in.extents, in.ls);
  for (std::size_t i = 0; i < out.values.size(); ++i)
    out.values[i] = std::complex<T>(std::complex<double>(a, i % 12 < 6 ? b : -b) *
                                    std::complex<double>(in.values[i]));
  return out;
}

} // namespace

TEMPLATE_TEST_CASE("a constant field on unit links is an eigenvector", "",
                   (Layout<float, native_lanes<float>>), (Layout<double, native_lanes<double>>)) {
  using T = typename TestType::value_type;
  auto const lattice = TestType::lattice(extents);
  auto const unit = unit_gauge(extents);
  auto const hopping = TestType::hopping(lattice, PeriodicLinks{unit, TimeBoundary::periodic}, 1);
  reference::Field<T> in(extents, 1);
  for (std::size_t i = 0; i < in.values.size(); ++i)
    in.values[i] = std::complex<T>(static_cast<T>(i % 12) + 1, 2);
  // D = -4 on constant fields, so M is mass + i twist gamma_5
  auto const out = run<TestType>(TwistedMassOperator(hopping, mass, twist), lattice, in);
  CHECK(relative_error(out, twisted(in, mass, twist)) < tolerance<T>());
}

TEST_CASE("gamma_5 M(twist) gamma_5 is the adjoint of M(-twist)") {
  using L = Layout<double, native_lanes<double>>;
  auto const lattice = L::lattice(extents);
  auto const gauge = hot_gauge(extents, 5);
  auto const hopping = L::hopping(lattice, PeriodicLinks{gauge, TimeBoundary::antiperiodic}, 1);
  auto const in = random_field<double>(extents, 1, 6);
  TwistedMassOperator const minus(hopping, mass, -twist);
  auto const adjoint = run<L>([&](auto const& exec, auto const& from,
                                  auto const& to) { minus(exec, from, to, Dagger::yes); },
                              lattice, in);
  auto const reflected = gamma5_reflected(
      run<L>(TwistedMassOperator(hopping, mass, twist), lattice, gamma5_reflected(in)));
  CHECK(relative_error(reflected, adjoint) < tolerance<double>());
}
