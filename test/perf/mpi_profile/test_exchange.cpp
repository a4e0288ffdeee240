// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/halo_exchange.hpp"
#include "comms/ranks/traffic.hpp"
#include "perf/mpi_profile/communication_clock.hpp"
#include "perf/mpi_profile/mpi_profile.hpp"
#include "perf/mpi_profile/recorder.hpp"
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

namespace kitt::mpi_profile {
namespace {

using comms::HaloExchange;
using comms::Transport;
using test::test_world;

/// Returns routes on which every rank sends 1000 bytes to the next rank of a ring and 24 bytes to
/// the previous one. A single rank sends to itself.
std::vector<comms::Route> ring() {
  auto const rank = test_world().rank();
  auto const size = test_world().size();
  auto const next = (rank + 1) % size;
  auto const before = (rank + size - 1) % size;
  return {{.leg = 0, .to = next, .from = before, .bytes = 1000},
          {.leg = 1, .to = before, .from = next, .bytes = 24}};
}

void exchange_once(HaloExchange& exchange) {
  exchange.begin();
  for (auto const& route : ring())
    std::memset(exchange.outgoing(route.leg), 1, route.bytes);
  exchange.send();
  exchange.wait();
  exchange.end();
}

ProfileRegion region(Profile const& profile, std::string const& name) {
  for (auto const& region : profile.regions)
    if (region.region == name)
      return region;
  return {};
}

std::uint64_t calls_of(Profile const& profile, std::string const& routine, std::uint64_t bytes) {
  std::uint64_t calls = 0;
  for (auto const& row : profile.routines)
    if (row.calls.routine == routine && row.calls.bytes_per_call == bytes)
      calls += row.calls.calls;
  return calls;
}

double longest_wall(Profile const& profile) {
  double longest = 0;
  for (auto const& rank : profile.ranks)
    longest = std::max(longest, rank.wall_seconds);
  return longest;
}

constexpr std::uint64_t exchanges = 5;

} // namespace

TEST_CASE("the matrix has the bytes of the plan, by messages and through shared memory") {
  auto const& world = test_world();
  auto const ranks = static_cast<std::size_t>(world.size());
  for (auto const transport : {Transport::mpi, Transport::shm}) {
    MpiProfile const profile_of_run(world);
    HaloExchange exchange(world, ring(), transport, comms::HugePages::none);
    for (std::uint64_t i = 0; i < exchanges; ++i)
      exchange_once(exchange);
    auto const profile = profile_of_run.collect();
    CHECK(profile.has_value() == (world.rank() == 0));
    if (!profile)
      continue;
    REQUIRE(profile->ranks.size() == ranks);
    for (std::size_t from = 0; from < ranks; ++from) {
      std::vector<std::uint64_t> bytes(ranks);
      bytes[(from + 1) % ranks] += exchanges * 1000;
      bytes[(from + ranks - 1) % ranks] += exchanges * 24;
      CHECK(profile->matrix->bytes[from] == bytes);
      CHECK(profile->ranks[from].bytes_sent ==
            exchanges * (exchange.bytes_by_messages() + exchange.bytes_by_shared_memory()));
      CHECK(profile->ranks[from].messages_sent == 2 * exchanges);
    }
    auto const halo = region(*profile, "halo");
    CHECK(halo.calls == exchanges * ranks);
    CHECK(halo.bytes == exchanges * ranks * 1024);
    CHECK(halo.seconds_maximum <= longest_wall(*profile));
    auto const* const sends = transport == Transport::mpi ? "MPI_Start" : "shared memory";
    // A persistent request is started by its sender and its receiver. Shared memory counts only the
    // sender.
    CHECK(calls_of(*profile, sends, 1000) ==
          exchanges * ranks * (transport == Transport::mpi ? 2 : 1));
  }
}

TEST_CASE("reductions and barriers are separate regions") {
  auto const& world = test_world();
  MpiProfile const profile_of_run(world);
  world.barrier();
  world.max(1);
  world.sum(1);
  world.sum(1);
  if (auto const profile = profile_of_run.collect()) {
    auto const ranks = static_cast<std::uint64_t>(world.size());
    CHECK(region(*profile, "barrier").calls == ranks);
    CHECK(region(*profile, "reduction").calls == 3 * ranks);
    CHECK(calls_of(*profile, "MPI_Barrier", 0) == ranks);
    CHECK(calls_of(*profile, "MPI_Allreduce", 8) == 3 * ranks);
    for (auto const& row : profile->routines)
      if (row.calls.routine == "MPI_Allreduce")
        CHECK(row.calls.comm_size == world.size());
  }
}

TEST_CASE("the delayed rank waits least, because the others wait for it") {
  auto const& world = test_world();
  auto const late = world.size() - 1;
  MpiProfile const profile_of_run(world, Barriers::yes);
  HaloExchange exchange(world, ring(), Transport::shm, comms::HugePages::none);
  for (int i = 0; i < 3; ++i) {
    world.barrier(); // a busy machine delays ranks, so the time from here on is kept short
    if (world.rank() == late)
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
    exchange_once(exchange);
  }
  if (auto const profile = profile_of_run.collect()) {
    CHECK(profile->barriers);
    CHECK(region(*profile, "wait").calls == 3 * static_cast<std::uint64_t>(world.size()));
    auto const& ranks = profile->ranks;
    auto const least = std::min_element(ranks.begin(), ranks.end(), [](auto const& a, auto& b) {
      return *a.wait_seconds < *b.wait_seconds;
    });
    CHECK(least->rank == late);
    CHECK(ranks[static_cast<std::size_t>(late)].compute_seconds() >= 0.9);
    auto const wait = region(*profile, "wait");
    CHECK(wait.seconds_minimum == *least->wait_seconds);
    CHECK(wait.seconds_maximum <= longest_wall(*profile));
  }
}

TEST_CASE("nothing is recorded if the profile is off") {
  auto const& world = test_world();
  { MpiProfile const on(world); }
  CHECK_FALSE(recording());
  CHECK(comms::watcher() == nullptr);
  auto const before = recorded();
  HaloExchange exchange(world, ring(), Transport::mpi, comms::HugePages::none);
  exchange_once(exchange);
  world.barrier();
  auto const after = recorded();
  CHECK(after.calls.size() == before.calls.size());
  CHECK(after.traffic.size() == before.traffic.size());
}

TEST_CASE("the clock of a run counts the calls and regions of its own thread once") {
  using namespace std::chrono_literals;
  auto const& world = test_world();
  auto const watched = [] { return detail::watching.load(); };
  CommunicationClock const clock;
  CHECK(watched() == Watching::time);
  {
    comms::TrafficRegion const region(comms::Region::messages);
    CHECK(watched() == Watching::nothing); // nested calls are not watched
    world.barrier();                       // a region inside another region
    CHECK(watched() == Watching::nothing);
    std::this_thread::sleep_for(30ms);
  }
  CHECK(watched() == Watching::time);
  std::thread([] { // another thread communicates while this one may compute
    comms::TrafficRegion const region(comms::Region::halo);
    std::this_thread::sleep_for(30ms);
  })
      .join();
  auto const time = clock.collect(world);
  REQUIRE(time);
  CHECK(time->communication_seconds >= 0.03);
  CHECK(time->compute_seconds() >= 0.03);
  CHECK(time->total_seconds >= 0.06);
  CHECK_FALSE(recording());
}

TEST_CASE("the profile records the peak memory of fields and of buffers") {
  auto const& world = test_world();
  MpiProfile const profile_of_run(world);
  constexpr std::size_t bytes = std::size_t{8} << 20;
  comms::huge_page_source(comms::HugePages::none)("kitt::test::field", bytes);
  HaloExchange const exchange(world, ring(), Transport::mpi, comms::HugePages::none);
  if (auto const profile = profile_of_run.collect())
    for (auto const& rank : profile->ranks) {
      CHECK(rank.memory.field_bytes >= bytes);
      CHECK(rank.memory.buffer_bytes >= 2048); // two outgoing and two incoming faces
      CHECK(rank.memory.peak_resident_bytes > 0);
    }
}

} // namespace kitt::mpi_profile
