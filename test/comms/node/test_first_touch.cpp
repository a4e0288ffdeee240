// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/first_touch.hpp"

#include "comms/node/huge_pages.hpp"
#include "core/base/error.hpp"
#include "test/catch.hpp"

#include <algorithm>
#include <set>

namespace kitt::comms {

TEST_CASE("consecutive interleaved pages lie in different domains, and each page is touched by one "
          "thread") {
  std::vector const domains{3, 3, 0, 3, 0}; // domain of each thread
  auto const turns = detail::turns(domains);
  REQUIRE(turns.size() == domains.size());
  std::vector<int> touched(domains.size());
  for (std::size_t page = 0; page < 60; ++page) {
    std::vector<std::size_t> who;
    for (std::size_t thread = 0; thread < turns.size(); ++thread)
      if (turns[thread].has(page))
        who.push_back(thread);
    REQUIRE(who.size() == 1);
    CHECK(domains[who[0]] == (page % 2 == 0 ? 0 : 3));
    ++touched[who[0]];
  }
  CHECK(touched == std::vector{10, 10, 15, 10, 15});
}

TEST_CASE("one or several threads touch every page before it is given out, if that was requested") {
  if (!pages_obtained().known)
    KITT_SKIP("no /proc/self/smaps here");
  constexpr std::size_t bytes = (std::size_t{5} << 20) + 3;
  constexpr std::size_t page = 4096;
  for (auto const how : {FirstTouch::own, FirstTouch::one, FirstTouch::interleave})
    for (auto const pages : {HugePages::none, HugePages::madvise}) {
      auto const memory = touched_source(pages, how)("kitt::test::field", bytes);
      auto const found = pages_obtained();
      if (how == FirstTouch::own)
        CHECK(found.resident_bytes == 0);
      else
        CHECK(found.resident_bytes >= (bytes + page - 1) / page * page);
      auto const* const begin = static_cast<unsigned char const*>(memory.get());
      CHECK(std::all_of(begin, begin + bytes, [](auto byte) { return byte == 0; }));
    }
}

} // namespace kitt::comms
