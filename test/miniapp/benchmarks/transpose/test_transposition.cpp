// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include "miniapp/benchmarks/transpose/transpose_cell.hpp"
#include "miniapp/benchmarks/transpose/transposition.hpp"

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::perf;
using comms::Line;
using comms::LineMethod;

namespace {

constexpr std::array methods{LineMethod::sendrecv, LineMethod::alltoall, LineMethod::alltoallv};

} // namespace

TEST_CASE("timed data arrives unchanged, in reused buffers and in fresh ones") {
  auto const& world = test::test_world();
  auto const grid = comms::spread_tasks(world.places());
  for (auto const line : {Line::rows, Line::columns})
    for (auto const method : methods)
      for (bool const fresh : {false, true})
        for (std::size_t const bytes : {1, 24, 70'000, 200'001}) {
          Transposition transposition(world, grid, {line, method, bytes, fresh}, kokkos_memory, 5);
          CHECK(transposition.wrong_bytes() == 0);
          for (int i = 0; i < 3; ++i) {
            if (transposition.prepares())
              transposition.prepare();
            transposition.run();
            CHECK(transposition.wrong_left() == 0);
          }
          transposition.incoming()[bytes / 2] ^= std::byte{1};
          CHECK(transposition.wrong_left() > 0);
          CHECK(transposition.wrong_bytes() == 0);
          TransposeCell cell;
          transposition.describe(cell);
          CHECK(cell.fill_seconds.has_value() == fresh);
        }
}

TEST_CASE("wrong contents are found") {
  auto const& world = test::test_world();
  comms::TaskGrid const grid(1, world.size(), world.places());
  // Each rank expects contents that follow from its own seed. Because the seeds differ, the other
  // ranks' data is wrong.
  auto const seed = static_cast<std::uint64_t>(world.rank());
  std::size_t const words = 10'000; // more words than a thread fills at a time
  Transposition transposition(world, grid, {Line::rows, LineMethod::sendrecv, words * 8},
                              kokkos_memory, seed);
  auto const others = static_cast<std::size_t>(world.size() - 1);
  CHECK(transposition.wrong_bytes() == 8 * others * words); // only the rank's own block is right
}

TEST_CASE("a transposition cell has the expected rates") {
  TransposeCell cell;
  cell.ranks = 8;
  cell.nodes = 2;
  cell.links_per_node = 4;
  cell.bytes_inside_node = 24'000'000;
  cell.bytes_between_nodes = 8'000'000;
  cell.seconds.median = 0.5;
  CHECK(mb_per_s_per_task(cell) == Approx(8));
  CHECK(mb_per_s_per_node(cell) == Approx(32));
  CHECK(mb_per_s_per_link(cell).value() == Approx(2));
  CHECK(share_inside_node(cell) == Approx(0.75));
  cell.bytes_between_nodes = 0;
  CHECK(!mb_per_s_per_link(cell));
}
