// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "test/catch.hpp"
#include "test/core/gauge_file/folder_of_test.hpp"
#include "test/core/gauge_file/sample_fields.hpp"
#include "test/core/gauge_file/sample_files.hpp"

#include <algorithm>
#include <limits>
#include <sys/stat.h>

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{2, 1, 2, 1};

struct Sample {
  std::string name;
  std::string file;
  std::size_t links_at; // position of the first link; only in LIME files do other bytes follow the
                        // links
};

GaugeField const& field() {
  static auto const made = rounded(random_field(extents));
  return made;
}

std::string good_nersc() {
  return nersc_file(field(), 2, "IEEE64BIG", Endian::big,
                    {plaquette(field()).all, link_trace(field())});
}

std::string good_scidac() {
  return scidac_file(field(), 32, {plaquette(field()).all, link_trace(field())});
}

// Returns a file without checksums, so that nothing proves its links.
std::string unproven_nersc() {
  auto const good = good_nersc();
  auto const from = good.find("CHECKSUM");
  return good.substr(0, from) + good.substr(good.find('\n', from) + 1);
}

std::string unproven_scidac() {
  auto const links = link_bytes(field(), 3, 32, Endian::big);
  return scidac_description(extents, 32) +
         usqcd_record({plaquette(field()).all, link_trace(field())}) +
         lime_record("scidac-binary-data", links);
}

std::vector<Sample> samples() {
  auto const at = [](std::string const& file, std::string const& links) {
    return file.find(links);
  };
  auto const two_rows = link_bytes(field(), 2, 64, Endian::big);
  auto const all_rows = link_bytes(field(), 3, 32, Endian::big);
  return {{"NERSC", good_nersc(), at(good_nersc(), two_rows)},
          {"MILC", milc_file(field(), Endian::big), 96},
          {"SciDAC", good_scidac(), at(good_scidac(), all_rows)},
          {"ILDG", ildg_file(field(), 32), at(ildg_file(field(), 32), all_rows)}};
}

// Returns the error message if the file is refused, and "" if it is read. Any exception other than
// UserError ends the test.
std::string refusal(std::string const& file) {
  try {
    static_cast<void>(parse_gauge_file(bytes_of(file)));
    return "";
  } catch (UserError const& error) {
    return error.what();
  }
}

// Returns whether the message is one line of the form "problem (why): what to do".
bool well_formed(std::string const& message) {
  auto const open = message.find('(');
  auto const close = message.find("): ", open);
  return open != std::string::npos && close != std::string::npos && close + 3 < message.size() &&
         std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

void check_refused(std::string const& file, std::string const& why) {
  auto const message = refusal(file);
  CHECK_THAT(message, Catch::Matchers::ContainsSubstring(why));
  CHECK(well_formed(message));
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// Replaces a text within a record of a LIME file and adjusts the length of the record.
std::string edited(std::string const& file, std::string const& from, std::string const& to) {
  std::string out;
  for (std::size_t at = 0; at < file.size();) {
    std::size_t const length = word_at(file, at + 12, Endian::big);
    std::string const type = file.c_str() + at + 16;
    auto data = file.substr(at + 144, length);
    if (auto const found = data.find(from); found != std::string::npos)
      data.replace(found, from.size(), to);
    out += lime_record(type, data);
    at += 144 + (length + 7) / 8 * 8;
  }
  REQUIRE(out != file);
  return out;
}

} // namespace

TEST_CASE("the unchanged sample files are read without errors") {
  for (auto const& sample : samples()) {
    CHECK(refusal(sample.file) == "");
    CHECK(sample.links_at < sample.file.size());
  }
}

TEST_CASE("a file cut at any place is refused in one line") {
  for (auto const& sample : samples())
    for (std::size_t length = 0; length < sample.file.size(); ++length) {
      auto const message = refusal(sample.file.substr(0, length));
      INFO(sample.name << " cut to " << length << " of " << sample.file.size() << ": " << message);
      // A LIME file may lose its last padding. If it ends at a record's end, it may also lose the
      // checksum after the links.
      bool const lime = sample.name == "SciDAC" || sample.name == "ILDG";
      auto const links_end = sample.links_at + link_bytes(field(), 3, 32, Endian::big).size();
      if (lime && length >= links_end && message.empty())
        continue;
      REQUIRE(well_formed(message));
    }
}

TEST_CASE("a file with added bytes is refused, unless the bytes are padding") {
  for (auto const& sample : samples()) {
    INFO(sample.name);
    CHECK(well_formed(refusal(sample.file + std::string(5000, 'x'))));
    CHECK(well_formed(refusal(sample.file + std::string(144, '\0') + "x")));
    CHECK(well_formed(refusal(sample.file + sample.file)));
    for (std::size_t const more : {1u, 7u, 144u, 5000u})
      CHECK(refusal(sample.file + std::string(more, '\0')) == "");
  }
}

TEST_CASE("a changed bit in the links is found if the file has a checksum") {
  for (auto const& sample : samples()) {
    if (sample.name == "ILDG")
      continue;
    auto const links = sample.name == "NERSC" ? link_bytes(field(), 2, 64, Endian::big)
                                              : link_bytes(field(), 3, 32, Endian::big);
    for (std::size_t i = 0; i < links.size(); ++i) {
      auto file = sample.file;
      auto& byte = file[sample.links_at + i];
      byte = static_cast<char>(byte ^ (1 << (i % 8)));
      auto const message = refusal(file);
      INFO(sample.name << " byte " << i << ": " << message);
      REQUIRE(message.find("checksum") != std::string::npos);
      REQUIRE(well_formed(message));
    }
  }
}

TEST_CASE("a changed byte in the header is refused or changes nothing") {
  for (auto const& sample : samples())
    for (std::size_t i = 0; i < sample.links_at; ++i)
      for (int const change : {0x01, 0x10, 0x80, 0xff}) {
        auto file = sample.file;
        file[i] = static_cast<char>(file[i] ^ change);
        INFO(sample.name << " byte " << i << " xor " << change);
        auto const message = refusal(file);
        if (!message.empty())
          REQUIRE(well_formed(message));
        else
          REQUIRE(parse_gauge_file(bytes_of(file)).field.links.size() == field().links.size());
      }
}

TEST_CASE("invalid or overflowing extents are refused before memory is allocated") {
  for (std::string const extent :
       {"0", "-2", "", "two", "2.0", "2 2", "2147483648", "99999999999999999999999999", "0x2"}) {
    INFO(extent);
    auto const line = "DIMENSION_1 = " + extent + "\n";
    check_refused(replaced(good_nersc(), "DIMENSION_1 = 2\n", line), "extent");
    check_refused(edited(ildg_file(field(), 32), "<lx>2", "<lx>" + extent), "extent");
  }
  auto huge = good_nersc();
  for (auto const* line :
       {"DIMENSION_1 = 2", "DIMENSION_2 = 1", "DIMENSION_3 = 2", "DIMENSION_4 = 1"})
    huge = replaced(huge, line, std::string(line, 14) + "2147483647");
  check_refused(huge, "impossible lattice extents");
  check_refused(replaced(good_nersc(), "DIMENSION_1 = 2", "DIMENSION_1 = 2147483647"), "too short");
  // 65536^4 sites of 384 bytes are 0 modulo 2^64
  huge = good_nersc();
  for (auto const* line :
       {"DIMENSION_1 = 2", "DIMENSION_2 = 1", "DIMENSION_3 = 2", "DIMENSION_4 = 1"})
    huge = replaced(huge, line, std::string(line, 14) + "65536");
  check_refused(huge, "impossible lattice extents");
  auto milc = milc_file(field(), Endian::little);
  for (auto const extent : {0u, 0x80000000u, 0xffffffffu}) {
    milc.replace(4, 4, word_bytes(extent, Endian::little));
    check_refused(milc, "extent");
  }
  milc.replace(4, 16, std::string(16, '\x7f'));
  check_refused(milc, "impossible lattice extents");
  auto const dims = "<dims>2 1 2 1 </dims>";
  for (auto const* other : {"<dims>2 1 2</dims>", "<dims>2 1 2 1 1</dims>", "<dims></dims>"})
    check_refused(edited(good_scidac(), dims, other), "four-dimensional");
  check_refused(edited(good_scidac(), dims, "<dims>2 1 2 x</dims>"), "extent");
}

TEST_CASE("a LIME record that is longer than any file is refused") {
  auto file = ildg_file(field(), 32);
  for (auto const length : {~std::uint64_t{0}, ~std::uint64_t{0} - 6, std::uint64_t{1} << 40}) {
    file.replace(8, 8, word_bytes(length, Endian::big));
    check_refused(file, "too short");
  }
}

TEST_CASE("a mislabelled file is refused, with a hint if its size shows the true format") {
  check_refused(replaced(good_nersc(), "4D_SU3_GAUGE\n", "4D_SU3_GAUGE_3x3\n"),
                "which is the size of 2 rows of 64 bit");
  check_refused(replaced(good_nersc(), "IEEE64BIG", "IEEE32BIG"), "2 rows of 64 bit");
  check_refused(replaced(good_nersc(), "IEEE64BIG", "IEEE64LITTLE"), "checksum");
  check_refused(replaced(good_nersc(), "4D_SU3_GAUGE", "4D_SU4_GAUGE"), "data type");
  check_refused(replaced(good_nersc(), "IEEE64BIG", "TMS320C30"), "number format");
  check_refused(replaced(good_nersc(), "DIMENSION_1 = 2\nDIMENSION_2 = 1",
                         "DIMENSION_1 = 1\nDIMENSION_2 = 2"),
                "plaquette");
  check_refused(edited(ildg_file(field(), 32), "su3gauge", "su2gauge"), "SU(3)");
  check_refused(edited(ildg_file(field(), 32), "<precision>32", "<precision>64"),
                "3 rows of 32 bit");
  check_refused(edited(ildg_file(field(), 32), "<precision>32", "<precision>16"), "precision");
  check_refused(edited(good_scidac(), "<precision>F", "<precision>D"), "typesize");
  check_refused(edited(good_scidac(), "<datacount>4", "<datacount>1"), "gauge field");
  check_refused(edited(good_scidac(), "<volfmt>0", "<volfmt>1"), "several files");
  auto nodes = milc_file(field(), Endian::big);
  nodes.replace(84, 4, word_bytes(std::uint32_t{1}, Endian::big));
  check_refused(nodes, "order");
  // The byte order of the links is wrong, and there is no checksum that shows it.
  auto const swapped = link_bytes(field(), 3, 32, Endian::little);
  check_refused(replaced(ildg_file(field(), 32), link_bytes(field(), 3, 32, Endian::big), swapped),
                "mislabelled");
}

TEST_CASE("contradicting, missing or repeated descriptions are refused") {
  auto const links = lime_record("ildg-binary-data", link_bytes(field(), 3, 32, Endian::big));
  check_refused(links, "description");
  check_refused(scidac_description(extents, 64) + ildg_file(field(), 32), "mislabelled");
  check_refused(ildg_file(field(), 32) + links, "more than one");
  check_refused(ildg_file(field(), 32) + good_scidac(), "two fields");
  check_refused(lime_record("some-other-data", "abc"), "has no gauge field");
  check_refused(edited(ildg_file(field(), 32), "<lz>2</lz>", ""), "--extents");
  auto other_version = ildg_file(field(), 32);
  other_version[5] = 99;
  check_refused(other_version, "99");
  check_refused(replaced(good_nersc(), "STORAGE_FORMAT = 1.0", "DIMENSION_1 = 2"), "twice");
  for (auto const* key : {"DATATYPE", "DIMENSION_3", "FLOATING_POINT"})
    check_refused(replaced(good_nersc(), key, "SOMETHING"), "incomplete");
  check_refused(replaced(good_nersc(), "END_HEADER", "EMD_HEADER"), "END_HEADER");
}

TEST_CASE("a stated plaquette, link trace or checksum that disagrees is refused") {
  for (std::string const value : {"0.5", "-1", "nan", "inf", "0.1x", "1e999", ""}) {
    INFO(value);
    auto const& good = unproven_nersc();
    auto const line = [&](std::string const& key) {
      auto const from = good.find(key);
      return good.substr(from, good.find('\n', from) - from);
    };
    check_refused(replaced(good, line("PLAQUETTE"), "PLAQUETTE = " + value), "--accept plaquette");
    check_refused(replaced(good, line("LINK_TRACE"), "LINK_TRACE = " + value),
                  "--accept link-trace");
  }
  check_refused(replaced(good_nersc(), "CHECKSUM = ", "CHECKSUM = g"), "hexadecimal");
  check_refused(replaced(good_nersc(), "CHECKSUM = ", "CHECKSUM = 123456789"), "hexadecimal");
  check_refused(edited(unproven_scidac(), "<plaq>", "<plaq>0.7"), "plaquette");
  check_refused(edited(unproven_scidac(), "<linktr>", "<linktr>x"), "--accept link-trace");
  check_refused(edited(good_scidac(), "</suma>", ""), "not XML");
  auto const ildg = ildg_file(field(), 32);
  check_refused(ildg + lime_record("xlf-info", "\n plaquette = 7.0e-01\n beta = 3.9"), "xlf-info");
  check_refused(edited(good_scidac(), "<suma>", "<suma>g"), "hexadecimal");
}

TEST_CASE("links that are not numbers or not in SU(3) are refused") {
  auto const with = [](double value) {
    auto spoiled = field();
    spoiled.links[5][1][2] = value;
    return spoiled;
  };
  for (double const value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    check_refused(ildg_file(with(value), 32), "direction 1 at site 1");
    check_refused(milc_file(with(value), Endian::little), "not finite");
    check_refused(nersc_file(with(value), 2, "IEEE64BIG", Endian::big, {}), "not finite");
  }
  check_refused(ildg_file(with(0.5), 64), "SU(3)");
  check_refused(nersc_file(with(1e300), 2, "IEEE64BIG", Endian::big, {}), "SU(3)");
}

TEST_CASE("a file that is not a gauge file is refused, and the message names its likely kind") {
  check_refused("", "empty");
  check_refused("x", "known format");
  check_refused(std::string("\0\x1b[31m\n", 8), "known format");
  check_refused("\x1f\x8b\x08 packed", "gzip");
  check_refused("version https://git-lfs.github.com/spec/v1\n", "LFS");
  check_refused(std::string("\x2a\xd1\0\0", 4), "older");
}

TEST_CASE("missing, empty and special files are refused with their name") {
  FolderOfTest const folder("special");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  struct Case {
    std::filesystem::path path;
    std::string why;
  };
  for (auto const& [path, why] :
       {Case{folder / "absent", "no such file"}, Case{folder / ".", "directory"},
        Case{folder.write("empty", ""), "empty"}, Case{"/dev/zero", "regular file"},
        Case{folder / "pipe", "regular file"},
        Case{folder.write("text", "hello"), "known format"}}) {
    try {
      static_cast<void>(read_gauge_file(path));
      FAIL(path << " was read");
    } catch (UserError const& error) {
      CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring(path.string() + ": "));
      CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring(why));
      CHECK(well_formed(error.what()));
    }
  }
}
