// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/plain_order.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;
using Catch::Matchers::ContainsSubstring;

namespace {
Extents const extents{4, 4, 8, 8};
int slices(auto layout) {
  return 3 * decltype(layout)::lattice(extents).lanes_s();
}
} // namespace

TEMPLATE_TEST_CASE("plain arrays have the element order of the reference fields", "",
                   KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  int const ls = slices(TestType());
  auto const plain = random_field<T>(extents, ls, 91);
  auto const field = TestType::fields(TestType::lattice(extents), ls);
  from_plain(plain.values, field);
  CHECK(from_kernel(field).values == plain.values);
  CHECK(to_plain(field) == plain.values);
}

TEMPLATE_TEST_CASE("single spinors equal those of the plain array", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  int const ls = slices(TestType());
  auto expected = random_field<T>(extents, ls, 92);
  auto const field = TestType::fields(TestType::lattice(extents), ls);
  from_plain(expected.values, field);
  // The odd step meets all coordinates, slices and lanes.
  for (std::size_t i = 0; i < volume(extents) * static_cast<std::size_t>(ls); i += 37) {
    auto const x = coordinate_of(i % volume(extents), extents);
    int const s = static_cast<int>(i / volume(extents));
    auto spinor = get_spinor(field, x, s);
    CHECK(std::equal(spinor.begin(), spinor.end(), expected.at(x, s)));
    spinor[7] = {T(i), T(-1)};
    set_spinor(field, x, s, spinor);
    expected.at(x, s)[7] = {T(i), T(-1)};
  }
  CHECK(to_plain(field) == expected.values);
}

TEST_CASE("a site outside the lattice and an array of the wrong size are refused") {
  using L = Layout<double, native_lanes<double>>;
  auto const field = L::fields(L::lattice(extents), 2);
  CHECK_THROWS_WITH(get_spinor(field, {4, 0, 0, 0}),
                    ContainsSubstring("4.0.0.0 with s = 0 is not on"));
  CHECK_THROWS_WITH(get_spinor(field, {0, 0, 0, -1}), ContainsSubstring("is not on the lattice"));
  CHECK_THROWS_WITH(set_spinor(field, {0, 0, 0, 0}, 2, {}), ContainsSubstring("with Ls = 2"));
  CHECK_THROWS_WITH(from_plain(std::vector<std::complex<double>>(5), field),
                    ContainsSubstring("the array has 5 numbers, but the field has 24576"));
}
