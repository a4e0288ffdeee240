// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "docs/examples/kernel/hermitian_wilson.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;
using examples::HermitianWilsonOperator;

namespace {

constexpr double mass = 0.3;
Extents const extents{4, 4, 4, 8};

} // namespace

TEMPLATE_TEST_CASE("a constant field on unit links is turned by mass gamma_5", "",
                   (Layout<float, native_lanes<float>>), (Layout<double, native_lanes<double>>)) {
  using T = typename TestType::value_type;
  auto const lattice = TestType::lattice(extents);
  auto const unit = unit_gauge(extents);
  auto const hopping = TestType::hopping(lattice, PeriodicLinks{unit, TimeBoundary::periodic}, 1);
  reference::Field<T> in(extents, 1);
  reference::Field<T> expected(extents, 1);
  for (std::size_t i = 0; i < in.values.size(); ++i) {
    in.values[i] = std::complex<T>(static_cast<T>(i % 12) + 1, 2);
    // D = -4 on constant fields, so Q is mass gamma_5.
    expected.values[i] = static_cast<T>(i % 12 < 6 ? mass : -mass) * in.values[i];
  }
  auto const out = run<TestType>(HermitianWilsonOperator(hopping, mass), lattice, in);
  CHECK(relative_error(out, expected) < 10 * tolerance<T>()); // 4 + mass and D nearly cancel
}

TEST_CASE("Q is hermitian") {
  using L = Layout<double, native_lanes<double>>;
  auto const lattice = L::lattice(extents);
  auto const gauge = hot_gauge(extents, 5);
  auto const hopping = L::hopping(lattice, PeriodicLinks{gauge, TimeBoundary::antiperiodic}, 1);
  HermitianWilsonOperator const q(hopping, mass);
  auto const a = random_field<double>(extents, 1, 6);
  auto const b = random_field<double>(extents, 1, 7);
  auto const q_a = run<L>(q, lattice, a);
  auto const q_b = run<L>(q, lattice, b);
  CHECK(std::abs(dot(b, q_a) - std::conj(dot(a, q_b))) <
        tolerance<double>() * std::sqrt(norm2(q_a) * norm2(b)));
}
