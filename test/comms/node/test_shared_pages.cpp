// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/shared_pages.hpp"

#include "comms/node/pages_obtained.hpp"
#include "comms/node/system_files.hpp"
#include "core/base/error.hpp"
#include "test/catch.hpp"

#include <utility>

namespace kitt::comms {

namespace {

constexpr std::size_t page = std::size_t{2} << 20;

std::size_t free_pages() {
  return detail::SystemFiles{}
      .number("sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages")
      .value_or(0);
}

} // namespace

TEST_CASE("another process maps reserved pages by their name") {
  if (free_pages() < 2)
    KITT_SKIP("no two huge pages are reserved here (vm.nr_hugepages)");
  auto const free = free_pages();
  {
    SharedPages made("test", page + 1);
    CHECK(made.bytes() == 2 * page);
    SharedPages mapped(made.name());
    CHECK(mapped.data() != made.data());
    made.data()[page] = std::byte{7};
    CHECK(mapped.data()[page] == std::byte{7});
    CHECK(pages_obtained().shared_by_size.at(page) == 2 * page); // one page is mapped twice
    made.close();
    CHECK_THROWS_AS(SharedPages(made.name()), UserError);
    auto const kept = std::move(mapped);
    made = SharedPages("another", 1); // the first pages stay in use as long as `kept`
    CHECK(kept.data()[page] == std::byte{7});
  }
  CHECK(free_pages() == free);
}

TEST_CASE("a request above the reserve is refused with advice how to reserve pages") {
  CHECK_THROWS_WITH(SharedPages("faces", (free_pages() + 1) * page),
                    Catch::Matchers::ContainsSubstring("vm.nr_hugepages"));
  CHECK_THROWS_WITH(SharedPages({.process = 1, .file = 9999, .bytes = page}),
                    Catch::Matchers::ContainsSubstring("--comms mpi"));
}

} // namespace kitt::comms
