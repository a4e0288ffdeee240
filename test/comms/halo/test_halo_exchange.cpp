// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/halo/halo_exchange.hpp"
#include "core/base/error.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <random>
#include <thread>
#include <type_traits>
#include <utility>

using namespace kitt;
using namespace kitt::comms;
using Catch::Matchers::ContainsSubstring;

static_assert(!std::is_copy_constructible_v<HaloExchange>);
static_assert(std::is_nothrow_move_constructible_v<HaloExchange>);

namespace {

/// The MPI environment and communicator of this test. MPI can be started only once per process.
struct Job {
  int argc = 0;
  char** argv = nullptr;
  MpiEnvironment environment{argc, argv, MpiThreads::multiple};
  Communicator world;
};

Job const& job() {
  static Job const started;
  return started;
}

Communicator const& world() {
  return job().world;
}

/// Builds a grid with all ranks on one node.
ProcessGrid grid_of(RankGrid const& ranks) {
  std::vector<NodePlace> places;
  for (int rank = 0; rank < static_cast<int>(volume(ranks)); ++rank)
    places.push_back({0, rank});
  return {ranks, ranks, places};
}

std::vector<RankGrid> grids() {
  std::map<int, std::vector<RankGrid>> const by_size{
      {1, {{1, 1, 1, 1}}},
      {2, {{2, 1, 1, 1}, {1, 1, 1, 2}}},
      {4, {{4, 1, 1, 1}, {2, 2, 1, 1}, {1, 1, 2, 2}}},
      {8, {{2, 2, 2, 1}, {1, 8, 1, 1}, {1, 2, 1, 4}}}};
  return by_size.at(world().size());
}

using Sizes = std::array<std::size_t, legs>;

/// Returns face sizes in bytes: one byte, odd numbers, multiples of a cache line, and sizes above
/// any eager limit.
std::vector<Sizes> sizes() {
  return {{1, 2, 3, 63, 64, 65, 127, 128},
          {9600, 700, 96, 4096, 65536, 300001, 513, 1024},
          {70000, 70000, 70000, 70000, 70000, 70000, 70000, 70000}};
}

/// Returns routes on which a rank sends the faces of all eight hops to itself.
std::vector<Route> routes_to_itself(Sizes const& bytes) {
  std::vector<Route> routes;
  for (int leg = 0; leg < legs; ++leg)
    routes.push_back({leg, world().rank(), world().rank(), bytes[static_cast<std::size_t>(leg)]});
  return routes;
}

/// The bytes that `sender` writes into its face of `leg` in exchange number `n`. No two faces are
/// alike.
class Content {
public:
  Content(int sender, int leg, int n)
      : generator_(static_cast<std::uint32_t>((n * 100 + sender) * legs + leg)) {}
  std::byte next() { return static_cast<std::byte>(generator_() >> 11); }

private:
  std::minstd_rand generator_;
};

void write(std::byte* face, std::size_t bytes, Content content) {
  for (std::size_t i = 0; i < bytes; ++i)
    face[i] = content.next();
}

std::size_t wrong_bytes(std::byte const* face, std::size_t bytes, Content content) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    wrong += face[i] != content.next() ? 1 : 0;
  return wrong;
}

bool is_aligned(void const* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % 64 == 0;
}

/// Random pauses that differ between ranks, so that some ranks run ahead of their neighbours.
class Delays {
public:
  void maybe() {
    if (generator_() % 5 == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(generator_() % 2000));
  }

private:
  std::minstd_rand generator_{static_cast<std::uint32_t>(world().rank() + 1)};
};

/// Function that completes an exchange after send().
using Completion = void (*)(HaloExchange&);
void by_waiting(HaloExchange& exchange) {
  exchange.wait();
}

/// Runs many exchanges with pauses. Checks that every byte of each face comes from the right sender
/// and exchange.
void run(HaloExchange& exchange, std::vector<Route> const& routes, int exchanges,
         Completion complete) {
  Delays delays;
  std::size_t wrong = 0;
  std::size_t unaligned = 0;
  for (int n = 0; n < exchanges; ++n) {
    delays.maybe();
    exchange.begin();
    delays.maybe();
    for (auto const& route : routes) {
      unaligned += is_aligned(exchange.outgoing(route.leg)) ? 0 : 1;
      write(exchange.outgoing(route.leg), route.bytes, {world().rank(), route.leg, n});
    }
    exchange.send();
    delays.maybe();
    complete(exchange);
    delays.maybe(); // a rank that runs ahead must not touch these faces yet
    for (auto const& route : routes) {
      unaligned += is_aligned(exchange.incoming(route.leg)) ? 0 : 1;
      wrong += wrong_bytes(exchange.incoming(route.leg), route.bytes, {route.from, route.leg, n});
    }
    exchange.end();
  }
  CHECK(wrong == 0);
  CHECK(unaligned == 0);
}

std::size_t bytes_of(std::vector<Route> const& routes) {
  std::size_t bytes = 0;
  for (auto const& route : routes)
    bytes += route.bytes;
  return bytes;
}

} // namespace

TEST_CASE("routes connect the faces of split directions") {
  std::vector<RankGrid> const tried{
      {1, 1, 1, 1}, {2, 1, 1, 1}, {1, 4, 1, 1}, {2, 2, 1, 3}, {1, 2, 4, 2}};
  Sizes const bytes{10, 11, 12, 13, 14, 15, 16, 17};
  for (auto const& ranks : tried) {
    auto const grid = grid_of(ranks);
    for (int rank = 0; rank < grid.size(); ++rank) {
      auto const routes = halo_routes(grid, rank, bytes);
      std::size_t split = 0;
      for (auto const extent : ranks)
        split += extent > 1 ? 1 : 0;
      REQUIRE(routes.size() == 2 * split);
      for (auto const& route : routes) {
        auto const leg = static_cast<std::size_t>(route.leg);
        auto const mu = route.leg / 2;
        CHECK(ranks[leg / 2] > 1);
        CHECK(route.bytes == bytes[leg]);
        // the face of a forward hop holds what the hopping term needs from x + mu
        CHECK(route.from ==
              grid.neighbour(rank, mu, route.leg % 2 == 0 ? Hop::forward : Hop::backward));
        for (auto const& theirs : halo_routes(grid, route.to, bytes))
          if (theirs.leg == route.leg)
            CHECK(theirs.from == rank);
      }
    }
  }
}

TEST_CASE("every byte arrives in its place in repeated exchanges") {
  for (auto const transport : {Transport::mpi, Transport::shm, Transport::direct})
    for (auto const pages : {HugePages::none, HugePages::madvise})
      for (auto const& ranks : grids())
        for (auto const& bytes : sizes()) {
          INFO(to_string(transport) << ", rank " << world().rank());
          auto const routes = halo_routes(grid_of(ranks), world().rank(), bytes);
          HaloExchange exchange(world(), routes, transport, pages);
          run(exchange, routes, 25, by_waiting);
          CHECK(exchange.bytes_by_messages() + exchange.bytes_by_shared_memory() ==
                bytes_of(routes));
          if (transport != Transport::shm)
            CHECK(exchange.bytes_by_shared_memory() == 0);
          else if (world().nodes() == 1)
            CHECK(exchange.bytes_by_messages() == 0);
          if (world().nodes() == 1)
            CHECK(exchange.bytes_between_nodes() == 0);
        }
}

TEST_CASE("faces in shared memory lie on reserved huge pages, or all ranks report the same error") {
  constexpr std::size_t page = std::size_t{2} << 20;
  world().barrier(); // other processes may still be releasing pages
  auto const free = comms::detail::SystemFiles{}.number(
      "sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages");
  auto const routes = halo_routes(grid_of(grids().front()), world().rank(), sizes()[1]);
  auto const least = world().min(static_cast<double>(free.value_or(0)));
  if (least == 0 && !routes.empty()) {
    CHECK_THROWS_WITH(HaloExchange(world(), routes, Transport::shm, HugePages::explicit_2mib),
                      ContainsSubstring("vm.nr_hugepages"));
    return;
  }
  if (least < world().size())
    KITT_SKIP("fewer huge pages are reserved than there are ranks (vm.nr_hugepages)");
  for (auto const pages : {HugePages::explicit_2mib, HugePages::explicit_1gib}) {
    HaloExchange exchange(world(), routes, Transport::shm, pages);
    run(exchange, routes, 25, by_waiting);
    if (exchange.bytes_by_shared_memory() > 0)
      CHECK(pages_obtained().shared_by_size[page] > 0);
  }
}

TEST_CASE("a rank can be its own neighbour") {
  for (auto const transport : {Transport::mpi, Transport::shm})
    for (auto const& bytes : sizes()) {
      auto const routes = routes_to_itself(bytes);
      HaloExchange exchange(world(), routes, transport, HugePages::none);
      run(exchange, routes, 10, by_waiting);
    }
}

TEST_CASE("a rank that only sends waits until its faces have been read") {
  for (auto const transport : {Transport::mpi, Transport::shm}) {
    auto routes = halo_routes(grid_of(grids().front()), world().rank(), sizes()[1]);
    std::erase_if(routes, [](Route const& route) { return route.leg % 2 != 0; });
    HaloExchange exchange(world(), routes, transport, HugePages::none);
    run(exchange, routes, 50, by_waiting);
  }
}

TEST_CASE("two simultaneous exchanges keep their faces apart, and a moved exchange still works") {
  for (auto const transport : {Transport::mpi, Transport::shm}) {
    auto const routes = halo_routes(grid_of(grids().front()), world().rank(), sizes()[1]);
    HaloExchange first(world(), routes, transport, HugePages::none);
    HaloExchange second(world(), routes, transport, HugePages::none);
    first.begin();
    second.begin();
    for (auto const& route : routes) {
      write(first.outgoing(route.leg), route.bytes, {world().rank(), route.leg, 1});
      write(second.outgoing(route.leg), route.bytes, {world().rank(), route.leg, 2});
    }
    second.send(); // receives were posted in the opposite order
    first.send();
    first.wait();
    second.wait();
    std::size_t wrong = 0;
    for (auto const& route : routes) {
      wrong += wrong_bytes(first.incoming(route.leg), route.bytes, {route.from, route.leg, 1});
      wrong += wrong_bytes(second.incoming(route.leg), route.bytes, {route.from, route.leg, 2});
    }
    CHECK(wrong == 0);
    first.end();
    second.end();
    auto moved = std::move(first);
    run(moved, routes, 4, by_waiting);
    moved = std::move(second);
    run(moved, routes, 4, by_waiting);
  }
}

TEST_CASE("calls of progress() complete an exchange without wait()") {
  for (auto const transport : {Transport::mpi, Transport::shm}) {
    auto const routes = halo_routes(grid_of(grids().back()), world().rank(), sizes()[1]);
    HaloExchange exchange(world(), routes, transport, HugePages::none);
    run(exchange, routes, 10, [](HaloExchange& one) {
      while (!one.progress())
        std::this_thread::yield();
    });
  }
}

TEST_CASE("several threads can each drive a part of an exchange") {
  if (!job().environment.multiple())
    KITT_SKIP("this MPI has no MPI_THREAD_MULTIPLE");
  for (auto const transport : {Transport::mpi, Transport::shm})
    for (auto const& ranks : grids()) {
      auto const routes = halo_routes(grid_of(ranks), world().rank(), sizes()[1]);
      HaloExchange exchange(world(), routes, transport, HugePages::none);
      run(exchange, routes, 10, [](HaloExchange& one) {
        constexpr int workers = 3;
        std::vector<std::thread> threads;
        for (int worker = 0; worker < workers; ++worker)
          threads.emplace_back([&one, worker] {
            while (!one.progress(worker, workers))
              std::this_thread::yield();
          });
        for (auto& thread : threads)
          thread.join(); // no wait() is needed, because the threads drive all parts
      });
    }
}

TEST_CASE("faces that do not fit into memory are refused on all ranks") {
  constexpr std::size_t too_much = std::size_t{1} << 50;
  Sizes bytes;
  bytes.fill(too_much);
  CHECK_THROWS_AS(HaloExchange(world(), routes_to_itself(bytes), Transport::mpi, HugePages::none),
                  UserError);
  CHECK_THROWS_WITH(HaloExchange(world(), routes_to_itself(bytes), Transport::shm, HugePages::none),
                    ContainsSubstring("--comms mpi"));
}
