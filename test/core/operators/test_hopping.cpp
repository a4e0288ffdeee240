// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

#include <numbers>

using namespace kitt;
using namespace kitt::test;

TEMPLATE_TEST_CASE("the hopping term equals the naive one", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  int const ls = TestType::along_s ? 2 * TestType::lanes : 3;
  struct Case {
    Extents extents;
    TimeBoundary boundary;
    Dagger dagger;
  };
  for (auto const& [extents, boundary, dagger] :
       {Case{{4, 4, 4, 8}, TimeBoundary::periodic, Dagger::no},
        Case{{4, 4, 4, 8}, TimeBoundary::antiperiodic, Dagger::yes},
        Case{{8, 4, 4, 4}, TimeBoundary::antiperiodic, Dagger::no},
        Case{{4, 8, 12, 4}, TimeBoundary::periodic, Dagger::yes}}) {
    auto const gauge = hot_gauge(extents, 11);
    PeriodicLinks const links{gauge, boundary};
    auto const lattice = TestType::lattice(extents);
    auto const hopping = TestType::hopping(lattice, links, ls);
    auto const in = random_field<T>(extents, ls, 12);
    auto const out = run<TestType>(full_hopping(hopping, dagger), lattice, in);
    CHECK(relative_error(out, reference::apply_hopping(links, in, dagger)) < tolerance<T>());
  }
}

TEMPLATE_TEST_CASE("several right-hand sides, one per slice of s, give the results of one each", "",
                   KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  using Single = std::conditional_t<TestType::along_s, Layout<T, native_lanes<T>>, TestType>;
  Extents const extents{4, 8, 4, 8};
  int const count = TestType::along_s ? 2 * TestType::lanes : 3;
  auto const gauge = hot_gauge(extents, 14);
  PeriodicLinks const links{gauge, TimeBoundary::antiperiodic};
  auto const lattice = TestType::lattice(extents);
  auto const in = random_field<T>(extents, count, 15);
  auto const out =
      run<TestType>(full_hopping(TestType::hopping(lattice, links, count)), lattice, in);
  auto const single_lattice = Single::lattice(extents);
  auto const single = Single::hopping(single_lattice, links, 1);
  for (int rhs = 0; rhs < count; ++rhs) {
    auto const expected = run<Single>(full_hopping(single), single_lattice, slice_of(in, rhs));
    auto const found = slice_of(out, rhs);
    if (TestType::along_s) // another kernel
      CHECK(relative_error(found, expected) < tolerance<T>());
    else
      CHECK(found.values == expected.values);
  }
}

TEMPLATE_TEST_CASE("the order of sites and the kind of memory access change no bit", "",
                   KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  Extents const extents{8, 4, 4, 8};
  int const ls = 2 * TestType::lanes;
  auto const gauge = hot_gauge(extents, 21);
  PeriodicLinks const links{gauge};
  auto const lattice = TestType::lattice(extents);
  auto const in = random_field<T>(extents, ls, 22);
  auto const by = [&](Order const& order) {
    return run<TestType>(full_hopping(TestType::hopping(lattice, links, ls, order)), lattice, in);
  };
  auto const expected = by(Order::lexicographic());
  CHECK(by(Order::lexicographic(Access::prefetch)).values == expected.values);
  CHECK(by(Order::lexicographic(Access::stream)).values == expected.values);
  CHECK(by(Order::lexicographic(Access::bypass)).values == expected.values);
  CHECK(by({{2, 2, 2, 2}, 1, Access::stream}).values == expected.values);
  CHECK(by({{100, 100, 1, 1}, 3}).values == expected.values);
}

namespace {
template <class T, int Lanes, int InSpace = Lanes>
using TwoRows = Layout<T, Lanes, InSpace, LinkStorage::two_rows>;
template <class T, int Lanes, int InSpace = Lanes>
using Narrow = Layout<T, Lanes, InSpace, LinkStorage::narrow>;

/// Returns the largest relative error that is allowed with compressed links (half or single
/// precision).
template <class L>
double storage_tolerance() {
  using T = typename L::value_type;
  if (L::Links::view_type::storage != LinkStorage::narrow)
    return tolerance<T>();
  return sizeof(T) == sizeof(float) ? 0x1p-11 : 0x1p-24;
}
} // namespace

#ifdef KITT_FEW_KERNELS
#define KITT_STORAGES (TwoRows<float, native_lanes<float>>), (Narrow<double, native_lanes<double>>)
#else
#define KITT_STORAGES                                                                              \
  (TwoRows<float, native_lanes<float>>), (LayoutInBoth<float, LinkStorage::two_rows>),             \
      (TwoRows<double, native_lanes<double>>), (TwoRows<double, 1>),                               \
      (Narrow<float, native_lanes<float>>), (LayoutInBoth<float, LinkStorage::narrow>),            \
      (Narrow<double, native_lanes<double>>), (Narrow<float, 1>)
#endif

TEMPLATE_TEST_CASE("compressed links give the naive result", "", KITT_STORAGES) {
  using T = typename TestType::value_type;
  Extents const extents{4, 4, 4, 8};
  int const ls = TestType::lanes;
  auto const gauge = hot_gauge(extents, 61);
  auto const lattice = TestType::lattice(extents);
  auto const in = random_field<T>(extents, ls, 62);
  for (TimeBoundary const boundary : {TimeBoundary::periodic, TimeBoundary::antiperiodic})
    for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
      PeriodicLinks const links{gauge, boundary};
      auto const hopping = TestType::hopping(lattice, links, ls);
      auto const out = run<TestType>(full_hopping(hopping, dagger), lattice, in);
      CHECK(relative_error(out, reference::apply_hopping(links, in, dagger)) <
            storage_tolerance<TestType>());
    }
  using Full = LinkField<T, TestType::Links::view_type::lanes>;
  CHECK(10 * TestType::Links::bytes(lattice) < 7 * Full::bytes(lattice));
}

TEMPLATE_TEST_CASE("plane waves are eigenvectors of the free hopping term", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  // Take unit links and psi(x) = e^{ipx} chi. Then D psi = -sum_mu (cos p_mu - i gamma_mu sin p_mu)
  // psi. If (sum_mu gamma_mu sin p_mu) chi = S chi with S^2 = sum sin^2 p_mu, the eigenvalue is
  // -sum cos p_mu + i S. Multiplying any vector by (S + gamma . sin p) gives such a chi.
  Extents const extents{4, 8, 4, 8};
  int const ls = TestType::lanes;
  auto const gauge = unit_gauge(extents);
  for (TimeBoundary const boundary : {TimeBoundary::periodic, TimeBoundary::antiperiodic}) {
    std::array<int, 4> const n{1, 3, 1, 2};
    std::array<double, 4> p{};
    double cosines = 0;
    double sines2 = 0;
    for (std::size_t mu = 0; mu < 4; ++mu) {
      bool const half = mu == 3 && boundary == TimeBoundary::antiperiodic;
      p[mu] = 2 * std::numbers::pi * (n[mu] + (half ? 0.5 : 0.0)) / extents[mu];
      cosines += std::cos(p[mu]);
      sines2 += std::sin(p[mu]) * std::sin(p[mu]);
    }
    double const root = std::sqrt(sines2);
    std::array<std::complex<double>, 4> chi{1.0, 0.5, -0.25, 2.0};
    auto projected = chi;
    for (std::size_t row = 0; row < 4; ++row) {
      projected[row] *= root;
      for (int mu = 0; mu < 4; ++mu)
        for (std::size_t column = 0; column < 4; ++column)
          projected[row] += std::sin(p[static_cast<std::size_t>(mu)]) *
                            reference::gamma(mu)[row][column] * chi[column];
    }
    reference::Field<T> in(extents, ls);
    reference::Field<T> expected(extents, ls);
    std::complex<double> const eigenvalue(-cosines, root);
    auto const wave = [&](Coordinate const& x, std::complex<double> factor) {
      double phase = 0;
      for (std::size_t mu = 0; mu < 4; ++mu)
        phase += p[mu] * x[mu];
      reference::SiteSpinor psi{};
      for (std::size_t spin = 0; spin < 4; ++spin)
        psi[spin][1] = factor * projected[spin] * std::polar(1.0, phase);
      return psi;
    };
    reference::for_each_site(in, [&](Coordinate const& x, int) { return wave(x, 1.0); });
    reference::for_each_site(expected,
                             [&](Coordinate const& x, int) { return wave(x, eigenvalue); });
    auto const lattice = TestType::lattice(extents);
    auto const hopping = TestType::hopping(lattice, PeriodicLinks{gauge, boundary}, ls);
    CHECK(relative_error(run<TestType>(full_hopping(hopping), lattice, in), expected) <
          tolerance<T>());
  }
}

TEMPLATE_TEST_CASE("the hopping term is gauge covariant", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  Extents const extents{4, 4, 8, 8};
  int const ls = TestType::lanes;
  auto const gauge = hot_gauge(extents, 31);
  auto const rotation = hot_gauge(extents, 32); // g(x) is this field's link in direction 0
  auto rotate = [&](reference::Field<T> const& in) {
    reference::Field<T> out(in.extents, in.ls);
    reference::for_each_site(out, [&](Coordinate const& x, int s) {
      return reference::times(rotation.at(lexicographic(x, extents), 0),
                              reference::site_spinor(in, x, s), Dagger::no);
    });
    return out;
  };
  // U'_mu(x) = g(x) U_mu(x) g(x + mu)^dagger
  auto rotated = gauge;
  for (std::size_t site = 0; site < volume(extents); ++site)
    for (int mu = 0; mu < 4; ++mu) {
      Coordinate y = coordinate_of(site, extents);
      y[static_cast<std::size_t>(mu)] =
          (y[static_cast<std::size_t>(mu)] + 1) % extents[static_cast<std::size_t>(mu)];
      auto const& g = rotation.at(site, 0);
      auto const& h = rotation.at(lexicographic(y, extents), 0);
      GaugeField::Link product{};
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t l = 0; l < 3; ++l)
          for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k)
              product[i][l] += g[i][j] * gauge.at(site, mu)[j][k] * std::conj(h[l][k]);
      rotated.at(site, mu) = product;
    }
  auto const lattice = TestType::lattice(extents);
  auto const in = random_field<T>(extents, ls, 33);
  auto const plain = TestType::hopping(lattice, PeriodicLinks{gauge}, ls);
  auto const turned = TestType::hopping(lattice, PeriodicLinks{rotated}, ls);
  auto const left = run<TestType>(full_hopping(turned), lattice, rotate(in));
  auto const right = rotate(run<TestType>(full_hopping(plain), lattice, in));
  CHECK(relative_error(left, right) < tolerance<T>());
}

TEMPLATE_TEST_CASE("the hopping term is gamma5-hermitian", "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  Extents const extents{4, 8, 4, 8};
  int const ls = TestType::lanes;
  auto const gauge = hot_gauge(extents, 41);
  auto const lattice = TestType::lattice(extents);
  auto const hopping =
      TestType::hopping(lattice, PeriodicLinks{gauge, TimeBoundary::antiperiodic}, ls);
  auto const a = random_field<T>(extents, ls, 42);
  auto const b = random_field<T>(extents, ls, 43);
  auto const da = run<TestType>(full_hopping(hopping), lattice, a);
  auto const ddagger_b = run<TestType>(full_hopping(hopping, Dagger::yes), lattice, b);
  // D^dagger is the adjoint of D ...
  double const scale = std::sqrt(norm2(da) * norm2(b));
  CHECK(std::abs(dot(b, da) - dot(ddagger_b, a)) < tolerance<T>() * scale);
  // ... and equals gamma5 D gamma5, with s reflected twice.
  auto const sandwiched =
      gamma5_reflected(run<TestType>(full_hopping(hopping), lattice, gamma5_reflected(b)));
  CHECK(relative_error(sandwiched, ddagger_b) < tolerance<T>());
}
