// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_start.hpp"
#include "core/fields/link_algebra.hpp"
#include "core/fields/staggered_links.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "core/gauge_file/scidac_field.hpp"
#include "core/lattice/lattice.hpp"
#include "test/catch.hpp"
#include "test/core/fields/link_errors.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

using namespace kitt;
using namespace kitt::test;

namespace {

constexpr auto antiperiodic = TimeBoundary::antiperiodic;

/// Returns all links multiplied by a number.
GaugeField scaled(GaugeField field, double factor) {
  for (auto& link : field.links)
    for (auto& row : link)
      for (auto& element : row)
        element *= factor;
  return field;
}

/// Steps along a path: 1 to 4 mean forward in direction 0 to 3, and -1 to -4 mean backward.
using Steps = std::vector<int>;

/// Returns the product of links along a path from x.
GaugeField::Link along(GaugeField const& links, Coordinate x, Steps const& steps) {
  auto path = unit_gauge({1, 1, 1, 1}).links[0];
  for (int const step : steps) {
    int const mu = std::abs(step) - 1;
    auto const move = [&](int sites) {
      x[static_cast<std::size_t>(mu)] += sites;
      x = LocalVolume::whole(links.extents).to_global(x);
    };
    auto const link = [&] { return links.at(lexicographic(x, links.extents), mu); };
    if (step < 0)
      move(-1);
    path = product(path, step < 0 ? adjoint(link()) : link());
    if (step > 0)
      move(1);
  }
  return path;
}

/// Adds all staples of a link with the weights of HISQ's paper. Each staple begins with the steps
/// `out`, followed by at least one further step to the side.
void add_staples(GaugeField::Link& sum, GaugeField const& links, Coordinate const& x, int mu,
                 Steps const& out) {
  constexpr std::array weights{1.0 / 16, 1.0 / 64, 1.0 / 384};
  for (int step = -4; step <= 4; ++step) {
    auto const used = [&](int other) { return std::abs(other) == std::abs(step); };
    if (step == 0 || used(mu + 1) || std::ranges::any_of(out, used))
      continue;
    auto further = out;
    further.push_back(step);
    auto path = further;
    path.push_back(mu + 1);
    for (auto back = further.rbegin(); back != further.rend(); ++back)
      path.push_back(-*back);
    add(sum, along(links, x, path), weights.at(out.size()));
    add_staples(sum, links, x, mu, further);
  }
}

/// Returns links of `hop` sites after the gauge transformation `turn`.
GaugeField turned(GaugeField field, GaugeField const& turn, int hop) {
  auto const& extents = field.extents;
  for (std::size_t site = 0; site < volume(extents); ++site)
    for (int mu = 0; mu < 4; ++mu) {
      auto end = coordinate_of(site, extents);
      end[static_cast<std::size_t>(mu)] += hop;
      auto const last = lexicographic(LocalVolume::whole(extents).to_global(end), extents);
      field.at(site, mu) =
          product(product(turn.at(site, 0), field.at(site, mu)), adjoint(turn.at(last, 0)));
    }
  return field;
}

} // namespace

TEST_CASE("free fat links are 9/8 and free long links -1/24, times their phases") {
  for (auto const boundary : {TimeBoundary::periodic, antiperiodic}) {
    auto const unit = unit_gauge({4, 2, 6, 4});
    auto const made = asqtad_links(with_staggered_phases(unit, boundary));
    CHECK(relative_error(made.fat, scaled(with_staggered_phases(unit, boundary), 9.0 / 8)) < 1e-14);
    CHECK(relative_error(made.longer, scaled(with_staggered_phases(unit, boundary, 3), -1.0 / 24)) <
          1e-14);
  }
}

TEST_CASE("fat and long links transform with the gauge field") {
  Extents const extents{4, 4, 2, 4};
  auto const turn = hot_gauge(extents, 1);
  auto const links = with_staggered_phases(hot_gauge(extents, 2), antiperiodic);
  auto const check = [&](auto const& smear, double tolerance) {
    auto const before = smear(links);
    auto const after = smear(turned(links, turn, 1));
    CHECK(relative_error(after.fat, turned(before.fat, turn, 1)) < tolerance);
    CHECK(relative_error(after.longer, turned(before.longer, turn, 3)) < tolerance);
  };
  check([](GaugeField const& field) { return asqtad_links(field, 0.9); }, 1e-13);
  // Some of these smeared links are almost singular, which enlarges rounding errors in their
  // unitary part.
  check([](GaugeField const& field) { return hisq_links(field, -0.2); }, 1e-11);
}

TEST_CASE("free HISQ links have the derivative 1 for any Naik correction") {
  auto const unit = unit_gauge({4, 2, 6, 4});
  auto const phased = [&](int hop) { return with_staggered_phases(unit, antiperiodic, hop); };
  for (double const epsilon : {0.0, -0.3}) {
    auto const made = hisq_links(phased(1), epsilon);
    double const naik = -(1 + epsilon) / 24;
    CHECK(relative_error(made.fat, scaled(phased(1), 1 - 3 * naik)) < 1e-14);
    CHECK(relative_error(made.longer, scaled(phased(3), naik)) < 1e-14);
  }
}

TEST_CASE("Fat7 links are the sum over paths in the paper, times their phases") {
  auto const links = hot_gauge({4, 2, 6, 4}, 3);
  auto expected = links;
  for (std::size_t site = 0; site < volume(links.extents); ++site)
    for (int mu = 0; mu < 4; ++mu) {
      GaugeField::Link sum{};
      add(sum, links.at(site, mu), 1.0 / 8);
      add_staples(sum, links, coordinate_of(site, links.extents), mu, {});
      expected.at(site, mu) = sum;
    }
  CHECK(relative_error(fat7_links(with_staggered_phases(links, antiperiodic)),
                       with_staggered_phases(expected, antiperiodic)) < 1e-14);
}

TEST_CASE("HISQ's second step is the asqtad sum with twice the straight staples") {
  auto const links = with_staggered_phases(weak_gauge({4, 4, 4, 4}, 4), antiperiodic);
  auto const once = unitary_links(fat7_links(links));
  auto const asqtad = asqtad_links(once);
  // Asqtad links minus Fat7 links give half a link plus the straight staples.
  auto const straight = combined(1, combined(1, asqtad.fat, -1, fat7_links(once)), -0.5, once);
  auto const made = hisq_links(links, 0.4);
  auto const fat = combined(1, combined(1, asqtad.fat, 1, straight), 3.0 / 8 + 0.4 / 8, once);
  CHECK(relative_error(made.fat, fat) < 1e-14);
  CHECK(relative_error(made.longer, scaled(asqtad.longer, 1.4)) < 1e-14);
}

TEST_CASE("weak links give smeared links near the free ones") {
  auto const links = weak_gauge({4, 4, 4, 4}, 5, 0.01);
  auto const made = hisq_links(with_staggered_phases(links, antiperiodic));
  auto const free = with_staggered_phases(unit_gauge(links.extents), antiperiodic);
  // Smearing removes most of the random part of the links.
  CHECK(relative_error(made.fat, scaled(free, 9.0 / 8)) <
        relative_error(links, unit_gauge(links.extents)));
}

TEST_CASE("MILC's fat and long links are reproduced from its gauge field") {
  auto const data = std::filesystem::path(KITT_SHARED_DIR) / "data";
  if (!std::filesystem::exists(data))
    KITT_SKIP("no folder " << data);
  auto const gauge = read_gauge_file(data / "g_8x8x8x8_asqtad.scidac").field;
  auto const made = asqtad_links(with_staggered_phases(gauge, antiperiodic), 0.502);
  auto const fat = read_colour_matrices(data / "g_8x8x8x8_asqtad_fat.scidac").field;
  auto const longer = read_colour_matrices(data / "g_8x8x8x8_asqtad_long.scidac").field;
  CHECK(relative_error(made.fat, fat) < 1e-6); // the error of files with 32-bit numbers
  CHECK(relative_error(made.longer, longer) < 1e-6);
}
