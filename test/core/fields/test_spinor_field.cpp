// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/random.hpp"
#include "core/fields/spinor_field.hpp"
#include "test/catch.hpp"

using namespace kitt;

namespace {

/// Returns a different number for each element of a field.
double number_of(Coordinate const& x, int s, int spin, int colour) {
  return colour + 3 * (spin + 4 * (s + 8 * static_cast<int>(lexicographic(x, {8, 8, 8, 8}))));
}

} // namespace

TEMPLATE_TEST_CASE_SIG("for_each_element visits every element of a field once, at its own place",
                       "", ((int Spins), Spins), spins, 1) {
  constexpr int lanes = native_lanes<double>;
  int const ls = 2;
  Lattice const lattice({4, 4, 8, 8}, choose_lane_grid({4, 4, 8, 8}, lanes));
  using Field = SpinorField<double, lanes, Spins>;
  auto const bytes = sizeof(double) * 2 * 3 * Spins * ls * volume(lattice.extents()) / 2;
  CHECK(Field::bytes(lattice, ls) == bytes);
  Field const field("field", lattice, ls);
  CHECK(field.view().span() * sizeof(double) == bytes);

  fill(field, Parity::odd, [](Coordinate const& x, int s, int spin, int colour) {
    return Complex<double>{number_of(x, s, spin, colour), -number_of(x, s, spin, colour)};
  });
  Kokkos::View<int, Kokkos::HostSpace> met("met");
  for_each_element(field, Parity::odd,
                   [&](Coordinate const& x, int s, int spin, int colour, double& re, double& im) {
                     bool const odd = (x[0] + x[1] + x[2] + x[3]) % 2 == 1;
                     double const expected = number_of(x, s, spin, colour);
                     Kokkos::atomic_add(&met(), odd && re == expected && im == -expected ? 1 : 0);
                   });
  CHECK(met() == static_cast<int>(bytes / sizeof(double) / 2));
}
