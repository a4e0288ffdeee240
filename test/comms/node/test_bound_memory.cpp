// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/bound_memory.hpp"
#include "comms/node/detail/mapping.hpp"
#include "comms/node/numa.hpp"
#include "comms/node/topology.hpp"
#include "core/base/error.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

using namespace kitt;
using namespace kitt::comms;

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

/// Returns memory bound to a domain of this machine. Empty if the system forbids binding memory, as
/// containers may do.
std::optional<BoundMemory> bound(std::size_t bytes, int domain, HugePages pages) {
  try {
    return BoundMemory("kitt::test", bytes, domain, pages);
  } catch (UserError const& error) {
    if (std::string(error.what()).find("refuses to bind") == std::string::npos)
      throw;
    WARN(error.what());
    return std::nullopt;
  }
}

int own_domain() {
  return discover_numa_map().domains.front().number;
}

std::size_t free_explicit_pages(std::size_t page_bytes) {
  for (auto const& pool : discover_topology().huge_pages)
    if (pool.page_bytes == page_bytes)
      return pool.pages_free;
  return 0;
}

/// Checks memory on reserved pages. Two threads get pages of their own.
void check_reserved(HugePages pages, std::size_t page_bytes, std::size_t bytes) {
  auto const needed = bytes / page_bytes + 2;
  auto const free = free_explicit_pages(page_bytes);
  if (free < needed)
    KITT_SKIP("fewer than " << needed << " reserved huge pages are free");
  auto const memory = bound(bytes, own_domain(), pages);
  auto const other = bound(4096, own_domain(), pages);
  if (!memory || !other)
    KITT_SKIP("memory cannot be bound here");
  CHECK(free_explicit_pages(page_bytes) == free - needed); // pages are taken before the first touch
  std::memset(memory->data(), 1, bytes);
  CHECK(memory->pages().misplaced == 0);
  auto const obtained = pages_obtained();
  if (obtained.known)
    CHECK(obtained.by_size == BytesBySize{{page_bytes, needed * page_bytes}});
}

} // namespace

TEST_CASE("pages lie in the domain that they were bound to, once they are touched") {
  constexpr std::size_t bytes = 4 * mib + 1000;
  for (auto const pages : {HugePages::none, HugePages::madvise})
    for (auto const& domain : discover_numa_map().domains) {
      auto const memory = bound(bytes, domain.number, pages);
      if (!memory)
        continue;
      auto const before = memory->pages();
      CHECK(before.checked >= bytes / 65536);
      CHECK(before.misplaced == before.checked); // the pages are not placed yet
      std::memset(memory->data(), 1, bytes);
      CHECK(memory->pages().checked == before.checked);
      CHECK(memory->pages().misplaced == 0);
    }
}

TEST_CASE("bound memory uses the requested kind of pages") {
  auto const mode = discover_topology().transparent_huge_pages;
  if (!pages_obtained().known || mode == "always")
    KITT_SKIP("the system does not report pages, or all pages are huge (transparent huge pages: "
              << mode << ")");
  std::size_t huge = 0;
  for (auto const pages : {HugePages::none, HugePages::madvise}) {
    auto const memory = bound(8 * mib, own_domain(), pages);
    if (!memory)
      KITT_SKIP("memory cannot be bound here");
    std::memset(memory->data(), 1, 8 * mib);
    huge = pages_obtained().huge_bytes;
    if (pages == HugePages::none || mode != "madvise")
      CHECK(huge == 0);
  }
  if (mode == "madvise" && huge == 0)
    KITT_SKIP("the system had no huge page to give");
}

TEST_CASE(
    "reserved 2 MiB pages come from the requested domain, or the error says how to reserve them") {
  CHECK_THROWS_WITH(
      BoundMemory("kitt::test", std::size_t{1} << 50, own_domain(), HugePages::explicit_2mib),
      Catch::Matchers::ContainsSubstring("vm.nr_hugepages"));
  check_reserved(HugePages::explicit_2mib, huge_page_bytes, huge_page_bytes + 1000);
}

TEST_CASE("no two blocks share a 1 GiB page, because a page lies in one domain") {
  check_reserved(HugePages::explicit_1gib, gigantic_page_bytes, 1000);
}

TEST_CASE("a page that the system lacks is reported, although touching it would end the program") {
  auto const page = comms::detail::default_page_bytes();
  auto* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  REQUIRE(ftruncate(fileno(file), static_cast<off_t>(2 * page)) ==
          0); // the third page lies beyond the end of the file
  auto* const memory = mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
  REQUIRE(memory != MAP_FAILED);
  CHECK(comms::detail::take_pages(memory, 2 * page, page));
  CHECK_FALSE(comms::detail::take_pages(memory, 3 * page, page));
  munmap(memory, 3 * page);
  std::fclose(file);
}

TEST_CASE("a domain that the machine does not have is refused") {
  CHECK_THROWS_WITH(
      BoundMemory("kitt::test", 4096, 900, HugePages::none),
      Catch::Matchers::ContainsSubstring("refuses to bind memory to NUMA domain 900"));
}
