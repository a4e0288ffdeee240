// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/gauge_file.hpp"
#include "test/catch.hpp"

#include <cmath>
#include <cstring>

using namespace kitt;

namespace {

constexpr double digits = 1e-12;

std::filesystem::path const data = std::filesystem::path(KITT_SHARED_DIR) / "data";

struct Expected {
  char const* name;
  GaugeFileFormat format;
  Extents extents;
  StoredPrecision precision;
  StoredRows rows;
  ByteOrder byte_order;
  double plaquette;
  double link_trace;
  std::vector<std::uint32_t> checksums;
};

// Returns the values that the README next to the files states.
std::vector<Expected> expected_files() {
  using enum GaugeFileFormat;
  using enum StoredPrecision;
  using enum StoredRows;
  using enum ByteOrder;
  return {
      {"a_weak_field_4x4x4x8.ildg",
       ildg,
       {4, 4, 4, 8},
       bits_64,
       three,
       big,
       0.9948041322666997,
       0.3794493487151929,
       {0xa2c41090, 0x11193c39}},
      {"b_4x4x4x8_2row_f64le.nersc",
       nersc,
       {4, 4, 4, 8},
       bits_64,
       two,
       little,
       0.5985455590826412,
       -0.0007741846376071859,
       {0xf2ee7c36}},
      {"c_8x8x8x4_3row_f64be.nersc",
       nersc,
       {8, 8, 8, 4},
       bits_64,
       three,
       big,
       0.503866446949594,
       0.005406083857887091,
       {0xb379560a}},
      {"d_4x4x4x4_2row_f32be.nersc",
       nersc,
       {4, 4, 4, 4},
       bits_32,
       two,
       big,
       0.0382422893240322,
       0.4630322098380863,
       {0x717938df}},
      {"e_4x4x4x8.milc",
       milc,
       {4, 4, 4, 8},
       bits_32,
       three,
       big,
       0.5690557243690105,
       0.06921659006058552,
       {0x13f3b413, 0x161f7dde}},
      {"e_4x4x4x8.scidac",
       scidac,
       {4, 4, 4, 8},
       bits_32,
       three,
       big,
       0.5690557243690105,
       0.06921659006058552,
       {0x1c5a6cb5, 0x5dea327a}},
      {"f_4x4x4x4.milc",
       milc,
       {4, 4, 4, 4},
       bits_32,
       three,
       little,
       0.594850158947151,
       0.6467587374189634,
       {0x02352c05, 0xd137321d}},
      {"f_4x4x4x4.ildg",
       ildg,
       {4, 4, 4, 4},
       bits_32,
       three,
       big,
       0.594850158947151,
       0.6467587374189634,
       {0x37affb9c, 0x2fc07bbf}},
  };
}

bool same_bits(GaugeField const& a, GaugeField const& b) {
  return a.extents == b.extents && a.links.size() == b.links.size() &&
         std::memcmp(a.links.data(), b.links.data(), a.links.size() * sizeof a.links[0]) == 0;
}

} // namespace

TEST_CASE("every shared file agrees with its README") {
  if (!std::filesystem::exists(data))
    KITT_SKIP("no folder " << data);
  for (auto const& expected : expected_files()) {
    INFO(expected.name);
    auto const [field, info, records] = read_gauge_file(data / expected.name);
    CHECK(info.format == expected.format);
    CHECK(field.extents == expected.extents);
    CHECK(info.extents == expected.extents);
    CHECK(info.precision == expected.precision);
    CHECK(info.rows == expected.rows);
    CHECK(info.byte_order == expected.byte_order);
    CHECK(std::abs(info.plaquette.computed - expected.plaquette) < digits);
    CHECK(std::abs(info.link_trace.computed - expected.link_trace) < digits);
    bool const states = info.format == GaugeFileFormat::nersc;
    CHECK((info.plaquette.outcome() == CheckOutcome::agrees) == states);
    CHECK((info.link_trace.outcome() == CheckOutcome::agrees) == states);
    REQUIRE(info.checksums.size() == expected.checksums.size());
    for (std::size_t i = 0; i < expected.checksums.size(); ++i) {
      CHECK(info.checksums[i].computed == expected.checksums[i]);
      CHECK(info.checksums[i].stated == expected.checksums[i]);
    }
  }
}

TEST_CASE("spatial and temporal plaquettes equal the golden values") {
  if (!std::filesystem::exists(data))
    KITT_SKIP("no folder " << data);
  struct Split {
    char const* name;
    double spatial;
    double temporal;
  };
  // values from golden.json
  for (auto const& [name, spatial, temporal] :
       {Split{"a_weak_field_4x4x4x8.ildg", 0.9947985783413031, 0.9948096861920964},
        Split{"b_4x4x4x8_2row_f64le.nersc", 0.5956951046813507, 0.6013960134839317},
        Split{"d_4x4x4x4_2row_f32be.nersc", 0.04416572665397656, 0.03231885199408784},
        Split{"f_4x4x4x4.milc", 0.5982250520253913, 0.5914752658689107}}) {
    INFO(name);
    auto const plaquette = read_gauge_file(data / name).info.observables.plaquette;
    CHECK(std::abs(plaquette.spatial - spatial) < digits);
    CHECK(std::abs(plaquette.temporal - temporal) < digits);
  }
}

TEST_CASE("one field in two formats is read as the same bits") {
  if (!std::filesystem::exists(data))
    KITT_SKIP("no folder " << data);
  auto const read = [](char const* name) { return read_gauge_file(data / name).field; };
  CHECK(same_bits(read("e_4x4x4x8.milc"), read("e_4x4x4x8.scidac")));
  CHECK(same_bits(read("f_4x4x4x4.milc"), read("f_4x4x4x4.ildg")));
  CHECK_FALSE(same_bits(read("a_weak_field_4x4x4x8.ildg"), read("e_4x4x4x8.milc")));
}
