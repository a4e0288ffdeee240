// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/message_checks.hpp"
#include "core/fields/random.hpp"
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include <vector>

using namespace kitt;
using namespace kitt::comms;
using test::test_world;

namespace {

using Message = std::vector<std::byte>;

Message message_of(int from, std::size_t bytes = 100) {
  Message message(bytes);
  fill_random(message, static_cast<std::uint64_t>(from));
  return message;
}

int next_rank(int step) {
  return (test_world().rank() + step + test_world().size()) % test_world().size();
}

/// Sends a message to the next rank. `arrived` is the content that this rank finds. `path` says
/// which message the rank takes it for. Returns whether the checks agree on all ranks.
bool agree(Message const& arrived, MessageChecks::Path const& path) {
  MessageChecks checks;
  checks.sent({test_world().rank(), next_rank(1), 7}, message_of(test_world().rank()));
  checks.arrived(path, arrived);
  return checks.agree(test_world());
}

} // namespace

TEST_CASE("messages agree if they arrive unchanged, and one wrong bit is found") {
  auto const own = test_world().rank();
  MessageChecks::Path const path{next_rank(-1), own, 7};
  CHECK(agree(message_of(next_rank(-1)), path));
  for (std::size_t const place : {0, 50, 96, 99})
    for (int bit = 0; bit < 8; ++bit) {
      auto message = message_of(next_rank(-1));
      if (own == test_world().size() - 1)
        message[place] ^= std::byte{1} << bit;
      CHECK_FALSE(agree(message, path));
    }
}

TEST_CASE("a message with the wrong rank, number or length is found") {
  auto const own = test_world().rank();
  CHECK_FALSE(agree(message_of(next_rank(-1)), {next_rank(-1), own, 8}));
  CHECK_FALSE(agree(message_of(next_rank(-1), 99), {next_rank(-1), own, 7}));
  if (test_world().size() > 2) {
    CHECK_FALSE(agree(message_of(next_rank(-1)), {next_rank(-2), own, 7}));
    CHECK_FALSE(agree(message_of(next_rank(-2)), {next_rank(-1), own, 7}));
  }
}

TEST_CASE("messages of zero bytes agree") {
  MessageChecks checks;
  checks.sent({test_world().rank(), next_rank(1), 7}, {});
  checks.arrived({next_rank(-1), test_world().rank(), 7}, {});
  CHECK(checks.agree(test_world()));
}

TEST_CASE("a wrong message is reported once on all ranks, and then checking starts again") {
  MessageChecks checks;
  if (test_world().rank() == 0)
    checks.sent({0, 1, 0}, message_of(0));
  CHECK_THROWS_WITH(checks.require(test_world(), "links of neighbour ranks"),
                    Catch::Matchers::ContainsSubstring("links of neighbour ranks arrived wrong ("));
  CHECK_NOTHROW(checks.require(test_world(), "links of neighbour ranks"));
}
