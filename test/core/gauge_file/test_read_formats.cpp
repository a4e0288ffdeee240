// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/gauge_file.hpp"
#include "test/catch.hpp"
#include "test/core/gauge_file/folder_of_test.hpp"
#include "test/core/gauge_file/sample_fields.hpp"
#include "test/core/gauge_file/sample_files.hpp"

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{2, 3, 2, 1}; // the reader accepts odd and unequal extents and 1

Statement statement_of(GaugeField const& field) {
  return {plaquette(field).all, link_trace(field)};
}

GaugeFile parse(std::string const& file) {
  return parse_gauge_file(bytes_of(file));
}

void check_described(GaugeFileInfo const& info, GaugeFileFormat format, int bits, Endian endian) {
  CHECK(info.format == format);
  CHECK(info.extents == extents);
  CHECK(static_cast<int>(info.precision) == bits);
  CHECK(info.byte_order == (endian == Endian::big ? ByteOrder::big : ByteOrder::little));
}

} // namespace

TEST_CASE("NERSC files are read in all number formats") {
  struct Numbers {
    char const* name;
    int bits;
    Endian endian;
  };
  for (auto const& [name, bits, endian] :
       {Numbers{"IEEE32", 32, Endian::big}, Numbers{"IEEE32", 32, Endian::little},
        Numbers{"IEEE32BIG", 32, Endian::big}, Numbers{"IEEE32LITTLE", 32, Endian::little},
        Numbers{"IEEE64BIG", 64, Endian::big}, Numbers{"IEEE64LITTLE", 64, Endian::little},
        Numbers{"IEEE64", 64, Endian::little}, Numbers{"IEEE64", 64, Endian::big}})
    for (std::size_t const rows : {2u, 3u}) {
      INFO(name << " " << rows);
      auto const field = bits == 32 ? rounded(random_field(extents)) : random_field(extents);
      auto const statement = statement_of(field);
      auto const file = parse(nersc_file(field, rows, name, endian, statement));
      check_described(file.info, GaugeFileFormat::nersc, bits, endian);
      CHECK(static_cast<std::size_t>(file.info.rows) == rows);
      CHECK(file.info.checksums.at(0).outcome() == CheckOutcome::agrees);
      CHECK(file.info.plaquette.outcome() == CheckOutcome::agrees);
      CHECK(std::abs(file.info.link_trace.computed - statement.link_trace) < 1e-7);
      for (std::size_t i = 0; i < field.links.size(); ++i) {
        for (std::size_t row = 0; row < rows; ++row)
          REQUIRE(file.field.links[i][row] == field.links[i][row]);
        for (std::size_t column = 0; column < 3; ++column)
          REQUIRE(std::abs(file.field.links[i][2][column] - field.links[i][2][column]) <
                  (bits == 32 ? 1e-6 : 1e-15));
      }
    }
}

TEST_CASE("NERSC files with a short header, carriage returns and no stated values are read") {
  auto const field = random_field(extents);
  std::string const header = "BEGIN_HEADER\r\nDATATYPE=4D_SU3_GAUGE_3X3\r\nDIMENSION_1 = 2\r\n"
                             "DIMENSION_2 =3\r\nDIMENSION_3= 2\r\nDIMENSION_4 = 1\r\n"
                             "FLOATING_POINT = IEEE64BIG\r\nEND_HEADER\r\n";
  auto const file = parse(header + link_bytes(field, 3, 64, Endian::big));
  CHECK(file.field.links == field.links);
  CHECK(file.info.checksums.at(0).outcome() == CheckOutcome::not_stated);
  CHECK(file.info.plaquette.outcome() == CheckOutcome::not_stated);
  CHECK(file.info.link_trace.outcome() == CheckOutcome::not_stated);
}

TEST_CASE("MILC files are read in both byte orders") {
  auto const field = rounded(random_field(extents));
  for (auto const endian : {Endian::big, Endian::little}) {
    auto const file = parse(milc_file(field, endian));
    check_described(file.info, GaugeFileFormat::milc, 32, endian);
    CHECK(file.field.links == field.links);
    REQUIRE(file.info.checksums.size() == 2);
    CHECK(file.info.checksums[0].outcome() == CheckOutcome::agrees);
    CHECK(file.info.checksums[1].outcome() == CheckOutcome::agrees);
  }
}

TEST_CASE("SciDAC and ILDG files are read in both precisions") {
  for (int const bits : {32, 64}) {
    auto const field = bits == 32 ? rounded(random_field(extents)) : random_field(extents);
    auto const scidac = parse(scidac_file(field, bits, statement_of(field)));
    check_described(scidac.info, GaugeFileFormat::scidac, bits, Endian::big);
    CHECK(scidac.field.links == field.links);
    CHECK(scidac.info.checksums.at(1).outcome() == CheckOutcome::agrees);
    CHECK(scidac.info.plaquette.outcome() == CheckOutcome::agrees);
    CHECK(scidac.info.link_trace.outcome() == CheckOutcome::agrees);

    auto const ildg = parse(ildg_file(field, bits));
    check_described(ildg.info, GaugeFileFormat::ildg, bits, Endian::big);
    CHECK(ildg.field.links == field.links);
    CHECK(ildg.info.checksums.at(1).outcome() == CheckOutcome::not_stated);
    CHECK(ildg.info.checksums.at(1).computed == scidac.info.checksums.at(1).stated);
  }
}

TEST_CASE("an ILDG file with an incomplete description is read if other records complete it") {
  auto const without = [](std::string const& file, std::string const& element) {
    auto text = file; // replaced by an element of another name with equal length
    for (auto const& tag : {element, "</" + element.substr(1)})
      for (auto at = text.find(tag); at != std::string::npos; at = text.find(tag, at))
        text[at + tag.size() - 2] = '_';
    return text;
  };
  for (int const bits : {32, 64}) {
    auto const field = bits == 32 ? rounded(random_field(extents)) : random_field(extents);
    auto const plain = ildg_file(field, bits);
    auto const both = scidac_description(extents, bits) + plain;
    for (auto const& file : {without(plain, "<field>"), without(plain, "<precision>"),
                             without(without(plain, "<field>"), "<precision>"),
                             without(both, "<lz>"), without(both, "<field>")}) {
      auto const read = parse(file);
      check_described(read.info, GaugeFileFormat::ildg, bits, Endian::big);
      CHECK(read.field.links == field.links);
    }
  }
}

TEST_CASE("a plaquette in xlf-info is compared with the links, and other records are kept") {
  auto const field = random_field(extents);
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(),
                "\n plaquette = %e\n trajectory nr = 1000\n beta = 3.900000, kappa = 0.160856",
                plaquette(field).all);
  auto const file = parse(ildg_file(field, 64) + lime_record("xlf-info", text.data()) +
                          lime_record("xlf-info", "another"));
  CHECK(file.info.plaquette.outcome() == CheckOutcome::agrees);
  REQUIRE(file.records.size() == 2);
  CHECK(file.records[0].type == "xlf-info");
  CHECK(file.records[0].data == text.data());
  for (auto const* nothing : {"", "plaquette", "plaquette =", "plaquette = about 0.6"})
    CHECK(parse(ildg_file(field, 64) + lime_record("xlf-info", nothing)).info.plaquette.outcome() ==
          CheckOutcome::not_stated);
}

TEST_CASE("a file is recognised by its content, not by its name") {
  FolderOfTest const folder("names");
  auto const field = rounded(random_field(extents));
  auto const path = folder.write("field.nersc", milc_file(field, Endian::little));
  CHECK(read_gauge_file(path).info.format == GaugeFileFormat::milc);
  CHECK(read_gauge_file(folder.write("lat.milc", ildg_file(field, 32))).field.links == field.links);
}
