// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/asqtad_links.hpp"
#include "core/fields/gauge_start.hpp"
#include "core/fields/link_products.hpp"
#include "core/fields/staggered_phases.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "core/gauge_file/scidac_field.hpp"
#include "test/catch.hpp"

#include <cmath>

using namespace kitt;

namespace {

constexpr auto antiperiodic = TimeBoundary::antiperiodic;

/// |a - b| / |b|
double relative_error(GaugeField const& a, GaugeField const& b) {
  REQUIRE(a.links.size() == b.links.size());
  double difference = 0;
  double norm = 0;
  for (std::size_t i = 0; i < a.links.size(); ++i)
    for (std::size_t j = 0; j < 9; ++j) {
      difference += std::norm(a.links[i][j / 3][j % 3] - b.links[i][j / 3][j % 3]);
      norm += std::norm(b.links[i][j / 3][j % 3]);
    }
  return std::sqrt(difference / norm);
}

/// Every link times a number.
GaugeField scaled(GaugeField field, double factor) {
  for (auto& link : field.links)
    for (auto& row : link)
      for (auto& element : row)
        element *= factor;
  return field;
}

} // namespace

TEST_CASE("free fat links are 9/8, long ones -1/24 times their phases") {
  for (auto const boundary : {TimeBoundary::periodic, antiperiodic}) {
    auto const unit = unit_gauge({4, 2, 6, 4});
    auto const made = asqtad_links(with_staggered_phases(unit, boundary));
    CHECK(relative_error(made.fat, scaled(with_staggered_phases(unit, boundary), 9.0 / 8)) < 1e-14);
    CHECK(relative_error(made.longer, scaled(with_staggered_phases(unit, boundary, 3), -1.0 / 24)) <
          1e-14);
  }
}

TEST_CASE("fat and long links turn with the gauge") {
  Extents const extents{4, 4, 2, 4};
  auto const turn = hot_gauge(extents, 1);
  auto const turned = [&](GaugeField field, int hop) {
    for (std::size_t site = 0; site < volume(extents); ++site)
      for (int mu = 0; mu < 4; ++mu) {
        auto end = coordinate_of(site, extents);
        end[static_cast<std::size_t>(mu)] += hop;
        auto const last = lexicographic(LocalVolume::whole(extents).to_global(end), extents);
        field.at(site, mu) =
            product(product(turn.at(site, 0), field.at(site, mu)), adjoint(turn.at(last, 0)));
      }
    return field;
  };
  auto const links = with_staggered_phases(hot_gauge(extents, 2), antiperiodic);
  auto const before = asqtad_links(links, 0.9);
  auto const after = asqtad_links(turned(links, 1), 0.9);
  CHECK(relative_error(after.fat, turned(before.fat, 1)) < 1e-13);
  CHECK(relative_error(after.longer, turned(before.longer, 3)) < 1e-13);
}

TEST_CASE("MILC's fat and long links are made from its gauge field") {
  auto const data = std::filesystem::path(KITT_SHARED_DIR) / "data";
  if (!std::filesystem::exists(data))
    KITT_SKIP("no folder " << data);
  auto const gauge = read_gauge_file(data / "g_8x8x8x8_asqtad.scidac").field;
  auto const made = asqtad_links(with_staggered_phases(gauge, antiperiodic), 0.502);
  auto const fat = read_colour_matrices(data / "g_8x8x8x8_asqtad_fat.scidac").field;
  auto const longer = read_colour_matrices(data / "g_8x8x8x8_asqtad_long.scidac").field;
  CHECK(relative_error(made.fat, fat) < 1e-6); // files of 32 bits
  CHECK(relative_error(made.longer, longer) < 1e-6);
}
