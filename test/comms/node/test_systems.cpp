// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/systems.hpp"

using namespace kitt::comms;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("there is no warning if each node is one system") {
  CHECK_FALSE(warning_of_nodes({{0, 0}}, {{"a", "1"}}));
  CHECK_FALSE(warning_of_nodes({{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                               {{"a", "1"}, {"a", "1"}, {"b", "2"}, {"b", "2"}}));
  // each rank has its own container, but all ranks share memory
  CHECK_FALSE(warning_of_nodes({{0, 0}, {0, 1}}, {{"c1", "1"}, {"c2", "1"}}));
  // all machines have the same name
  CHECK_FALSE(warning_of_nodes({{0, 0}, {1, 0}}, {{"localhost", "1"}, {"localhost", "2"}}));
  // without boot identifiers, host names decide
  CHECK_FALSE(warning_of_nodes({{0, 0}, {1, 0}}, {{"a", ""}, {"b", ""}}));
}

TEST_CASE("there is a warning if MPI counts the ranks of one system as several nodes") {
  auto const warning = warning_of_nodes({{0, 0}, {1, 0}}, {{"vm", "1"}, {"vm", "1"}});
  REQUIRE(warning);
  CHECK_THAT(*warning, ContainsSubstring("MPI counts 2 nodes"));
  CHECK_THAT(*warning, ContainsSubstring("on 1 system (boot identifiers; host names vm)"));
  CHECK_THAT(*warning, ContainsSubstring("KITT counts as MPI does"));
  CHECK(warning_of_nodes({{0, 0}, {1, 0}}, {{"c1", "1"}, {"c2", "1"}}));
  CHECK(warning_of_nodes({{0, 0}, {1, 0}}, {{"vm", ""}, {"vm", ""}}));
}

TEST_CASE("there is a warning if MPI counts several systems as one node") {
  auto const warning = warning_of_nodes({{0, 0}, {0, 1}}, {{"a", "1"}, {"b", "2"}});
  REQUIRE(warning);
  CHECK_THAT(*warning, ContainsSubstring("MPI counts 1 node "));
  CHECK_THAT(*warning, ContainsSubstring("on 2 systems"));
  // there are two nodes on two systems, but the ranks are mixed
  CHECK(warning_of_nodes({{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                         {{"a", "1"}, {"b", "2"}, {"a", "1"}, {"b", "2"}}));
}

TEST_CASE("the ranks that use the GPU of a rank are counted") {
  CHECK(ranks_on_gpu({{0, 0}, {0, 1}, {0, 2}}, {"0:1:0", "0:2:0", "0:1:0"}, 0) == 2);
  CHECK(ranks_on_gpu({{0, 0}, {0, 1}, {0, 2}}, {"0:1:0", "0:2:0", "0:1:0"}, 1) == 1);
  CHECK(ranks_on_gpu({{0, 0}, {1, 0}}, {"0:1:0", "0:1:0"}, 0) == 1); // on two nodes
  CHECK(ranks_on_gpu({{0, 0}, {0, 1}}, {"", ""}, 0) == 1);           // unknown addresses
}

TEST_CASE("there is a warning if ranks share a GPU, or if a GPU is idle") {
  CHECK_FALSE(warning_of_gpus({{0, 0}, {0, 1}}, {"", ""}, -1)); // kernels run on the CPU
  CHECK_FALSE(warning_of_gpus({{0, 0}, {0, 1}}, {"0:1:0", "0:2:0"}, 2));
  CHECK_FALSE(warning_of_gpus({{0, 0}, {0, 1}}, {"0:1:0", "0:2:0"}, 1)); // each rank sees its own
  CHECK_FALSE(warning_of_gpus({{0, 0}, {1, 0}}, {"0:1:0", "0:1:0"}, 1)); // on two nodes
  auto const shared = warning_of_gpus({{0, 0}, {0, 1}, {0, 2}}, {"0:1:0", "0:2:0", "0:1:0"}, 2);
  REQUIRE(shared);
  CHECK_THAT(*shared, ContainsSubstring("up to 2 ranks share a GPU"));
  auto const idle = warning_of_gpus({{0, 0}, {0, 1}}, {"0:1:0", "0:2:0"}, 4);
  REQUIRE(idle);
  CHECK_THAT(*idle, ContainsSubstring("a node has 4 GPUs, and some are idle (number of ranks: 2)"));
}
