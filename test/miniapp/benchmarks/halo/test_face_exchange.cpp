// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include "core/halo/face.hpp"
#include "miniapp/benchmarks/halo/halo.hpp"

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::perf;
using comms::HugePages;
using comms::Route;
using comms::Transport;

namespace {

/// Returns routes of all hops around a ring of all ranks.
std::vector<Route> ring(std::size_t bytes) {
  auto const& world = test::test_world();
  int const up = (world.rank() + 1) % world.size();
  int const down = (world.rank() + world.size() - 1) % world.size();
  std::vector<Route> routes;
  for (int leg = 0; leg < legs; ++leg)
    routes.push_back({leg, leg % 2 == 0 ? down : up, leg % 2 == 0 ? up : down, bytes});
  return routes;
}

} // namespace

TEST_CASE("bytes of faces are counted as in Grid") {
  CHECK(face_bytes({4, 8, 1, Precision::double_precision}) == 49152);
  CHECK(face_bytes({32, 8, 1, Precision::double_precision}) == 25165824);
  CHECK(face_bytes({16, 8, 1, Precision::single_precision}) == 3145728 / 2);
  CHECK(face_bytes({1, 1, 1, Precision::double_precision}) == 96);
}

TEST_CASE("faces of depth 3 have the bytes that the improved staggered operator sends") {
  Splitting splitting = not_split;
  splitting[3] = Continues::elsewhere;
  Lattice const lattice({6, 6, 6, 6}, {1, 1, 1, 1, 1});
  Stencil const stencil(lattice, splitting, 3);
  int const leg = leg_of(3, Hop::forward);
  std::size_t bytes = 0; // of the faces of both parities
  for (auto const parity : {Parity::even, Parity::odd}) {
    auto const faces = plan_faces<double, 1, colours>(stencil, parity, 2, Travel::same);
    bytes += faces[static_cast<std::size_t>(leg)].bytes(stencil.face_sources(parity, leg).size());
  }
  CHECK(face_bytes({6, 2, 3, Precision::double_precision}) == bytes);
  CHECK(face_bytes({8, 1, 3, Precision::single_precision}) == 8 * 8 * 8 * 3 * 24);
}

TEST_CASE("timed faces arrive unchanged") {
  auto const depth = GENERATE(1, 3);
  auto const& world = test::test_world();
  auto const routes = ring(face_bytes({4, 3, depth, Precision::single_precision}));
  for (auto const transport : {Transport::mpi, Transport::shm, Transport::direct}) {
    FaceExchange exchange(world, routes, transport, HugePages::none, kokkos_memory, 7);
    CHECK(exchange.wrong_words() == 0);
    for (int i = 0; i < 20; ++i)
      exchange.run();
    CHECK(exchange.wrong_left() == 0);
    CHECK(exchange.wrong_words() == 0);
    CHECK(exchange.bytes_by_messages() + exchange.bytes_by_shared_memory() ==
          legs * routes.front().bytes);
  }
}

TEST_CASE("faces with wrong contents are found") {
  auto const& world = test::test_world();
  if (world.size() == 1)
    KITT_SKIP("needs a neighbour");
  auto const routes = ring(960);
  // Each rank expects contents that follow from its own seed. Because the seeds differ, the
  // neighbour's faces are wrong.
  auto const seed = static_cast<std::uint64_t>(world.rank());
  FaceExchange exchange(world, routes, Transport::shm, HugePages::none, kokkos_memory, seed);
  CHECK(exchange.wrong_words() == legs * 960 / 8);
}
