// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/clover.hpp"
#include "core/operators/schur.hpp"
#include "core/reference/naive_clover.hpp"
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{4, 4, 4, 8};
Extents const small{4, 4, 4, 4}; // for the naive operator, which takes long without an optimiser
constexpr double mass = 0.1;
constexpr double csw = 1.3;

using Double = Layout<double, native_lanes<double>>;
using Single = Layout<float, native_lanes<float>>;
using AlongS = Layout<double, native_lanes<double>, 1>;

template <class L>
using Term = CloverTerm<typename L::value_type, L::lanes>;

template <class L>
struct CloverCase {
  GaugeField gauge;
  PeriodicLinks links{gauge, TimeBoundary::antiperiodic};
  Lattice lattice = L::lattice(gauge.extents);
  CloverOperator<typename L::Hopping, Term<L>> op;

  explicit CloverCase(GaugeField field, double mass_of = mass, double csw_of = csw, int ls = 1)
      : gauge(std::move(field)),
        op(L::hopping(lattice, links, ls), Term<L>(lattice, links, 4 + mass_of, csw_of)) {}

  auto apply(reference::Field<typename L::value_type> const& in, Dagger dagger = Dagger::no) const {
    return run<L>(
        [&](auto const& exec, auto const& from, auto const& to) { op(exec, from, to, dagger); },
        lattice, in);
  }
};

/// Returns diagonal links exp(i angle) of constant field strengths. `flux` counts the quanta of
/// each colour's field in the plane x-t and twice as many in the plane y-z.
GaugeField abelian_gauge(Extents const& size, std::array<int, 3> const& flux) {
  auto gauge = unit_gauge(size);
  for (std::size_t site = 0; site < volume(size); ++site) {
    auto const x = coordinate_of(site, size);
    // One plane mu-nu: the links in direction nu turn with x_mu, and the last links in direction mu
    // make the field periodic.
    auto const turn = [&](int mu, int nu, int quanta, std::size_t colour) {
      auto const m = static_cast<std::size_t>(mu);
      auto const n = static_cast<std::size_t>(nu);
      double const angle = 2 * std::numbers::pi * quanta / (size[m] * size[n]);
      gauge.at(site, nu)[colour][colour] *= std::polar(1.0, angle * x[m]);
      if (x[m] == size[m] - 1)
        gauge.at(site, mu)[colour][colour] *= std::polar(1.0, -angle * size[m] * x[n]);
    };
    for (std::size_t colour = 0; colour < 3; ++colour) {
      turn(0, 3, flux[colour], colour);
      turn(1, 2, 2 * flux[colour], colour);
    }
  }
  return gauge;
}

/// Returns A B A^dagger for links.
GaugeField::Link rotated(GaugeField::Link const& a, GaugeField::Link const& b) {
  return product(product(a, b), adjoint(a));
}

double distance(GaugeField::Link const& a, GaugeField::Link const& b) {
  double largest = 0;
  for (std::size_t i = 0; i < 9; ++i)
    largest = std::max(largest, std::abs(a[i / 3][i % 3] - b[i / 3][i % 3]));
  return largest;
}

} // namespace

TEST_CASE("the field strength is antihermitian, and its sign changes with the plane's sense") {
  auto const gauge = hot_gauge(extents, 41);
  PeriodicLinks const links{gauge};
  for (std::size_t site = 0; site < volume(extents); site += 37) {
    auto const x = coordinate_of(site, extents);
    for (auto const& [mu, nu] : planes) {
      auto const strength = field_strength(links, x, {mu, nu});
      GaugeField::Link minus{};
      add(minus, adjoint(strength), -1);
      CHECK(distance(strength, minus) < 1e-15);
      minus = {};
      add(minus, field_strength(links, x, {nu, mu}), -1);
      CHECK(distance(strength, minus) < 1e-14);
      CHECK(distance(strength, reference::field_strength(links, x, mu, nu)) < 1e-14);
    }
  }
}

TEST_CASE("the field strength of a constant abelian field is i times the sine of its flux") {
  auto const gauge = abelian_gauge(extents, {1, -3, 2});
  PeriodicLinks const links{gauge};
  for (std::size_t site = 0; site < volume(extents); site += 3)
    for (auto const& [mu, nu] : planes) {
      auto const strength = field_strength(links, coordinate_of(site, extents), {mu, nu});
      GaugeField::Link expected{};
      for (std::size_t colour = 0; colour < 3; ++colour) {
        int const quanta = std::array{1, -3, 2}[colour];
        double const flux = 2 * std::numbers::pi * quanta *
                            (mu == 0 && nu == 3   ? 1.0 / (4 * 8)
                             : mu == 1 && nu == 2 ? 2.0 / (4 * 4)
                                                  : 0.0);
        expected[colour][colour] = {0, std::sin(flux)};
      }
      CHECK(distance(strength, expected) < 1e-14);
    }
}

TEST_CASE("the clover term of a constant abelian field has the energies of a spin in the field") {
  // sigma F has E in the plane x-t and B in the plane y-z. In each chirality, both are along the
  // spin's x axis, with eigenvalues +-(B + E) or +-(B - E).
  auto const gauge = abelian_gauge(extents, {1, 0, 0});
  PeriodicLinks const links{gauge};
  double const electric = std::sin(2 * std::numbers::pi / 32);
  double const magnetic = std::sin(4 * std::numbers::pi / 16);
  std::array<double, 2> squares{};
  auto const blocks = clover_blocks(links, {1, 2, 3, 4}, 0, csw);
  for (std::size_t chirality = 0; chirality < 2; ++chirality) {
    auto const& block = blocks[chirality];
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j)
        if (i % 3 == 0 && j % 3 == 0)
          squares[chirality] += std::norm(block[i][j]) / 2;
        else
          CHECK(std::abs(block[i][j]) < 1e-14); // colours without a field
  }
  std::sort(squares.begin(), squares.end());
  CHECK(std::abs(std::sqrt(squares[0]) - csw / 2 * (magnetic - electric)) < 1e-14);
  CHECK(std::abs(std::sqrt(squares[1]) - csw / 2 * (magnetic + electric)) < 1e-14);
}

TEST_CASE("the clover term changes with the gauge as a colour matrix") {
  auto const gauge = hot_gauge(extents, 42);
  auto const turns = hot_gauge(extents, 43); // the x links serve as gauge transformations
  PeriodicLinks const links{gauge};
  PeriodicLinks const turned_by{turns};
  auto turned = gauge;
  for (std::size_t site = 0; site < volume(extents); ++site) {
    auto const x = coordinate_of(site, extents);
    for (int mu = 0; mu < 4; ++mu)
      turned.at(site, mu) = product(product(turned_by(x, 0), gauge.at(site, mu)),
                                    adjoint(turned_by(moved(x, mu, 1), 0)));
  }
  PeriodicLinks const turned_links{turned};
  for (std::size_t site = 0; site < volume(extents); site += 41)
    for (auto const& plane : planes) {
      auto const x = coordinate_of(site, extents);
      CHECK(distance(field_strength(turned_links, x, plane),
                     rotated(turned_by(x, 0), field_strength(links, x, plane))) < 1e-14);
    }
}

TEST_CASE("Cholesky's method inverts clover blocks and refuses blocks that are not positive") {
  auto const gauge = hot_gauge(extents, 44);
  PeriodicLinks const links{gauge};
  auto const blocks = clover_blocks(links, {1, 2, 3, 5}, 4 + mass, csw);
  for (auto const& block : blocks) {
    auto inverse = block;
    REQUIRE(invert_positive(inverse));
    auto const element = [](CloverBlock const& of, std::size_t i, std::size_t j) {
      return i >= j ? of[i][j] : std::conj(of[j][i]);
    };
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        std::complex<double> sum = i == j ? -1 : 0;
        for (std::size_t k = 0; k < 6; ++k)
          sum += element(block, i, k) * element(inverse, k, j);
        CHECK(std::abs(sum) < 1e-14);
      }
    auto negative = block;
    negative[5][5] = -0.1;
    CHECK_FALSE(invert_positive(negative));
  }
  auto const lattice = Double::lattice(extents);
  CHECK_THROWS_AS(Term<Double>(lattice, links, 4 + mass, 50), UserError);
}

TEMPLATE_TEST_CASE("the clover operator equals the naive one", "", Single, Double) {
  using T = typename TestType::value_type;
  CloverCase<TestType> const c(hot_gauge(small, 45), mass, csw, 2);
  auto const in = random_field<T>(small, 2, 46);
  for (Dagger const dagger : {Dagger::no, Dagger::yes})
    CHECK(relative_error(c.apply(in, dagger),
                         reference::apply_clover(c.links, in, mass, csw, dagger)) < tolerance<T>());
}

TEST_CASE("the clover operator is gamma5-hermitian") {
  CloverCase<Double> const c(hot_gauge(extents, 47));
  auto const in = random_field<double>(extents, 1, 48);
  CHECK(relative_error(gamma5_reflected(c.apply(gamma5_reflected(in))), c.apply(in, Dagger::yes)) <
        tolerance<double>());
}

TEST_CASE("on unit links, plane waves are eigenvectors as for the Wilson operator") {
  CloverCase<Double> const c(unit_gauge(extents));
  PlaneWave const wave;
  PlaneWave::SpinVector const spin{{{1, 2}, {2, 1}, {-3, 0.5}, {0, -1}}};
  auto const in = wave.field(extents, 1, [&](int) { return spin; });
  auto const expected = wave.field(extents, 1, [&](int) { return wave.wilson(spin, mass); });
  CHECK(relative_error(c.apply(in), expected) < tolerance<double>());
}

TEMPLATE_TEST_CASE("all lanes along s share the clover blocks of their site", "",
                   LayoutInBoth<float>, AlongS) {
  using T = typename TestType::value_type;
  using Links = typename TestType::Links;
  int const ls = 2 * TestType::lanes;
  auto const gauge = hot_gauge(small, 55);
  PeriodicLinks const links{gauge};
  auto const lattice = TestType::lattice(small);
  auto const in = random_field<T>(small, ls, 56);
  auto const out = run<TestType>(
      [&](ExecutionSpace const& exec, auto const& from, auto const& to) {
        for (auto const parity : {Parity::even, Parity::odd}) {
          auto const p = static_cast<std::size_t>(parity);
          auto const blocks =
              make_clover<T, Links::view_type::lanes>(lattice, parity, links, 4 + mass, csw);
          multiply_by_clover<Store::replace>(exec, blocks.view(), 1.0, from[p], to[p]);
          exec.fence("kitt::test: the blocks were read");
        }
      },
      lattice, in);
  reference::Field<T> expected(small, ls);
  reference::for_all_slices(expected, [&](Coordinate const& x) {
    return [&, x, term = reference::clover_term(links, x, csw)](int s) {
      auto const psi = reference::site_spinor(in, x, s);
      reference::SiteSpinor sum = reference::combination(4 + mass, psi, 0, psi);
      for (std::size_t i = 0; i < 12; ++i)
        for (std::size_t j = 0; j < 12; ++j)
          sum[i / 3][i % 3] += term[i][j] * psi[j / 3][j % 3];
      return sum;
    };
  });
  CHECK(relative_error(out, expected) < tolerance<T>());
}

TEST_CASE("the Schur complement of the clover operator eliminates the even sites") {
  CloverCase<Double> const c(hot_gauge(small, 49));
  SchurComplement<decltype(c.op), typename Double::Field> const schur(c.op, 1);
  auto const in = random_field<double>(small, 1, 50);
  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    // With psi_e = -A_ee^-1 D_eo psi_o, the even half of M psi is zero and the odd half is S psi_o.
    auto const reduced = Double::fields(c.lattice, 1);
    auto const completed = run<Double>(
        [&](ExecutionSpace const& exec, auto const& from, auto const& to) {
          schur(exec, from[1], reduced[1].view(), dagger);
          c.op.hopping()(exec, Parity::even, from[1], to[0], dagger);
          c.op.solve_diagonal(exec, -1.0, to[0], to[0], dagger);
          Kokkos::deep_copy(exec, to[1], from[1]);
        },
        c.lattice, in);
    CHECK(relative_error(reference::apply_clover(c.links, completed, mass, csw, dagger),
                         from_kernel(reduced)) < tolerance<double>());
  }
}
