// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/halo_exchange.hpp"
#include "comms/halo/rank_links.hpp"
#include "comms/ranks/message_transport.hpp"
#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "test/catch.hpp"

#include <algorithm>
#include <cstdlib>

// Tests comms/one_rank, which replaces MPI in a KITT without MPI.

using namespace kitt;
using namespace kitt::comms;
using Catch::Matchers::Contains;

namespace {

std::vector<Route> to_itself(Communicator const& world, std::size_t bytes) {
  ProcessGrid const grid;
  std::vector<Route> routes;
  for (int leg = 0; leg < legs; ++leg)
    routes.push_back(halo_route(grid, world.rank(), leg, bytes));
  return routes;
}

} // namespace

TEST_CASE("without MPI there is one rank on one node") {
  Communicator const world;
  CHECK(world.rank() == 0);
  CHECK(world.size() == 1);
  CHECK(world.nodes() == 1);
  CHECK(world.uniform());
  CHECK(world.node_rank() == 0);
  CHECK_FALSE(world.hostname(0).empty());
  CHECK(world.sum(3) == 3);
  CHECK(world.max(-1) == -1);
  CHECK(world.begin_sums({4, 5})() == std::vector<double>{4, 5});
  CHECK(world.barrier_within(0));
  CHECK(world.broadcast("a") == "a");
  CHECK(world.gather("b") == std::vector<std::string>{"b"});
  CHECK(on_first_rank(world, [] { return std::string("c"); }) == "c");
  CHECK(message_limits().empty());
  CHECK_THROWS_AS(on_all_ranks(world, [] { throw UserError("d"); }), UserError);
}

TEST_CASE("several copies of the program, started without MPI as if they were ranks, are refused") {
  int argc = 0;
  char** argv = nullptr;
  for (char const* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    ::setenv(name, "1", 1);
    CHECK_NOTHROW(MpiEnvironment(argc, argv));
    ::setenv(name, "4", 1);
    CHECK_THROWS_WITH(MpiEnvironment(argc, argv), Contains("the launcher started 4 ranks"));
    ::unsetenv(name);
  }
}

TEST_CASE("a single rank receives each face from itself, on the right hop") {
  Communicator const world;
  std::size_t const bytes = 1000;
  HaloExchange exchange(world, to_itself(world, bytes), Transport::shm, HugePages::none);
  CHECK(exchange.bytes_by_shared_memory() == legs * bytes);
  CHECK(exchange.bytes_by_messages() == 0);
  for (int round = 0; round < 3; ++round) {
    exchange.begin();
    for (int leg = 0; leg < legs; ++leg)
      std::fill_n(exchange.outgoing(leg), bytes, static_cast<std::byte>(10 * round + leg));
    exchange.send();
    CHECK(exchange.progress());
    exchange.wait();
    for (int leg = 0; leg < legs; ++leg)
      CHECK(std::count(exchange.incoming(leg), exchange.incoming(leg) + bytes,
                       static_cast<std::byte>(10 * round + leg)) == bytes);
    exchange.end();
  }
}

TEST_CASE("messages without MPI are refused, and no other function needs them") {
  Communicator const world;
  CHECK_THROWS_AS(HaloExchange(world, to_itself(world, 64), Transport::mpi, HugePages::none),
                  UserError);
  CHECK_NOTHROW(HaloExchange(world, {}, Transport::mpi, HugePages::none));
}

TEST_CASE("a single rank receives the whole field") {
  Extents const extents{2, 4, 2, 4};
  auto const whole = hot_gauge(extents, 5);
  CHECK(scatter_gauge_field(Communicator(), ProcessGrid(), extents, whole).links == whole.links);
  ColourVectors vectors{extents, {}};
  for (std::size_t site = 0; site < volume(extents); ++site)
    vectors.vectors.push_back(whole.at(site, 0)[0]);
  CHECK(scatter_colour_vectors(Communicator(), ProcessGrid(), extents, vectors).vectors ==
        vectors.vectors);
}
