// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/collectives/collective.hpp"
#include "comms/ranks/communicator.hpp"
#include "core/base/error.hpp"

#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

using namespace kitt::comms;

static_assert(!std::is_copy_constructible_v<Communicator>);
static_assert(std::is_nothrow_move_constructible_v<Communicator>);
static_assert(!std::is_copy_constructible_v<MpiEnvironment>);

// a single test case, because MPI can be started only once per process
TEST_CASE("a communicator knows its ranks and nodes") {
  int argc = 0;
  char** argv = nullptr;
  MpiEnvironment const environment(argc, argv, MpiThreads::multiple);
  CHECK(environment.multiple()); // all tested MPI libraries have MPI_THREAD_MULTIPLE
  CHECK_THROWS_AS(MpiEnvironment(argc, argv), std::runtime_error);

  Communicator world;
  CHECK(world.rank() >= 0);
  CHECK(world.rank() < world.size());
  CHECK(world.max(world.rank()) == world.size() - 1);
  CHECK(world.max(-world.rank()) == 0);

  // All ranks receive rank 0's text, whatever the length of their own text.
  std::string const long_text(5000, 'x');
  CHECK(world.broadcast(world.rank() == 0 ? long_text : "other") == long_text);
  CHECK(world.broadcast(world.rank() == 0 ? "" : long_text).empty());

  CHECK(world.sum(world.rank() + 1) == world.size() * (world.size() + 1) / 2);
  auto const sums = world.begin_sums({1.0, 0.5 * world.rank()});
  auto const more = world.begin_sums({2.0});
  CHECK(more() == std::vector{2.0 * world.size()});
  CHECK(sums() == std::vector{1.0 * world.size(), 0.25 * world.size() * (world.size() - 1)});

  // Rank 0 gathers every rank's text. Some texts are empty.
  std::vector<std::string> texts;
  for (int rank = 0; rank < world.size(); ++rank)
    texts.emplace_back(static_cast<std::size_t>(rank % 3), static_cast<char>('a' + rank));
  CHECK(world.gather(texts[static_cast<std::size_t>(world.rank())]) == texts);

  // Only rank 0 gets the numbers of all ranks.
  std::vector<double> numbers;
  for (int rank = 0; world.rank() == 0 && rank < world.size(); ++rank)
    numbers.insert(numbers.end(), {0.5 * rank, -1.0 * rank});
  CHECK(gather_at_first(world, {0.5 * world.rank(), -1.0 * world.rank()}) == numbers);

  // An error of one rank is raised on all ranks. If several ranks fail, the error of the first one
  // is raised.
  auto const refuse_on = [&](int first) {
    on_all_ranks(world, [&] {
      if (world.rank() >= first)
        throw kitt::UserError("refused by " + std::to_string(world.rank()));
    });
  };
  int const last = world.size() - 1;
  CHECK_THROWS_WITH(refuse_on(last), "refused by " + std::to_string(last));
  CHECK_THROWS_WITH(refuse_on(0), "refused by 0");
  CHECK_NOTHROW(refuse_on(world.size()));

  // all ranks of this test are on this machine
  CHECK(world.nodes() == 1);
  CHECK(world.ranks_per_node() == world.size());
  CHECK(world.uniform());
  CHECK(world.node_rank() == world.rank());
  REQUIRE(world.places().size() == static_cast<std::size_t>(world.size()));
  for (int rank = 0; rank < world.size(); ++rank) {
    CHECK(world.places()[static_cast<std::size_t>(rank)].node == 0);
    CHECK(world.places()[static_cast<std::size_t>(rank)].number == rank);
  }
  REQUIRE(world.hostnames().size() == 1);
  CHECK_FALSE(world.hostnames()[0].empty());
  CHECK_FALSE(Communicator::library_version().empty());

  // several communicators are independent, and a moved one still works
  Communicator other;
  auto moved = std::move(other);
  CHECK(moved.size() == world.size());
  moved.barrier();
  world = std::move(moved);
  CHECK(world.max(1) == 1);

  // first all ranks arrive in time, then one rank is late
  CHECK(world.barrier_within(60));
  Communicator missed;
  if (world.rank() != 0)
    CHECK_FALSE(missed.barrier_within(0.05));
  world.barrier();
  if (world.rank() == 0)
    CHECK(missed.barrier_within(60));
  world.barrier();
}
