// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/model/transfer_fit.hpp"
#include "test/catch.hpp"

#include <vector>

using namespace kitt::miniapp;
using namespace kitt::perf;

namespace {

HaloCell halo(char const* transport, std::size_t messages, std::size_t by_shared_memory) {
  HaloCell cell;
  cell.transport = transport;
  cell.face_bytes = 1000;
  cell.bytes_by_messages = messages * cell.face_bytes;
  cell.bytes_by_shared_memory = by_shared_memory * cell.face_bytes;
  cell.seconds.median = 2;
  return cell;
}

} // namespace

TEST_CASE("times that follow the law give back its latency and bandwidth") {
  std::vector<Transfer> transfers;
  for (double const bytes : {1e4, 1e5, 1e6, 1e7})
    transfers.push_back({8, bytes, 8 * 2e-6 + bytes / 5e9});
  auto const link = fit_transfers(transfers);
  REQUIRE(link);
  CHECK(link->latency_seconds == Approx(2e-6));
  CHECK(link->gb_per_s == Approx(5));
}

TEST_CASE("the fit minimises relative errors") {
  std::vector<Transfer> const transfers{{1, 1e3, 2e-6}, {1, 1e5, 2e-5}, {1, 1e7, 1.1e-3}};
  auto const sum = [&](double latency, double gb_per_s) {
    double result = 0;
    for (auto const& t : transfers) {
      auto const error = (latency + t.bytes / gb_per_s * 1e-9) / t.seconds - 1;
      result += error * error;
    }
    return result;
  };
  auto const link = fit_transfers(transfers);
  REQUIRE(link);
  auto const best = sum(link->latency_seconds, link->gb_per_s);
  for (double const factor : {0.95, 1.05}) {
    CHECK(sum(link->latency_seconds * factor, link->gb_per_s) > best);
    CHECK(sum(link->latency_seconds, link->gb_per_s * factor) > best);
  }
}

TEST_CASE("there is no fit with too few sizes, and no negative latency") {
  CHECK_FALSE(fit_transfers({}));
  std::vector<Transfer> const one{{1, 1e6, 1e-3}};
  CHECK_FALSE(fit_transfers(one));
  std::vector<Transfer> const falling{{1, 1e6, 1e-3}, {1, 1e7, 1e-4}};
  CHECK_FALSE(fit_transfers(falling));
  std::vector<Transfer> const steep{{1, 1e6, 1e-4}, {1, 1e7, 2e-3}};
  auto const link = fit_transfers(steep);
  REQUIRE(link);
  CHECK(link->latency_seconds == 0);
  CHECK(link->gb_per_s > 5);
  CHECK(link->gb_per_s < 10);
}

TEST_CASE("exchanges that mix shared memory and messages are not used for the fit") {
  std::vector<HaloCell> const cells{halo("shm", 0, 8), halo("shm", 2, 6), halo("shm", 4, 0),
                                    halo("mpi", 8, 0)};
  auto const two_nodes = halo_transfers(cells, 2, 4);
  REQUIRE(two_nodes.inside.size() == 1);
  CHECK(two_nodes.inside[0].starts == 8);
  CHECK(two_nodes.inside[0].bytes == 4 * 8000);
  CHECK(two_nodes.inside[0].seconds == 2);
  REQUIRE(two_nodes.between.size() == 1); // messages of "mpi" may stay inside a node
  CHECK(two_nodes.between[0].starts == 4);
  CHECK(halo_transfers(cells, 2, 1).between.size() == 2);
  CHECK(halo_transfers(cells, 1, 4).between.empty());
}
