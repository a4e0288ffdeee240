// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "core/gauge_file/scidac_field.hpp"
#include "test/catch.hpp"
#include "test/core/gauge_file/folder_of_test.hpp"
#include "test/core/gauge_file/sample_fields.hpp"
#include "test/core/gauge_file/sample_files.hpp"

#include <limits>

using namespace kitt;
using namespace kitt::test;
using Catch::Matchers::ContainsSubstring;

namespace {

Extents const extents{2, 1, 3, 2};

/// Returns matrices far from SU(3) whose numbers fit into 32 bits.
GaugeField matrices() {
  auto field = kitt::test::random_field(extents);
  for (std::size_t i = 0; i < field.links.size(); ++i)
    field.links[i][i % 3][1] *= 3.0;
  return rounded(field);
}

ColourVectors vectors() {
  auto const from = matrices();
  ColourVectors field{extents, {}};
  for (std::size_t site = 0; site < volume(extents); ++site)
    field.vectors.push_back(from.at(site, 1)[2]);
  return field;
}

std::string with_changed_bit(std::string file, std::string const& record) {
  file[file.find(record) + 128 + 40] ^= 1;
  return file;
}

std::string edited(std::string text, std::string const& from, std::string const& to) {
  return text.replace(text.find(from), from.size(), to);
}

template <class Parse>
void check_refused(Parse const& parse, std::string const& file, std::string const& why) {
  CHECK_THROWS_AS(parse(bytes_of(file), {}), UserError);
  CHECK_THROWS_WITH(parse(bytes_of(file), {}), ContainsSubstring(why));
}

} // namespace

TEST_CASE("arbitrary matrices are read unchanged, and are refused as a gauge field") {
  auto const field = matrices();
  for (int const bits : {32, 64}) {
    auto const file = scidac_file(field, bits, {});
    auto const read = parse_colour_matrices(bytes_of(file));
    CHECK(read.field.extents == extents);
    CHECK(read.field.links == field.links);
    CHECK(static_cast<int>(read.precision) == bits);
    REQUIRE(read.checksums.size() == 2);
    for (auto const& sum : read.checksums)
      CHECK(sum.outcome() == CheckOutcome::agrees);
    check_refused(parse_gauge_file, file, "not SU(3)");
  }
}

TEST_CASE("colour vectors are read unchanged") {
  auto const field = vectors();
  FolderOfTest const folder("scidac-field");
  for (int const bits : {32, 64}) {
    auto const read = read_colour_vectors(folder.write("source", scidac_file(field, bits)));
    CHECK(read.field.extents == extents);
    CHECK(read.field.vectors == field.vectors);
    CHECK(read.checksums.at(1).outcome() == CheckOutcome::agrees);
  }
}

TEST_CASE("a corrupt SciDAC file, or one with other contents, is refused") {
  auto const links = scidac_file(matrices(), 32, {});
  auto const source = scidac_file(vectors(), 64);
  check_refused(parse_colour_matrices, source, "not four colour matrices");
  check_refused(parse_colour_vectors, links, "not one colour vector");
  check_refused(parse_colour_matrices, "BEGIN_HEADER", "not a LIME file");
  check_refused(parse_colour_vectors, lime_record("something", "else"), "not a SciDAC field");
  check_refused(parse_colour_vectors, edited(source, "<dims>2 1 3 2", "<dims>2 1 3 1"), "size");
  check_refused(parse_colour_matrices, with_changed_bit(links, "scidac-binary-data"), "checksum");
  check_refused(parse_colour_vectors, with_changed_bit(source, "scidac-binary-data"), "checksum");
  auto broken = vectors();
  broken.vectors[5][1] = {0, std::numeric_limits<double>::infinity()};
  check_refused(parse_colour_vectors, scidac_file(broken, 64), "site 5");
  CHECK_THROWS_WITH(read_colour_vectors("/nowhere/source"), ContainsSubstring("/nowhere/source"));
}

TEST_CASE("extents that overflow are refused before memory is allocated") {
  auto const huge =
      scidac_description({1 << 30, 1 << 30, 1 << 30, 1 << 30}, 64, "ColorVector", 6, 1) +
      lime_record("scidac-binary-data", "short");
  check_refused(parse_colour_vectors, huge, "impossible lattice extents");
}

TEST_CASE("MILC's fat links, long links and source have the right checksums") {
  auto const data = std::filesystem::path(KITT_SHARED_DIR) / "data";
  if (!std::filesystem::exists(data))
    KITT_SKIP("no folder " << data);
  for (auto const* const name : {"g_8x8x8x8_asqtad_fat.scidac", "g_8x8x8x8_asqtad_long.scidac"}) {
    auto const links = read_colour_matrices(data / name);
    CHECK(links.field.extents == Extents{8, 8, 8, 8});
    CHECK(links.precision == StoredPrecision::bits_32);
    CHECK(links.checksums.at(0).outcome() == CheckOutcome::agrees);
  }
  auto const source = read_colour_vectors(data / "g_8x8x8x8_source.scidac");
  CHECK(source.field.vectors.size() == volume(source.field.extents));
  // The checksum is printed in MILC's out.sample.check_ks_invert.2.
  CHECK(source.checksums.at(0).stated == 0x18c175b6);
  CHECK(source.checksums.at(1).stated == 0xadc0f9ee);
}
