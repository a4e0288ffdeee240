// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include "miniapp/benchmarks/collectives/verified_collective.hpp"

using namespace kitt;
using namespace kitt::miniapp;
using comms::CollectiveOperation;

namespace {

constexpr std::array operations{
    CollectiveOperation::broadcast, CollectiveOperation::reduce,
    CollectiveOperation::allreduce, CollectiveOperation::allreduce_by_node,
    CollectiveOperation::allgather, CollectiveOperation::alltoall};

} // namespace

TEST_CASE("timed operations leave the data that was sent") {
  auto const& world = test::test_world();
  for (auto const operation : operations)
    for (std::size_t const bytes : {8, 24, 4096, 200'000}) {
      VerifiedCollective collective(world, {operation, bytes, 3}, kokkos_memory, 5);
      CHECK(collective.wrong_bytes() == 0);
      for (int i = 0; i < 3; ++i)
        collective.run();
      CHECK(collective.wrong_left() == 0);
      CHECK(collective.wrong_bytes() == 0);
    }
  VerifiedCollective barrier(world, {CollectiveOperation::barrier, 0}, kokkos_memory, 5);
  barrier.run();
  CHECK(barrier.wrong_bytes() == 0);
}

TEST_CASE("wrong contents are found") {
  auto const& world = test::test_world();
  // Each rank expects contents that follow from its own seed. Because the seeds differ, the other
  // ranks' data is wrong.
  auto const seed = static_cast<std::uint64_t>(world.rank());
  std::size_t const words = 100;
  auto const ranks = static_cast<std::size_t>(world.size());
  for (auto const operation : operations) {
    VerifiedCollective collective(world, {operation, words * 8}, kokkos_memory, seed);
    auto const wrong = collective.wrong_bytes();
    if (operation == CollectiveOperation::allgather || operation == CollectiveOperation::alltoall)
      CHECK(wrong == 8 * (ranks - 1) * words); // only the rank's own block is right
    else if (operation == CollectiveOperation::broadcast)
      CHECK(wrong == (world.rank() == 0 ? 0 : 8 * words));
    else if (operation != CollectiveOperation::reduce || world.rank() == 0)
      CHECK(wrong > 8 * words * 9 / 10); // sums of random numbers seldom agree
    else
      CHECK(wrong == 0);
  }
}

TEST_CASE("each operation has the expected numbers of outgoing and incoming blocks") {
  CHECK(comms::CollectiveShape{CollectiveOperation::barrier, 0}.blocks_in(4) == 0);
  CHECK(comms::CollectiveShape{CollectiveOperation::broadcast, 8}.blocks_in(4) == 1);
  CHECK(comms::CollectiveShape{CollectiveOperation::allgather, 8}.blocks_out(4) == 1);
  CHECK(comms::CollectiveShape{CollectiveOperation::allgather, 8}.blocks_in(4) == 4);
  CHECK(comms::CollectiveShape{CollectiveOperation::alltoall, 8}.blocks_out(4) == 4);
  CHECK(comms::CollectiveShape{CollectiveOperation::allreduce_by_node, 8, 3}.blocks_out(4) == 3);
}
