// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/gauge_file/write_gauge_file.hpp"
#include "miniapp/tools/tools.hpp"
#include "test/catch.hpp"
#include "test/core/gauge_file/folder_of_test.hpp"
#include "test/core/gauge_file/sample_fields.hpp"
#include "test/core/gauge_file/sample_files.hpp"

using namespace kitt;
using namespace kitt::test;
using Catch::Matchers::ContainsSubstring;
using miniapp::run_gauge;

TEST_CASE("kitt gauge prints the kind of the file and which stated values agree") {
  FolderOfTest const folder("describe");
  auto const path = folder / "field";
  write_nersc(path, unit_field({2, 2, 2, 4}), {StoredRows::two, StoredPrecision::bits_32});
  auto const text = miniapp::describe_gauge_file(path, read_gauge_file(path).info);
  CHECK_THAT(text, ContainsSubstring("NERSC, 32 bit, big-endian, 2 rows"));
  CHECK_THAT(text, ContainsSubstring("2 x 2 x 2 x 4 (x y z t), 32 sites"));
  CHECK_THAT(text, ContainsSubstring("agrees with the stated 1 (tolerance 1e-05)"));
  CHECK_THAT(text, ContainsSubstring("CHECKSUM 80000000")); // the checksum is 768 times 0x3f800000
}

TEST_CASE("kitt gauge converts a file without losing a bit") {
  FolderOfTest const folder("convert");
  auto const field = rounded(random_field({2, 3, 2, 2}));
  for (auto const& content :
       {milc_file(field, Endian::little), ildg_file(field, 64),
        nersc_file(field, 2, "IEEE32", Endian::big, {plaquette(field).all, link_trace(field)})}) {
    auto const path = folder.write("in", content);
    auto const links = read_gauge_file(path).field.links;
    CHECK(run_gauge({{path}, folder / "nersc", folder / "ildg", true}) == 0);
    CHECK(read_gauge_file(folder / "nersc").field.links == links);
    CHECK(read_gauge_file(folder / "ildg").field.links == links);
  }
}

TEST_CASE("kitt gauge writes MILC files with 32-bit numbers") {
  FolderOfTest const folder("milc");
  auto const field = random_field({2, 3, 2, 4});
  auto const path = folder.write("in", ildg_file(field, 64));
  CHECK(run_gauge({{path}, "", "", false, folder / "milc"}) == 0);
  auto const read = read_gauge_file(folder / "milc");
  CHECK(read.field.links == rounded(field).links);
  CHECK(read.info.format == GaugeFileFormat::milc);
  CHECK(read.info.checksums.at(1).outcome() == CheckOutcome::agrees);
  auto written = folder.read("milc"); // equal to the file that this test writes, except for the
                                      // time
  auto expected = milc_file(field, Endian::little);
  CHECK(written.replace(20, 64, 64, ' ') == expected.replace(20, 64, 64, ' '));
  CHECK_THROWS_WITH(run_gauge({{path}, "", "", false, folder / "milc"}),
                    ContainsSubstring("milc exists ("));
  CHECK_THROWS_WITH(run_gauge({{path}, folder / "out", "", true, folder / "out"}),
                    ContainsSubstring("are the same file ("));
}

TEST_CASE("kitt gauge prints wrong values stated in a file, and the bytes that it ignores") {
  FolderOfTest const folder("strangers");
  auto milc = milc_file(unit_field({2, 2, 2, 2}), Endian::big) + "\n";
  milc.replace(88, 8, 8, '\0');
  auto const path = folder.write("milc", milc);
  auto const text = miniapp::describe_gauge_file(path, read_gauge_file(path).info);
  CHECK_THAT(text, ContainsSubstring("never filled in by the file"));
  CHECK_THAT(text, ContainsSubstring("note         1 byte behind the links is left out"));
  CHECK_THAT(text, ContainsSubstring("WARNING      the checksum sum29 was never filled in"));
}

TEST_CASE("kitt gauge converts a file that can only be read with options") {
  FolderOfTest const folder("reading");
  auto const field = rounded(random_field({2, 2, 2, 2}));
  auto const bare =
      folder.write("bare", lime_record("ildg-binary-data", link_bytes(field, 3, 32, Endian::big)));
  CHECK_THROWS_WITH(run_gauge({{bare}, "", ""}), ContainsSubstring("--extents"));
  miniapp::GaugeOptions options{{bare}, "", folder / "ildg"};
  options.reading.extents = Extents{2, 2, 2, 2};
  CHECK(run_gauge(options) == 0);
  CHECK(read_gauge_file(folder / "ildg").field.links == field.links);
}

TEST_CASE("kitt gauge overwrites files only with --force, and never its own input") {
  FolderOfTest const folder("overwrite");
  auto const before = ildg_file(random_field({2, 2, 2, 2}), 64);
  auto const path = folder.write("in", before);
  CHECK_THROWS_WITH(run_gauge({{path}, "", path, true}), ContainsSubstring("are the same file ("));
  CHECK_THROWS_WITH(run_gauge({{path}, path, "", true}), ContainsSubstring("are the same file ("));
  auto const taken = folder.write("taken", "mine");
  CHECK_THROWS_WITH(run_gauge({{path}, taken, ""}), ContainsSubstring("taken exists ("));
  CHECK_THROWS_WITH(run_gauge({{path}, "", taken}), ContainsSubstring("taken exists ("));
  CHECK(folder.read("taken") == "mine");
  CHECK(folder.read("in") == before);
}

TEST_CASE("kitt gauge keeps the records that other programs wrote next to the links") {
  FolderOfTest const folder("carry");
  auto const field = random_field({2, 2, 2, 2});
  auto const path = folder.write(
      "in", scidac_file(field, 64, {plaquette(field).all, link_trace(field)}) +
                lime_record("xlf-info", "beta = 3.9") + lime_record("ildg-data-lfn", "lfn://a"));
  auto const records = [&](char const* name) {
    std::vector<std::pair<std::string, std::string>> found;
    for (auto const& record : read_gauge_file(folder / name).records)
      found.emplace_back(record.type, record.data);
    std::ranges::sort(found);
    return found;
  };
  CHECK(run_gauge({{path}, folder / "nersc", folder / "ildg"}) == 0);
  auto const kept = records("in");
  REQUIRE(kept.size() == 3); // two added records and scidac-record-xml
  auto now = records("ildg");
  std::erase_if(now, [](auto const& record) { return record.first == "scidac-file-xml"; });
  CHECK(now == kept);
  CHECK(read_gauge_file(folder / "ildg").field.links == field.links);
}

TEST_CASE("kitt gauge refuses impossible requests, and continues after a bad file among several") {
  FolderOfTest const folder("refuse");
  auto const good = folder.write("good", milc_file(unit_field({2, 2, 2, 2}), Endian::big));
  auto const bad = folder.write("bad", "no field");
  CHECK_THROWS_AS(run_gauge({{}, "", ""}), UserError);
  CHECK_THROWS_AS(run_gauge({{bad}, "", ""}), UserError);
  CHECK_THROWS_AS(run_gauge({{good, good}, folder / "out", ""}), UserError);
  CHECK_THROWS_AS(run_gauge({{good}, folder / "out", folder / "out"}), UserError);
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
  CHECK(run_gauge({{bad, good}, "", ""}) == 2);
  CHECK(run_gauge({{good, good}, "", ""}) == 0);
}
