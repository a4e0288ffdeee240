// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;

// This fails if backend_traits.hpp is not the patched file.
template <class T>
constexpr int full = BackendTraits<ExecutionSpace>::native_lanes<T>;
static_assert(native_lanes<float> == full<float> / 2 || !has_pack<float, full<float> / 2>);
static_assert(native_lanes<double> == full<double> / 2 || !has_pack<double, full<double> / 2>);

TEMPLATE_TEST_CASE("the hopping term in this layout is the naive one", "", float, double) {
  using L = Layout<TestType, native_lanes<TestType>>;
  Extents const extents{4, 4, 4, 8};
  constexpr int ls = 3;
  auto const lattice = L::lattice(extents);
  auto const gauge = hot_gauge(extents, 11);
  PeriodicLinks const links{gauge, TimeBoundary::antiperiodic};
  auto const in = random_field<TestType>(extents, ls, 12);
  auto const hopping = L::hopping(lattice, links, ls);
  for (auto const dagger : {Dagger::no, Dagger::yes}) {
    auto const expected = reference::apply_hopping(links, in, dagger);
    auto const out = run<L>(full_hopping(hopping, dagger), lattice, in);
    CHECK(relative_error(out, expected) < tolerance<TestType>());
  }
}
