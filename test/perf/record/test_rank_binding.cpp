// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/record/gather_ranks.hpp"

using namespace kitt;
using perf::RankBinding;

TEST_CASE("every rank knows where the threads of all ranks run") {
  int argc = 0;
  char** argv = nullptr;
  comms::MpiEnvironment const mpi(argc, argv);
  comms::Communicator const world;
  comms::Binding own;
  own.cores = world.rank() + 1;
  own.numa_domains = 2;
  own.thread_cpusets.assign(static_cast<std::size_t>(world.rank()) + 1, "3,7");
  if (world.rank() % 2 == 1)
    own.warnings = {"odd"};

  auto const ranks = perf::gather_bindings(world, own);
  REQUIRE(ranks.size() == static_cast<std::size_t>(world.size()));
  for (int rank = 0; rank < world.size(); ++rank) {
    auto const& found = ranks[static_cast<std::size_t>(rank)];
    CHECK(found.rank == rank);
    CHECK(found.host == world.hostnames()[0]);
    CHECK(found.cores == rank + 1);
    CHECK(found.numa_domains == 2);
    CHECK(found.thread_cpusets ==
          std::vector<std::string>(static_cast<std::size_t>(rank) + 1, "3,7"));
    CHECK(found.warnings.size() == static_cast<std::size_t>(rank % 2));
  }
}

TEST_CASE("a warning of several ranks is given once") {
  std::vector<RankBinding> ranks{{0, "a", {}, 1, 1, {"one core"}},
                                 {1, "a", {}, 1, 1, {"all", "one core"}},
                                 {2, "b", {}, 1, 1, {"all"}}};
  CHECK(perf::joined_warnings(ranks) ==
        std::vector<std::string>{"ranks 0, 1: one core", "ranks 1, 2: all"});
  ranks[0].warnings = {"all"};
  ranks[1].warnings = {"all"};
  CHECK(perf::joined_warnings(ranks) == std::vector<std::string>{"all ranks: all"});
  ranks[1].warnings = {};
  ranks[2].warnings = {};
  CHECK(perf::joined_warnings(ranks) == std::vector<std::string>{"rank 0: all"});
  // a single rank is not named
  CHECK(perf::joined_warnings({{0, "a", {}, 1, 1, {"x", "y"}}}) ==
        std::vector<std::string>{"x", "y"});
}

TEST_CASE("a rank's binding is described in words") {
  CHECK(perf::describe({3, "vm", {"0", "1"}, 2, 1, {}}) == "vm: 2 cores, 1 NUMA domain: 0 | 1");
  CHECK(perf::describe({0, "vm", {"unknown"}, 0, 0, {}}) ==
        "vm: unknown cores, unknown NUMA domains: unknown");
}
