// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "miniapp/run/tuner.hpp"
#include "perf/tuning/order_json.hpp"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace kitt;
using namespace kitt::miniapp;
namespace fs = std::filesystem;

namespace {

constexpr int all = Order::whole;

/// Returns the seconds that rank r measures. Rank 0 by itself would choose the second order, and
/// rank 1 the third. The slowest rank's times of the three orders are 4, 3 and 9.
double own_seconds(Order const& order, int rank) {
  if (order.s_slice == 1)
    return rank == 0 ? 1 : 3;
  if (order.s_slice == 2)
    return rank == 0 ? 9 : 0.5;
  return 4;
}

} // namespace

// a single test case, because MPI can be started only once per process
TEST_CASE("all ranks run the order that is fastest on the slowest rank, and rank 0 stores it") {
  int argc = 0;
  char** argv = nullptr;
  comms::MpiEnvironment const environment(argc, argv);
  comms::Communicator const world;
  auto const folder = fs::temp_directory_path() / ("kitt-tuner-" + std::to_string(::getpid()));
  ::setenv("KITT_TUNE_CACHE", folder.c_str(), 1); // each rank has another folder

  std::vector<Order> const candidates{
      Order::lexicographic(), {{all, all, all, all}, 1}, {{all, all, all, all}, 2}};
  perf::TuningKey const key{.kernel = "DWF4", .local_volume = {8, 8, 8, 8}, .ls = 16};
  int calls = 0;
  Tuner::OrderCalls const orders{.seconds =
                                     [&](Order const& order) {
                                       ++calls;
                                       return world.max(own_seconds(order, world.rank()));
                                     },
                                 .is_right = [](Order const&) { return true; }};
  std::vector<std::string> warnings;
  auto const tuner = [&] {
    return Tuner(perf::TuneMode::quick, world, {},
                 [&](std::string const& warning) { warnings.push_back(warning); });
  };

  auto const searched = tuner().choose(key, candidates, 1000, orders);
  REQUIRE(searched);
  CHECK(searched->source == "searched");
  CHECK(searched->entry.order.s_slice == 1);
  CHECK(searched->entry.seconds == (world.size() == 1 ? 1 : 3));
  CHECK(searched->entry.plain_seconds == 4);
  CHECK(searched->entry.mflops_per_node == 1000 / searched->entry.seconds);
  CHECK(calls >= 3);
  CHECK(world.max(calls) == calls);
  CHECK(fs::exists(folder) == (world.rank() == 0));

  // Rank 0 now knows the order, which is sufficient for all ranks.
  calls = 0;
  auto const known = tuner().choose(key, candidates, 1000, orders);
  REQUIRE(known);
  CHECK(known->source == "cache file");
  CHECK(perf::entry_json(known->entry) == perf::entry_json(searched->entry));
  CHECK(calls == 0);

  // A wrong result leads to no choice, and nothing is stored.
  auto other = key;
  other.kernel = "DWF5";
  CHECK(
      !tuner().choose(other, candidates, 1000,
                      {.seconds = orders.seconds, .is_right = [](Order const&) { return false; }}));
  CHECK(tuner().choose(other, candidates, 1000, orders)->source == "searched");
  CHECK(warnings.empty());
  world.barrier();
  fs::remove_all(folder);
}
