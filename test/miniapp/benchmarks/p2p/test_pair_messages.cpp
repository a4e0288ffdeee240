// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include "miniapp/benchmarks/p2p/pair_messages.hpp"

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::perf;
using comms::MessagePattern;
using comms::MessageShape;
using comms::Placement;
using comms::RmaSync;
using comms::RmaTarget;
using comms::RmaWindow;

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

/// Returns every combination of window and synchronisation. Put and get alternate.
std::vector<MessageShape> remote_shapes() {
  std::vector<MessageShape> all;
  for (auto const window :
       {RmaWindow::allocate, RmaWindow::create, RmaWindow::shared, RmaWindow::dynamic})
    for (auto const sync : {RmaSync::flush, RmaSync::fence, RmaSync::lock, RmaSync::pscw}) {
      bool const puts = (static_cast<int>(window) + static_cast<int>(sync)) % 2 == 0;
      all.push_back({.pattern = puts ? MessagePattern::put : MessagePattern::get,
                     .bytes = 1001,
                     .window = 3,
                     .access = {window, sync}});
    }
  return all;
}

/// Returns some shapes in which the target computes. An MPI that needs the target's help takes a
/// second for each.
std::vector<MessageShape> computing_shapes() {
  auto const computing = RmaTarget::computing;
  return {{.pattern = MessagePattern::put,
           .bytes = 1001,
           .window = 3,
           .access = {RmaWindow::allocate, RmaSync::flush, computing}},
          {.pattern = MessagePattern::get,
           .bytes = 1001,
           .window = 3,
           .access = {RmaWindow::dynamic, RmaSync::lock, computing}}};
}

/// Returns a seed that differs between ranks. With it, each rank expects contents that its partner
/// does not send.
std::uint64_t seed_of_own() {
  return static_cast<std::uint64_t>(test::test_world().rank());
}

bool receives(MessagePattern pattern, std::vector<comms::RankPair> const& all) {
  auto const partner = comms::partner_of(test::test_world().rank(), all);
  return partner &&
         (comms::goes_both_ways(pattern) || partner->is_first == (pattern == MessagePattern::get));
}

/// Returns the number of wrong bytes before and after some calls.
std::size_t wrong_bytes(PairMessages& messages) {
  auto wrong = messages.wrong_bytes();
  for (int i = 0; i < 3; ++i)
    messages.run();
  return wrong + messages.wrong_bytes();
}

} // namespace

TEST_CASE("timed messages of any number of pairs arrive unchanged") {
  auto const& world = test::test_world();
  for (std::size_t const most : {1, 2})
    for (auto const& shape : shapes()) {
      PairMessages messages(world, pairs(most), shape, kokkos_memory, 7);
      CHECK(wrong_bytes(messages) == 0);
      messages.run();
      CHECK(messages.wrong_left() == 0);
    }
}

TEST_CASE("memory of another rank is reached by every window with every synchronisation") {
  auto const& world = test::test_world();
  for (auto const& shape : remote_shapes()) {
    CAPTURE(shape.pattern, shape.access.window, shape.access.sync);
    PairMessages messages(world, pairs(2), shape, kokkos_memory, 7);
    CHECK(messages.wrong_bytes() == 0);
    CHECK(messages.wrong_bytes() == 0);
  }
}

TEST_CASE(
    "put and get work while the target computes, or the waiting of the first rank is noticed") {
  auto const& world = test::test_world();
  for (auto const& shape : computing_shapes()) {
    CAPTURE(shape.access.window, shape.access.sync);
    PairMessages messages(world, pairs(1), shape, kokkos_memory, 7);
    CHECK(wrong_bytes(messages) == 0);
    bool const is_first = world.rank() == pairs(1)[0].first;
    CHECK((messages.seconds() > 0) == is_first);
    messages.failure();
  }
}

TEST_CASE("calls walk through a region, and the whole region is verified") {
  auto const& world = test::test_world();
  for (auto const pattern : {MessagePattern::ping_pong, MessagePattern::one_way,
                             MessagePattern::both_ways, MessagePattern::put, MessagePattern::get}) {
    int const window = pattern == MessagePattern::ping_pong ? 1 : 3;
    MessageShape const shape{
        .pattern = pattern, .bytes = 5000, .window = window, .rotate_bytes = 70'000};
    CHECK(shape.parts() == (window == 1 ? 9 : 3)); // each message needs 8192 bytes of the region
    CHECK(shape.bytes_one_way() > 70'000);
    PairMessages messages(world, pairs(2), shape, kokkos_memory, 7);
    CHECK(wrong_bytes(messages) == 0);
    PairMessages spoiled(world, pairs(2), shape, kokkos_memory, seed_of_own());
    auto const incoming = receives(pattern, pairs(2)) ? shape.buffers() : 0;
    CHECK(spoiled.wrong_bytes() == shape.bytes * static_cast<std::size_t>(incoming));
  }
}

TEST_CASE("in a ping-pong, the median message takes no longer than the 90th percentile") {
  auto const& world = test::test_world();
  PairMessages messages(world, pairs(1), {MessagePattern::ping_pong, 8}, kokkos_memory, 7);
  CHECK(messages.wrong_bytes() == 0);
  std::optional<comms::Waiting> waiting;
  if (world.size() > 2)
    waiting =
        comms::partner_of(world.rank(), pairs(1)) ? comms::Waiting::awake : comms::Waiting::asleep;
  auto const singles = messages.single_one_way_seconds(100, waiting);
  CHECK(singles.count == 100);
  CHECK(singles.p50 > 0);
  CHECK(singles.p50 <= singles.p90);
  CHECK(singles.p90 <= singles.p99);
  CHECK(singles.clock_resolution > 0);
  CHECK(singles.p50 == world.max(singles.p50));
}

TEST_CASE("messages with wrong contents are found") {
  auto const& world = test::test_world();
  auto const all = pairs(2);
  std::vector<MessageShape> shapes{{MessagePattern::ping_pong, 1001, 1},
                                   {MessagePattern::one_way, 1001, 3},
                                   {MessagePattern::both_ways, 1001, 3}};
  for (auto const& more : {remote_shapes(), computing_shapes()})
    shapes.insert(shapes.end(), more.begin(), more.end());
  for (auto const& shape : shapes) {
    CAPTURE(shape.access.window, shape.access.sync, shape.access.target);
    PairMessages messages(world, all, shape, kokkos_memory, seed_of_own());
    CHECK(messages.wrong_bytes() ==
          (receives(shape.pattern, all) ? 1001 * static_cast<std::size_t>(shape.window) : 0));
  }
}

TEST_CASE("ranks that wait asleep wake up when all ranks have arrived") {
  auto const& world = test::test_world();
  for (int i = 0; i < 5; ++i)
    world.barrier(world.rank() == 0 ? comms::Waiting::awake : comms::Waiting::asleep);
  CHECK(world.sum(1) == world.size());
}
