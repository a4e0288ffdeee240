// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include "miniapp/benchmarks/p2p/pair_messages.hpp"

using namespace kitt;
using namespace kitt::perf;
using comms::MessagePattern;
using comms::MessageShape;
using comms::Placement;

namespace {

std::vector<comms::RankPair> pairs(std::size_t most) {
  auto all = comms::rank_pairs(test::test_world().places(), Placement::inside_node);
  all.resize(std::min(all.size(), most));
  return all;
}

std::vector<MessageShape> shapes() {
  std::vector<MessageShape> all;
  for (std::size_t const bytes : {1, 7, 64, 1000, 300'001}) {
    all.push_back({MessagePattern::ping_pong, bytes, 1, false});
    for (auto const pattern : {MessagePattern::one_way, MessagePattern::both_ways,
                               MessagePattern::put, MessagePattern::get})
      for (int const window : {1, 5})
        for (bool const one_buffer : {false, true})
          all.push_back({pattern, bytes, window, one_buffer});
  }
  return all;
}

} // namespace

TEST_CASE("messages that were timed are those that were sent, of any number of pairs") {
  auto const& world = test::test_world();
  for (std::size_t const most : {1, 2})
    for (auto const& shape : shapes()) {
      PairMessages messages(world, pairs(most), shape, kokkos_memory, 7);
      CHECK(messages.wrong_bytes() == 0);
      for (int i = 0; i < 3; ++i)
        messages.run();
      CHECK(messages.wrong_bytes() == 0);
    }
}

TEST_CASE("messages of other contents are found out") {
  auto const& world = test::test_world();
  auto const all = pairs(2);
  // what a partner sends is expected to follow from one's own seed
  auto const seed = static_cast<std::uint64_t>(world.rank());
  for (auto const pattern : {MessagePattern::ping_pong, MessagePattern::one_way,
                             MessagePattern::both_ways, MessagePattern::put, MessagePattern::get}) {
    int const window = pattern == MessagePattern::ping_pong ? 1 : 3;
    PairMessages messages(world, all, {pattern, 1001, window, false}, kokkos_memory, seed);
    auto const partner = comms::partner_of(world.rank(), all);
    bool const receives = partner && (comms::goes_both_ways(pattern) ||
                                      partner->is_first == (pattern == MessagePattern::get));
    CHECK(messages.wrong_bytes() == (receives ? 1001 * static_cast<std::size_t>(window) : 0));
  }
}

TEST_CASE("ranks that wait asleep come back when all are there") {
  auto const& world = test::test_world();
  for (int i = 0; i < 5; ++i)
    world.barrier(world.rank() == 0 ? comms::Waiting::awake : comms::Waiting::asleep);
  CHECK(world.sum(1) == world.size());
}
