// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/detail/memory_areas.hpp"
#include "comms/node/huge_pages.hpp"
#include "comms/node/system_files.hpp"
#include "comms/node/topology.hpp"
#include "core/base/error.hpp"
#include "test/comms/node/fake_files.hpp"

#include <cstdint>
#include <cstring>
#include <fmt/format.h>

using namespace kitt::comms;

namespace {
constexpr std::size_t mib = std::size_t{1} << 20;

std::uintptr_t address(std::shared_ptr<void> const& memory) {
  return reinterpret_cast<std::uintptr_t>(memory.get());
}

std::size_t free_explicit_pages(std::size_t page_bytes = 2 * mib) {
  for (auto const& pool : discover_topology().huge_pages)
    if (pool.page_bytes == page_bytes)
      return pool.pages_free;
  return 0;
}
} // namespace

TEST_CASE("memory is zero, aligned and writable to its last byte") {
  for (auto const pages : {HugePages::none, HugePages::madvise}) {
    auto const memory = huge_page_source(pages)("test", 5 * mib + 3);
    auto* const bytes = static_cast<unsigned char*>(memory.get());
    CHECK(address(memory) % (pages == HugePages::none ? 4096 : 2 * mib) == 0);
    CHECK(bytes[0] == 0);
    bytes[0] = 1;
    bytes[5 * mib + 2] = 2;
    CHECK(bytes[5 * mib + 2] == 2);
  }
}

TEST_CASE("memory is counted from allocation to release") {
  auto const before = pages_obtained();
  {
    auto const memory = huge_page_source(HugePages::none)("test", 3 * mib);
    CHECK(pages_obtained().mapped_bytes == before.mapped_bytes + 3 * mib);
  }
  CHECK(pages_obtained().mapped_bytes == before.mapped_bytes);
}

TEST_CASE("resident memory counts only touched memory and is measured exactly") {
  if (!pages_obtained().known)
    KITT_SKIP("no /proc/self/smaps here");
  if (discover_topology().transparent_huge_pages == "always")
    KITT_SKIP(
        "transparent huge pages are always on: touching one page allocates more than one page");
  auto const memory = huge_page_source(HugePages::none)("test", 4 * mib);
  auto const before = pages_obtained();
  std::memset(memory.get(), 1, mib);
  auto const after = pages_obtained();
  CHECK(after.resident_bytes == before.resident_bytes + mib);
  CHECK(after.huge_bytes == before.huge_bytes);
}

TEST_CASE("transparent huge pages are used where the system has them") {
  if (!pages_obtained().known)
    KITT_SKIP("no /proc/self/smaps here");
  auto const mode = discover_topology().transparent_huge_pages;
  auto const memory = huge_page_source(HugePages::madvise)("test", 8 * mib);
  std::memset(memory.get(), 1, 8 * mib);
  auto const obtained = pages_obtained().huge_bytes;
  if (mode == "never" || mode == "unknown")
    CHECK(obtained == 0);
  else if (obtained == 0)
    KITT_SKIP("the system had no huge page to give (mode " << mode << ")");
  else
    CHECK(obtained % (2 * mib) == 0);
}

TEST_CASE("explicit huge pages are used, or refused with advice how to reserve them") {
  auto const source = huge_page_source(HugePages::explicit_2mib);
  if (free_explicit_pages() >= 2) {
    auto const memory = source("test", 3 * mib);
    std::memset(memory.get(), 1, 3 * mib);
    CHECK(pages_obtained().huge_bytes == 4 * mib);
  }
  // more memory than any system reserves
  CHECK_THROWS_AS(source("psi", std::size_t{1} << 50), kitt::UserError);
  try {
    source("psi", std::size_t{1} << 50);
  } catch (kitt::UserError const& error) {
    CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring("vm.nr_hugepages"));
    CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring("psi"));
  }
}

TEST_CASE("fields share 1 GiB pages, or these are refused with advice how to reserve them") {
  auto const source = huge_page_source(HugePages::explicit_1gib);
  CHECK_THROWS_WITH(source("psi", std::size_t{1} << 50),
                    Catch::Matchers::ContainsSubstring("hugepagesz=1G"));
  if (free_explicit_pages(1024 * mib) < 1)
    KITT_SKIP("no page of 1 GiB is reserved here (nr_hugepages of hugepages-1048576kB)");
  auto const first = source("first", 3 * mib + 1);
  auto second = source("second", 5 * mib);
  CHECK(address(second) == address(first) + 4 * mib);
  std::memset(first.get(), 1, 3 * mib);
  CHECK(pages_obtained().by_size == BytesBySize{{1024 * mib, 10 * mib}});
  second.reset(); // the page is still in use
  CHECK(static_cast<char*>(first.get())[3 * mib - 1] == 1);
  CHECK(free_explicit_pages(1024 * mib) == 0);
}

TEST_CASE("the pages and domains of allocated and of shared memory are found") {
  auto const memory = huge_page_source(HugePages::none)("test", 8 * mib);
  auto const begin = address(memory);
  kitt::test::FakeFiles const files;
  files.write("proc/self/smaps",
              fmt::format("{:x}-{:x} rw-p 00000000 00:00 0\n"
                          "KernelPageSize:        4 kB\n"
                          "Rss:                6144 kB\n"
                          "AnonHugePages:      2048 kB\n"
                          "{:x}-{:x} rw-s 00000000 00:10 7  /memfd:x (deleted)\n"
                          "KernelPageSize:     2048 kB\n"
                          "Rss:                   0 kB\n"
                          "Shared_Hugetlb:     4096 kB\n",
                          begin, begin + 8 * mib, begin + 16 * mib, begin + 20 * mib));
  files.write("proc/self/numa_maps",
              fmt::format("{:x} default anon=1536 dirty=1536 N0=1024 N3=512 kernelpagesize_kB=4\n"
                          "{:x} default file=/x N1=1 kernelpagesize_kB=4\n",
                          begin, begin + 16 * mib));
  auto const found = pages_obtained(files.view());
  CHECK(found.known);
  CHECK(found.resident_bytes == 6 * mib);
  CHECK(found.by_size == BytesBySize{{4096, 4 * mib}, {2 * mib, 2 * mib}});
  CHECK(found.shared_by_size == BytesBySize{{2 * mib, 4 * mib}});
  CHECK(found.by_domain == std::map<int, std::size_t>{{0, 4 * mib}, {3, 2 * mib}});
}

TEST_CASE("sizes that overflow are refused") {
  for (auto const pages : {HugePages::none, HugePages::madvise, HugePages::explicit_2mib})
    CHECK_THROWS_AS(huge_page_source(pages)("test", SIZE_MAX - 5), kitt::UserError);
}

TEST_CASE("entries of smaps are read among other lines") {
  auto const areas = detail::parse_smaps(
      {"7f0000000000-7f0000400000 rw-p 00000000 00:00 0", "Size:               4096 kB",
       "Rss:                3000 kB", "AnonHugePages:      2048 kB", "VmFlags: rd wr mr mw me",
       "garbage", "", "7f1000000000-7f1000200000 rw-p 00000000 00:10 7 /x",
       "Rss:                   0 kB", "Private_Hugetlb:    2048 kB"});
  REQUIRE(areas.size() == 2);
  CHECK(areas[0].begin == 0x7f0000000000);
  CHECK(areas[0].end == 0x7f0000400000);
  CHECK(areas[0].resident == 3000 * 1024);
  CHECK(areas[0].huge == 2 * mib);
  CHECK(areas[1].resident == 2 * mib);
  CHECK(areas[1].huge == 2 * mib);
  CHECK_FALSE(areas[1].shared);
  CHECK(areas[1].name == "/x");
}
