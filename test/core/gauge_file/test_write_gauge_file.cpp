// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "core/gauge_file/write_gauge_file.hpp"
#include "test/catch.hpp"
#include "test/core/gauge_file/folder_of_test.hpp"
#include "test/core/gauge_file/sample_fields.hpp"

#include <csignal>
#include <cstring>
#include <sys/resource.h>

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{3, 2, 4, 2};

bool same_bits(GaugeField const& a, GaugeField const& b) {
  return a.extents == b.extents && a.links.size() == b.links.size() &&
         std::memcmp(a.links.data(), b.links.data(), a.links.size() * sizeof a.links[0]) == 0;
}

void check_all_stated(GaugeFileInfo const& info) {
  CHECK(info.plaquette.outcome() == CheckOutcome::agrees);
  CHECK(info.link_trace.outcome() == CheckOutcome::agrees);
  for (auto const& checksum : info.checksums)
    CHECK(checksum.outcome() == CheckOutcome::agrees);
  CHECK(std::abs(info.plaquette.stated.value_or(9) - info.plaquette.computed) < 1e-14);
  CHECK(std::abs(info.link_trace.stated.value_or(9) - info.link_trace.computed) < 1e-14);
}

// Limits the size of files to `bytes`, to imitate a full disk.
class FileSizeLimit {
public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    auto limit = before_;
    limit.rlim_cur = bytes;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  FileSizeLimit(FileSizeLimit const&) = delete;
  FileSizeLimit& operator=(FileSizeLimit const&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

private:
  void (*handler_)(int);
  ::rlimit before_{};
};

} // namespace

TEST_CASE("a NERSC file with three rows of 64 bits is read back bit for bit, in both byte orders") {
  FolderOfTest const folder("nersc");
  auto const field = random_field(extents);
  for (auto const order : {ByteOrder::big, ByteOrder::little}) {
    NerscOptions options;
    options.byte_order = order;
    options.overwrite = Overwrite::yes;
    write_nersc(folder / "field", field, options);
    auto const file = read_gauge_file(folder / "field");
    CHECK(same_bits(file.field, field));
    CHECK(file.info.byte_order == order);
    CHECK(file.info.rows == StoredRows::three);
    check_all_stated(file.info);
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("signed zeros and the smallest numbers are kept") {
  FolderOfTest const folder("zeros");
  auto field = unit_field(extents);
  field.links[3][0][1] = {-0.0, 5e-324};
  write_nersc(folder / "n", field);
  write_ildg(folder / "i", field);
  CHECK(same_bits(read_gauge_file(folder / "n").field, field));
  CHECK(same_bits(read_gauge_file(folder / "i").field, field));
}

TEST_CASE("a lossy NERSC file returns the stored numbers, and writing them again changes no bit") {
  FolderOfTest const folder("lossy");
  auto const field = random_field(extents);
  for (auto const rows : {StoredRows::two, StoredRows::three})
    for (auto const precision : {StoredPrecision::bits_32, StoredPrecision::bits_64}) {
      NerscOptions const options{rows, precision, ByteOrder::little, Overwrite::yes};
      write_nersc(folder / "once", field, options);
      auto const once = read_gauge_file(folder / "once");
      CHECK(once.info.rows == rows);
      CHECK(once.info.precision == precision);
      check_all_stated(once.info);
      auto const kept = precision == StoredPrecision::bits_32 ? rounded(field) : field;
      for (std::size_t i = 0; i < field.links.size(); ++i) {
        REQUIRE(once.field.links[i][0] == kept.links[i][0]);
        REQUIRE(once.field.links[i][1] == kept.links[i][1]);
        if (rows == StoredRows::three)
          REQUIRE(once.field.links[i][2] == kept.links[i][2]);
      }
      write_nersc(folder / "twice", once.field, options);
      CHECK(same_bits(read_gauge_file(folder / "twice").field, once.field));
    }
}

TEST_CASE("an ILDG file is read back bit for bit, and with 32 bits as the rounded field") {
  FolderOfTest const folder("ildg");
  auto const field = random_field(extents);
  write_ildg(folder / "double", field);
  auto const wide = read_gauge_file(folder / "double");
  CHECK(wide.info.format == GaugeFileFormat::ildg);
  CHECK(same_bits(wide.field, field));
  check_all_stated(wide.info);
  write_ildg(folder / "single", field, {.precision = StoredPrecision::bits_32});
  auto const narrow = read_gauge_file(folder / "single");
  CHECK(narrow.info.precision == StoredPrecision::bits_32);
  CHECK(same_bits(narrow.field, rounded(field)));
  check_all_stated(narrow.info);
}

TEST_CASE("an existing file is replaced only after a successful write") {
  FolderOfTest const folder("replace");
  auto const path = folder.write("field", "old content");
  {
    FileSizeLimit const limit(4096);
    auto const field = random_field(extents);
    CHECK_THROWS_AS(write_nersc(path, field), UserError);
    CHECK_THROWS_AS(write_ildg(path, field), UserError);
  }
  CHECK(folder.read("field") == "old content");
  auto broken = random_field(extents);
  broken.links[2][0][0] = 7;
  CHECK_THROWS_AS(write_nersc(path, broken), UserError);
  CHECK_THROWS_AS(write_ildg(path, broken), UserError);
  CHECK(folder.read("field") == "old content");
  CHECK(folder.entries() == 1); // no temporary file is left
  auto const field = random_field(extents);
  CHECK_THROWS_WITH(write_ildg(path, field), Catch::Matchers::ContainsSubstring("exists"));
  CHECK(folder.read("field") == "old content");
  write_ildg(path, field, {.overwrite = Overwrite::yes});
  CHECK(same_bits(read_gauge_file(path).field, field));
  CHECK(folder.entries() == 1);
}

TEST_CASE("a place that cannot be written is refused with the reason") {
  FolderOfTest const folder("places");
  auto const field = unit_field({2, 2, 2, 2});
  CHECK_THROWS_WITH(write_nersc(folder / "no/such/folder", field),
                    Catch::Matchers::ContainsSubstring("cannot be written (No such file"));
  CHECK_THROWS_WITH(write_ildg(folder / ".", field),
                    Catch::Matchers::ContainsSubstring("directory"));
  CHECK_THROWS_WITH(write_ildg("/dev/null", field),
                    Catch::Matchers::ContainsSubstring("not a regular file"));
}
