// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_start.hpp"
#include "test/catch.hpp"
#include "test/core/staggered_setup.hpp"

#include <cmath>
#include <numbers>

using namespace kitt;
using namespace kitt::test;

namespace {

constexpr Action actions[] = {Action::naive, Action::improved};

GaugeField::Link product(GaugeField::Link const& a, GaugeField::Link const& b) {
  GaugeField::Link c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

GaugeField::Link adjoint(GaugeField::Link const& a) {
  GaugeField::Link c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      c[i][j] = std::conj(a[j][i]);
  return c;
}

/// Returns links that are not unitary: sums of two unitary matrices.
GaugeField any_links(Extents const& extents, std::uint64_t seed) {
  auto sum = hot_gauge(extents, seed);
  auto const other = hot_gauge(extents, seed + 1000);
  for (std::size_t i = 0; i < sum.links.size(); ++i)
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 3; ++column)
        sum.links[i][row][column] += 0.5 * other.links[i][row][column];
  return sum;
}

/// Returns the operator of links, after adding the phases.
template <class S>
StaggeredCase<S> with_phases(Action action, GaugeField const& fat, GaugeField const& longer) {
  auto const boundary = TimeBoundary::antiperiodic;
  return {action, with_staggered_phases(fat, boundary), with_staggered_phases(longer, boundary, 3)};
}

template <class S>
StaggeredCase<S> random_case(Action action, Extents const& extents, std::uint64_t seed) {
  return with_phases<S>(action, any_links(extents, seed), any_links(extents, seed + 1));
}

} // namespace

TEMPLATE_TEST_CASE("the staggered hopping term equals the naive one", "", KITT_LAYOUTS) {
  using S = Staggered<TestType>;
  // Sub-lattices of two sites, which a three-site hop crosses twice, and larger sub-lattices.
  for (Extents const& extents : {Extents{4, 4, 4, 4}, Extents{4, 8, 4, 8}, Extents{8, 4, 12, 4}})
    for (Action const action : actions) {
      auto const c = random_case<S>(action, extents, 71);
      auto const in = S::random(extents, 72);
      CHECK(relative_error(c.hop(in), c.expected(in)) < S::tolerance());
      for (Access const access : {Access::prefetch, Access::stream, Access::bypass})
        CHECK(relative_error(c.hop(in, Dagger::yes, access), sum_of(-1, c.expected(in), 0, in)) <
              S::tolerance());
    }
}

TEMPLATE_TEST_CASE("several right-hand sides of a staggered hopping term give the results of one",
                   "", KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  using Single = std::conditional_t<TestType::along_s, Layout<T, native_lanes<T>>, TestType>;
  Extents const extents{4, 8, 4, 8};
  int const count = TestType::along_s ? 2 * TestType::lanes : 3;
  auto const in = random_field<T, 1>(extents, count, 76);
  for (Action const action : actions) {
    auto const out = random_case<Staggered<TestType>>(action, extents, 77).hop(in);
    auto const single = random_case<Staggered<Single>>(action, extents, 77);
    for (int rhs = 0; rhs < count; ++rhs) {
      auto const expected = single.hop(slice_of(in, rhs));
      auto const found = slice_of(out, rhs);
      if (TestType::along_s) // another kernel
        CHECK(relative_error(found, expected) < Staggered<Single>::tolerance());
      else
        CHECK(found.values == expected.values);
    }
  }
}

TEMPLATE_TEST_CASE("the order of sites does not change the staggered hopping term", "",
                   KITT_LAYOUTS) {
  using S = Staggered<TestType>;
  using Links = typename S::Links;
  Extents const extents{4, 8, 4, 8};
  auto const c = random_case<S>(Action::improved, extents, 73);
  auto const in = S::random(extents, 74);
  for (auto const access : {Access::plain, Access::stream}) {
    Order const tiles{{Order::whole, 2, 2, 1}, Order::whole, access};
    StaggeredHopping<Links, 2> const hopping(
        {make_staggered_reach<Links>(c.lattice, c.fat, 1),
         make_staggered_reach<Links>(c.lattice, c.longer, long_hop)},
        tiles);
    CHECK(run<S>(full_hopping(hopping), c.lattice, in).values == c.hop(in).values);
  }
}

TEMPLATE_TEST_CASE("plane waves are eigenvectors of the free staggered operator squared", "",
                   KITT_LAYOUTS) {
  using S = Staggered<TestType>;
  Extents const extents{4, 8, 4, 8};
  auto const in_units = [&](double factor) {
    auto links = unit_gauge(extents);
    for (auto& link : links.links)
      for (std::size_t colour = 0; colour < 3; ++colour)
        link[colour][colour] = factor;
    return links;
  };
  std::array const modes{1, 3, 3, 2};
  for (Action const action : actions) {
    bool const naive = action == Action::naive;
    double const near = naive ? 1 : 9.0 / 8;
    double const far = naive ? 0 : -1.0 / 24;
    double eigenvalue = 0;
    std::array<double, 4> p{};
    for (std::size_t mu = 0; mu < 4; ++mu) {
      // Antiperiodic in time: momenta lie half way between the momenta of a periodic field.
      p[mu] = 2 * std::numbers::pi * (modes[mu] + (mu == 3 ? 0.5 : 0)) / extents[mu];
      eigenvalue += 4 * std::pow(near * std::sin(p[mu]) + far * std::sin(3 * p[mu]), 2);
    }
    typename S::Plain wave(extents, S::slices);
    reference::for_each_site(wave, [&](Coordinate const& x, int s) {
      double phase = 0.3 * s;
      for (std::size_t mu = 0; mu < 4; ++mu)
        phase += p[mu] * x[mu];
      auto const value = std::polar(1.0, phase);
      return reference::SiteColourVector{{{value, 0.5 * value, -2.0 * value}}};
    });
    auto const c = with_phases<S>(action, in_units(near), in_units(far));
    CHECK(relative_error(c.hop(c.hop(wave)), sum_of(-eigenvalue, wave, 0, wave)) < S::tolerance());
  }
}

TEMPLATE_TEST_CASE("the staggered hopping term is anti-hermitian", "", KITT_LAYOUTS) {
  using S = Staggered<TestType>;
  Extents const extents{4, 4, 8, 8};
  for (Action const action : actions) {
    auto const c = random_case<S>(action, extents, 73);
    auto const a = S::random(extents, 74);
    auto const b = S::random(extents, 75);
    auto const hop_a = c.hop(a);
    CHECK(std::abs(dot(b, hop_a) + dot(c.hop(b), a)) / std::sqrt(norm2(b) * norm2(hop_a)) <
          S::tolerance());
  }
}

TEMPLATE_TEST_CASE("the staggered hopping term is gauge covariant", "", KITT_LAYOUTS) {
  using S = Staggered<TestType>;
  Extents const extents{4, 4, 8, 8};
  auto const turn = hot_gauge(extents, 76);
  auto const at = [&](Coordinate const& x) {
    return turn.at(lexicographic(LocalVolume::whole(extents).to_global(x), extents), 0);
  };
  auto const turned_links = [&](GaugeField links, int hop) {
    for (std::size_t site = 0; site < volume(extents); ++site)
      for (int mu = 0; mu < 4; ++mu) {
        Coordinate const x = coordinate_of(site, extents);
        Coordinate end = x;
        end[static_cast<std::size_t>(mu)] += hop;
        links.at(site, mu) = product(product(at(x), links.at(site, mu)), adjoint(at(end)));
      }
    return links;
  };
  auto const turned = [&](typename S::Plain const& in) {
    typename S::Plain out(extents, in.ls);
    reference::for_each_site(out, [&](Coordinate const& x, int s) {
      reference::SiteColourVector sum{};
      reference::add_staggered_leg(sum, at(x), site_spinor(in, x, s), Hop::forward);
      return sum;
    });
    return out;
  };
  auto const fat = any_links(extents, 77);
  auto const longer = any_links(extents, 78);
  auto const in = S::random(extents, 79);
  for (Action const action : actions) {
    auto const before = with_phases<S>(action, fat, longer);
    auto const after = with_phases<S>(action, turned_links(fat, 1), turned_links(longer, 3));
    CHECK(relative_error(after.hop(turned(in)), turned(before.hop(in))) < 2 * S::tolerance());
  }
}

TEMPLATE_TEST_CASE("the staggered operator is 2 m + D", "", KITT_LAYOUTS) {
  using S = Staggered<TestType>;
  Extents const extents{4, 8, 4, 8};
  double const mass = 0.3;
  for (Action const action : actions) {
    auto const c = random_case<S>(action, extents, 80);
    auto const in = S::random(extents, 81);
    for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
      auto const out = c.m(in, mass, dagger);
      double const sign = dagger == Dagger::no ? 1 : -1;
      CHECK(relative_error(out, sum_of(2 * mass, in, sign, c.expected(in))) < S::tolerance());
    }
  }
}

TEMPLATE_TEST_CASE("the staggered normal operator is M^dagger M on each parity", "", KITT_LAYOUTS) {
  using S = Staggered<TestType>;
  Extents const extents{4, 8, 4, 8};
  double const mass = 0.3;
  for (Action const action : actions) {
    auto const c = random_case<S>(action, extents, 82);
    auto const a = S::random(extents, 83);
    auto const b = S::random(extents, 84);
    double product = 0;
    auto const normal_a = c.normal(a, mass, product);
    CHECK(relative_error(normal_a, sum_of(4 * mass * mass, a, -1, c.expected(c.expected(a)))) <
          S::tolerance());
    CHECK(std::abs(product / dot(a, normal_a).real() - 1) < S::tolerance());
    CHECK(product > 4 * mass * mass * norm2(a));
    auto const normal_b = c.normal(b, mass, product);
    CHECK(std::abs(dot(b, normal_a) - dot(normal_b, a)) / std::sqrt(norm2(b) * norm2(normal_a)) <
          S::tolerance());
  }
}

TEST_CASE("the phases of a long link follow from the three links in its product") {
  Extents const extents{4, 6, 2, 4};
  auto const links = hot_gauge(extents, 85);
  auto const product_of_three = [&](GaugeField const& from) {
    PeriodicLinks const u{from};
    GaugeField result = from;
    for (std::size_t site = 0; site < volume(extents); ++site)
      for (int mu = 0; mu < 4; ++mu) {
        Coordinate x = coordinate_of(site, extents);
        auto link = u(x, mu);
        for (int step = 1; step < 3; ++step) {
          ++x[static_cast<std::size_t>(mu)];
          link = product(link, u(x, mu));
        }
        result.at(site, mu) = link;
      }
    return result;
  };
  for (auto const boundary : {TimeBoundary::periodic, TimeBoundary::antiperiodic})
    CHECK(with_staggered_phases(product_of_three(links), boundary, 3).links ==
          product_of_three(with_staggered_phases(links, boundary)).links);
}

TEST_CASE("a part of a lattice has the phases of the whole lattice") {
  Extents const extents{4, 4, 2, 8};
  auto const links = hot_gauge(extents, 86);
  LocalVolume const part({2, 4, 2, 4}, extents, {2, 0, 0, 4});
  auto const boundary = TimeBoundary::antiperiodic;
  for (int const hop : {1, 3})
    CHECK(with_staggered_phases(cut_out(links, part), part, boundary, hop).links ==
          cut_out(with_staggered_phases(links, boundary, hop), part).links);
}
