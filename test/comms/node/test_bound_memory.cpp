// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/bound_memory.hpp"
#include "comms/node/numa_map.hpp"
#include "core/base/error.hpp"

#include <cstring>

using namespace kitt;
using namespace kitt::comms;

TEST_CASE("pages lie where they were bound to, once they are touched") {
  constexpr std::size_t bytes = (std::size_t{4} << 20) + 1000;
  for (auto const& domain : discover_numa_map().domains) {
    try {
      BoundMemory const memory("kitt::test", bytes, domain.number);
      auto const before = memory.pages();
      CHECK(before.checked >= bytes / 65536);
      CHECK(before.misplaced == before.checked); // they lie nowhere yet
      std::memset(memory.data(), 1, bytes);
      CHECK(memory.pages().checked == before.checked);
      CHECK(memory.pages().misplaced == 0);
    } catch (UserError const& error) {
      WARN(error.what()); // containers may forbid it
    }
  }
}

TEST_CASE("a domain that the machine has not is refused") {
  CHECK_THROWS_AS(BoundMemory("kitt::test", 4096, 900), UserError);
}
