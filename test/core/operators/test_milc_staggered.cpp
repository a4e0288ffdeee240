// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/scidac_field.hpp"
#include "core/solvers/conjugate_gradient.hpp"
#include "test/catch.hpp"
#include "test/core/staggered_setup.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

using S = Staggered<Layout<double, native_lanes<double>>>;
using Plain = S::Plain;
constexpr double mass = 0.1;

/// Returns the source with the sites of the other parity set to zero.
Plain part_of(ColourVectors const& source, Parity parity) {
  Plain part(source.extents, 1);
  reference::for_each_site(part, [&](Coordinate const& x, int) {
    bool const inside = (x[0] + x[1] + x[2] + x[3]) % 2 == static_cast<int>(parity);
    auto const& vector = source.vectors[lexicographic(x, source.extents)];
    return reference::SiteColourVector{inside ? vector : ColourVectors::Vector{}};
  });
  return part;
}

struct Solution {
  Plain x;
  int steps;
};

/// Solves M^dagger M x = b on one parity by conjugate gradients. Starts from zero and ends when |r|
/// <= residual |b|.
template <class Hopping>
Solution solve(Hopping const& hopping, Parity parity, Plain const& b, double residual) {
  using Normal = StaggeredNormal<Hopping, S::Field>;
  auto const& lattice = hopping.lattice();
  auto const p = static_cast<std::size_t>(parity);
  auto const source = S::fields(lattice, b.ls);
  auto const solution = S::fields(lattice, b.ls);
  to_kernel(b, source);
  WholeMatrix const matrix(Normal(hopping, mass, parity, b.ls), S::Field("product", lattice, b.ls));
  ConjugateGradient<S::Field> solver(lattice, b.ls);
  ExecutionSpace const exec;
  auto const result = solver(exec, matrix, source[p].view(), solution[p].view(), {residual, 1000});
  exec.fence("kitt::test: the solution is read");
  return {from_kernel(solution), result.iterations};
}

} // namespace

TEST_CASE(
    "conjugate gradients on MILC's fat and long links reproduce MILC's iterations and residual") {
  auto const data = std::filesystem::path(KITT_SHARED_DIR) / "data";
  if (!std::filesystem::exists(data))
    KITT_SKIP("no folder " << data);
  StaggeredCase<S> const c{Action::improved,
                           read_colour_matrices(data / "g_8x8x8x8_asqtad_fat.scidac").field,
                           read_colour_matrices(data / "g_8x8x8x8_asqtad_long.scidac").field};
  auto const source = read_colour_vectors(data / "g_8x8x8x8_source.scidac").field;
  double b2 = 0;
  double residual2 = 0;
  for (Parity const parity : {Parity::even, Parity::odd}) {
    auto const b = part_of(source, parity);
    auto const [x, steps] =
        c.with_hopping([&](auto const& hopping) { return solve(hopping, parity, b, 1e-9); });
    // MILC prints 61 iterations on either parity. It counts one more application than there are
    // steps.
    CHECK(steps == 60);
    auto const residual =
        sum_of(1, b, -1, sum_of(4 * mass * mass, x, -1, c.expected(c.expected(x))));
    b2 += norm2(b);
    residual2 += norm2(residual);
  }
  // MILC's out.sample.check_ks_invert.2 has "Inversion checked, frac. error = 8.997865e-10". The
  // stored links are MILC's links rounded to 32 bits.
  CHECK(std::abs(std::sqrt(residual2 / b2) / 8.997865e-10 - 1) < 1e-4);
}
