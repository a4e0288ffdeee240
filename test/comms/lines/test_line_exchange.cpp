// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include "comms/lines/line_exchange.hpp"
#include "core/base/error.hpp"

using namespace kitt;
using namespace kitt::comms;

namespace {

constexpr std::array methods{LineMethod::sendrecv, LineMethod::alltoall, LineMethod::alltoallv};

/// Returns byte `i` of the block that `sender` sends to `receiver`.
std::byte content(int sender, int receiver, std::size_t i) {
  return static_cast<std::byte>((37 * sender + 11 * receiver + 3 * static_cast<int>(i)) % 251);
}

std::vector<std::byte> contents(std::vector<int> const& members, int rank, bool outgoing,
                                std::vector<std::size_t> const& blocks) {
  std::vector<std::byte> bytes;
  for (std::size_t member = 0; member < members.size(); ++member)
    for (std::size_t i = 0; i < blocks[member]; ++i)
      bytes.push_back(outgoing ? content(rank, members[member], i)
                               : content(members[member], rank, i));
  return bytes;
}

std::vector<TaskGrid> all_grids(Communicator const& world) {
  std::vector<TaskGrid> grids;
  for (int rows = 1; rows <= world.size(); ++rows)
    if (world.size() % rows == 0)
      grids.emplace_back(rows, world.size() / rows, world.places());
  return grids;
}

void check_exchange(Communicator const& world, TaskGrid const& grid, Line line, LineMethod method,
                    LineBlocks const& blocks) {
  auto const members = grid.members(line, world.rank());
  LineExchange exchange(world, grid, line, method, blocks);
  auto const out = contents(members, world.rank(), true, blocks.outgoing);
  auto const expected = contents(members, world.rank(), false, blocks.incoming);
  for (int call = 0; call < 2; ++call) {
    std::vector<std::byte> in(expected.size());
    exchange.run(out.data(), in.data());
    CHECK(in == expected);
  }
  // Sends the blocks back: each incoming block goes to the rank that it came from.
  LineExchange back(world, grid, line, method, {blocks.incoming, blocks.outgoing});
  std::vector<std::byte> in(expected.size());
  std::vector<std::byte> returned(out.size());
  exchange.run(out.data(), in.data());
  back.run(in.data(), returned.data());
  CHECK(returned == out);
}

} // namespace

TEST_CASE("equal blocks arrive in their places, and two transpositions give the original data") {
  auto const& world = test::test_world();
  for (auto const& grid : all_grids(world))
    for (auto const line : {Line::rows, Line::columns})
      for (auto const method : methods)
        for (std::size_t const bytes : {1, 24, 100'000}) {
          std::vector const blocks(static_cast<std::size_t>(grid.length(line)), bytes);
          check_exchange(world, grid, line, method, {blocks, blocks});
        }
}

TEST_CASE("blocks of different sizes arrive, and some blocks may be empty") {
  auto const& world = test::test_world();
  auto const size = [](int sender, int receiver) {
    return static_cast<std::size_t>((5 * sender + 3 * receiver) % 7);
  };
  for (auto const& grid : all_grids(world))
    for (auto const line : {Line::rows, Line::columns})
      for (auto const method : {LineMethod::sendrecv, LineMethod::alltoallv}) {
        LineBlocks blocks;
        for (auto const member : grid.members(line, world.rank())) {
          blocks.outgoing.push_back(size(world.rank(), member));
          blocks.incoming.push_back(size(member, world.rank()));
        }
        check_exchange(world, grid, line, method, blocks);
      }
}

TEST_CASE("blocks that MPI cannot count or alltoall cannot send are refused") {
  auto const& world = test::test_world();
  TaskGrid const grid(1, world.size(), world.places());
  std::vector<std::size_t> const large(static_cast<std::size_t>(world.size()),
                                       std::size_t{1} << 31U);
  CHECK_THROWS_AS(LineExchange(world, grid, Line::rows, LineMethod::sendrecv, {large, large}),
                  UserError);
  if (world.size() == 1)
    return;
  std::vector<std::size_t> uneven(static_cast<std::size_t>(world.size()), 8);
  uneven.front() = 16;
  CHECK_THROWS_AS(LineExchange(world, grid, Line::rows, LineMethod::alltoall, {uneven, uneven}),
                  UserError);
}
