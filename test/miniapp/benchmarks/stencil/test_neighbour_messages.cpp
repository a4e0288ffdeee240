// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include "miniapp/benchmarks/stencil/neighbour_messages.hpp"

#include <algorithm>

using namespace kitt;
using namespace kitt::miniapp;
using comms::MessageRequests;
using comms::NeighbourShape;

namespace {

/// Returns this rank's neighbours on the grid of all ranks. On 2 and 4 ranks, an axis of one rank
/// makes a rank its own neighbour, and an axis of two ranks has the same neighbour on both sides.
std::vector<int> own_neighbours(int axes) {
  auto const& world = test::test_world();
  auto const all = comms::grid_neighbours(comms::spread_ranks(world.places(), axes), axes);
  return all[static_cast<std::size_t>(world.rank())];
}

std::vector<NeighbourShape> shapes() {
  std::vector<NeighbourShape> all;
  for (auto const requests : {MessageRequests::plain, MessageRequests::persistent}) {
    all.push_back({1, 1, requests});
    all.push_back({1001, 5, requests});
    all.push_back({100'001, 1, requests});
  }
  return all;
}

} // namespace

TEST_CASE("in repeated calls, every message comes from the neighbour in its direction") {
  for (int const axes : {3, 4})
    for (auto const& shape : shapes()) {
      NeighbourMessages messages(test::test_world(), own_neighbours(axes), shape, kokkos_memory, 7);
      CHECK(messages.wrong_bytes() == 0);
      for (int i = 0; i < 3; ++i)
        messages.run();
      CHECK(messages.wrong_bytes() == 0);
    }
}

TEST_CASE("messages with wrong contents are found") {
  auto const& world = test::test_world();
  auto const neighbours = own_neighbours(3);
  auto const others =
      neighbours.size() -
      static_cast<std::size_t>(std::count(neighbours.begin(), neighbours.end(), world.rank()));
  CHECK(others > 0);
  // Each rank expects contents that follow from its own seed. Because the seeds differ, the
  // neighbours' messages are wrong.
  auto const seed = static_cast<std::uint64_t>(world.rank());
  NeighbourMessages messages(world, neighbours, {1000, 3, {}}, kokkos_memory, seed);
  CHECK(messages.wrong_bytes() == others * 3 * 1000);
}

TEST_CASE("one wrong byte of one message is found by the receiving rank") {
  auto const& world = test::test_world();
  for (auto const requests : {MessageRequests::plain, MessageRequests::persistent}) {
    NeighbourMessages messages(world, own_neighbours(3), {1001, 3, requests}, kokkos_memory, 7);
    for (int direction = 0; direction < 6; ++direction) {
      messages.fill();
      if (world.rank() == 0)
        messages.outgoing(direction, 2)[500] ^= std::byte{1};
      messages.run();
      auto const wrong = messages.wrong_left();
      CHECK(world.sum(static_cast<double>(wrong)) == 8); // one wrong bit makes all 8 bytes of its
                                                         // word wrong
    }
  }
}

TEST_CASE("two exchanged messages of different directions are found") {
  auto const& world = test::test_world();
  NeighbourMessages messages(world, own_neighbours(3), {64, 1, {}}, kokkos_memory, 7);
  messages.fill();
  std::swap_ranges(messages.outgoing(0, 0), messages.outgoing(0, 0) + 64, messages.outgoing(1, 0));
  messages.run();
  CHECK(messages.wrong_left() == 2 * 64);
}
