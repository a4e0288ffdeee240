// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_start.hpp"
#include "core/gauge_action/quark_force.hpp"
#include "test/core/gauge_action/links_setup.hpp"
#include "test/core/operator_setup.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{4, 4, 2, 8};
constexpr auto boundary = TimeBoundary::antiperiodic;

PaddedLattice padded() {
  return PaddedLattice(LocalVolume::whole(extents));
}

template <int Lanes>
Lattice lattice() {
  return {extents, choose_lane_grid(extents, Lanes)};
}

/// Calls test(lanes) for one lane and for the largest number of lanes that fits the lattice.
template <class Test>
void with_all_lanes(Test const& test) {
  test(std::integral_constant<int, 1>());
  if constexpr (native_lanes < double >> 1)
    test(std::integral_constant<int, std::min(4, native_lanes<double>)>());
}

/// Returns -2 Re X^dagger D Y at one site, computed by the naive hopping term.
double bilinear(GaugeField const& field, reference::Field<double> const& x,
                reference::Field<double> const& y, Coordinate const& site) {
  auto const dy = reference::hopping(PeriodicLinks{field, boundary}, reference::periodic(y), site,
                                     0, Dagger::no);
  auto const here = reference::site_spinor(x, LocalVolume::whole(extents).to_global(site), 0);
  double sum = 0;
  for (std::size_t spin = 0; spin < 4; ++spin)
    for (std::size_t colour = 0; colour < 3; ++colour)
      sum -= 2 * (std::conj(here[spin][colour]) * dy[spin][colour]).real();
  return sum;
}

} // namespace

TEST_CASE("links of a hopping term agree bit by bit with links that the host has set") {
  auto const field = hot_gauge(extents, 4);
  auto const from = padded_links(field);
  with_all_lanes([&](auto lanes) {
    using Links = LinkField<double, lanes()>;
    auto const own = lattice<lanes()>();
    auto const zero = [](Coordinate const&, int) { return GaugeField::Link{}; };
    std::array const found{Links(own, Parity::even, zero), Links(own, Parity::odd, zero)};
    set_hopping_links(ExecutionSpace(), from, KernelPlaces(padded(), own), boundary, found);
    ExecutionSpace().fence("test: links are set");
    for (auto const& links : found) {
      Links const expected(own, links.parity(), PeriodicLinks{field, boundary});
      auto const a = host_copy(links.view().elements());
      auto const b = host_copy(expected.view().elements());
      std::size_t different = 0;
      for (int site = 0; site < own.sites_per_parity(); ++site)
        for (int leg = 0; leg < legs; ++leg)
          for (int i = 0; i < 18; ++i)
            for (int lane = 0; lane < lanes(); ++lane)
              different +=
                  a(site, leg, i / 2, i % 2, lane) == b(site, leg, i / 2, i % 2, lane) ? 0U : 1U;
      CHECK(different == 0);
    }
  });
}

// D is linear in each link, and only two sites see a link. The naive hopping term shares no code
// with the force, and knows neither lanes nor ghosts.
TEST_CASE("the force of the hopping term is the numerical derivative by each link") {
  auto field = hot_gauge(extents, 9);
  auto const links = padded_links(field);
  auto const x = random_field<double>(extents, 1, 5);
  auto const y = random_field<double>(extents, 1, 6);
  with_all_lanes([&](auto lanes) {
    auto const own = lattice<lanes()>();
    KernelPlaces const places(padded(), own);
    PaddedSpinors const pair(padded());
    int which = 0;
    for (auto const& plain : {x, y}) {
      auto const halves = Layout<double, lanes()>::fields(own, 1);
      fill(halves, [&](Coordinate const& at, int, int spin, int colour) {
        auto const value = plain.at(at, 0)[3 * spin + colour];
        return Complex<double>{value.real(), value.imag()};
      });
      copy_spinors<lanes()>(ExecutionSpace(), full_view(halves), places, which++, pair);
    }
    fill_ghosts(pair);
    AlgebraField const force(padded());
    for (double const factor : {0.75, 0.25})
      add_hopping_force(ExecutionSpace(), links, pair, boundary, factor, force);
    ExecutionSpace().fence("test: force complete");
    auto const found = host_copy(force.view());
    for (int n = 0; n < padded().sites(); ++n)
      for (int lane = 0; lane < gauge_lanes; ++lane)
        for (int mu = 0; mu < 4; ++mu) {
          int const a = (n + lane + mu) % 8;
          auto const site = padded().local_site(n, lane);
          auto const here = coordinate_of(site, extents);
          auto ahead = here;
          ++ahead[static_cast<std::size_t>(mu)];
          auto const derivative = derivative_by_link(field.at(site, mu), a, [&] {
            return bilinear(field, x, y, here) + bilinear(field, x, y, ahead);
          });
          CHECK(std::abs(derivative - found(n, mu, a, lane)) < 1e-9);
        }
  });
}

TEST_CASE("pseudofermions are Gaussian, and do not depend on lanes or parts of the lattice") {
  constexpr std::uint64_t stream = 8;
  std::vector<double> expected;
  auto const draw = [&](auto lanes, LocalVolume const& volume, Parity parity) {
    PaddedLattice const part(volume);
    Lattice const own(volume.extents, choose_lane_grid(volume.extents, lanes()));
    SpinorField<double, lanes()> const eta("eta", own, 1);
    set_gaussian<lanes()>(ExecutionSpace(), part, KernelPlaces(part, own), parity, stream,
                          eta.view());
    std::vector<double> values(2 * spinor_components * kitt::volume(extents));
    for_each_element(eta, parity,
                     [&](Coordinate const& at, int, int spin, int colour, double re, double im) {
                       auto const site = lexicographic(volume.to_global(at), extents);
                       auto const c = static_cast<std::size_t>(3 * spin + colour);
                       values[2 * (spinor_components * site + c)] = re;
                       values[2 * (spinor_components * site + c) + 1] = im;
                     });
    return values;
  };
  using One = std::integral_constant<int, 1>;
  auto const whole = draw(One(), LocalVolume::whole(extents), Parity::odd);
  double sum = 0;
  std::size_t used = 0;
  for (double const value : whole) {
    sum += value * value;
    used += value != 0 ? 1U : 0U;
  }
  CHECK(used == spinor_components * volume(extents)); // half the sites, two numbers each
  // each number has the variance 1/2; the variance of chi^2 with n degrees of freedom is 2 n
  auto const n = static_cast<double>(used);
  CHECK(std::abs(2 * sum - n) < 5 * std::sqrt(2 * n));
  with_all_lanes([&](auto lanes) {
    CHECK(draw(lanes, LocalVolume::whole(extents), Parity::odd) == whole);
    auto const first = draw(lanes, LocalVolume({4, 4, 2, 4}, extents, {}), Parity::odd);
    auto const second = draw(lanes, LocalVolume({4, 4, 2, 4}, extents, {0, 0, 0, 4}), Parity::odd);
    for (std::size_t i = 0; i < whole.size(); ++i)
      if (first[i] + second[i] != whole[i])
        FAIL_CHECK("number " << i << " differs");
  });
}
