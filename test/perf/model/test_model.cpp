// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "perf/model/model.hpp"

#include <cmath>
#include <limits>

using namespace kitt;
using namespace kitt::perf;

namespace {

constexpr auto infinite = std::numeric_limits<double>::infinity();

/// Returns a machine with round numbers for calculations by hand.
Machine machine(int ranks_per_node = 1) {
  Machine result;
  result.name = "by hand";
  result.ranks_per_node = ranks_per_node;
  result.threads_per_node = 1;
  result.single_gflops_per_s = 1000;
  result.double_gflops_per_s = 500;
  result.levels = {{"memory", {}, 100}};
  result.shared_memory = FaceLink{1e-6, 50};
  result.network = FaceLink{1e-5, 10};
  return result;
}

ModelJob job(std::string const& kernel, int l) {
  return {.kernel = kernel, .volume = {l, l, l, l}};
}

Prediction predicted(Machine const& m, ModelJob const& j, int nodes,
                     std::optional<comms::RankGrid> const& asked = {}) {
  return predict(m, j, spread(j.volume, j.volume_of, nodes, m.ranks_per_node, asked));
}

} // namespace

TEST_CASE("the prediction for one node is bytes over bandwidth, and nothing is exchanged") {
  // 8^4 / 2 = 2048 sites of 768 bytes at 100 GB/s, with 1344 flops each.
  auto const wilson = predicted(machine(), job("Wilson", 8), 1);
  CHECK_FALSE(wilson.split());
  CHECK(wilson.all_legs.seconds == Approx(2048 * 768 / 100e9));
  CHECK(wilson.all_legs.bound == "memory bandwidth");
  CHECK(wilson.mflops_per_node(Strategy::sequential) == Approx(1344.0 / 768 * 100e3));
  CHECK(wilson.seconds(Strategy::overlap) == wilson.seconds(Strategy::sequential));
  CHECK(wilson.exchange_seconds() == 0);
  CHECK(wilson.pack.seconds == 0);
  // Ls = 16 shares the links: 228 bytes for each of 16 x 2048 sites.
  auto const dwf = predicted(machine(), job("DWF4", 8), 1);
  CHECK(dwf.all_legs.seconds == Approx(16 * 2048 * 228 / 100e9));
  // Double precision has twice the bytes and half the figure.
  auto in_double = job("DWF4", 8);
  in_double.precision = Precision::double_precision;
  CHECK(predicted(machine(), in_double, 1).all_legs.seconds == Approx(2 * dwf.all_legs.seconds));
}

TEST_CASE("with enough bandwidth, the limit is the peak times its fraction") {
  auto m = machine();
  m.levels[0].gb_per_s = 1e6;
  m.kernels["DWF5"] = {.peak = 0.5, .bandwidth = 1};
  auto const dwf5 = predicted(m, job("DWF5", 8), 1);
  CHECK(dwf5.mflops_per_node(Strategy::sequential) == Approx(0.5 * 1000e3));
  CHECK(dwf5.bound() == "single multiply-add peak");
  CHECK(predicted(m, job("DWF4", 8), 1).mflops_per_node(Strategy::sequential) == Approx(1000e3));
  m.launch_seconds = 1e-3;
  CHECK(predicted(m, job("DWF4", 8), 1).all_legs.seconds ==
        Approx(1e-3 + 16 * 2048 * 1344 / 1000e9));
}

TEST_CASE("every term of 16 nodes equals the calculation by hand") {
  // The grid is 2.2.2.2 nodes with one rank of 8^4 sites each. A rank has 8 faces of 8^3 / 2 = 256
  // sites with 16 slices.
  auto m = machine();
  m.launch_seconds = 1e-6;
  auto const p = predicted(m, job("DWF4", 8), 16, comms::RankGrid{2, 2, 2, 2});
  constexpr double faces = 8 * 256 * 16;
  constexpr double sites = 2048 * 16;
  CHECK(p.traffic.between.half_spinors == faces);
  CHECK(p.traffic.between.messages == 8);
  CHECK(p.traffic.inside.messages == 0);
  CHECK(p.bytes_between == faces * 12 * 4);
  CHECK(p.exchange_inside_seconds == 0);
  CHECK(p.exchange_between_seconds == Approx(8 * 1e-5 + faces * 48 / 10e9));
  // Packing reads a spinor of 24 reals and writes half a spinor.
  CHECK(p.pack.seconds == Approx(1e-6 + faces * (24 + 12) * 4 / 100e9));
  CHECK(p.all_legs.seconds == Approx(1e-6 + (sites * 228 + faces * 48) / 100e9));
  // One link of 18 reals is shared by 16 slices.
  CHECK(p.interior.seconds == Approx(1e-6 + (sites * 228 - faces * 18 * 4 / 16) / 100e9));
  CHECK(p.exterior.seconds == Approx(1e-6 + faces * (12 + 24 + 24 + 18.0 / 16) * 4 / 100e9));
  CHECK(p.seconds(Strategy::sequential) ==
        Approx(p.pack.seconds + p.exchange_between_seconds + p.all_legs.seconds));
  CHECK(p.seconds(Strategy::overlap) ==
        Approx(p.pack.seconds + std::max(p.interior.seconds, p.exchange_between_seconds) +
               p.exterior.seconds));
  CHECK(p.flops_per_node == sites * 1344);
}

TEST_CASE("the grid decides which faces are inside nodes and which are between nodes") {
  // Two nodes of two ranks along t: each rank has one neighbour on its own node and one on the
  // other.
  auto const grid = spread({8, 8, 8, 16}, comms::VolumeOf::node, 2, 2, comms::RankGrid{1, 1, 1, 4});
  CHECK(grid.local == Extents{8, 8, 8, 8});
  auto const traffic = traffic_of(grid, 1);
  CHECK(traffic.inside.messages == 1);
  CHECK(traffic.between.messages == 1);
  CHECK(traffic.inside.half_spinors == 2 * 256);
  CHECK(traffic.between.half_spinors == 2 * 256);
  // On one node, both neighbours are the same rank, and nothing leaves the node.
  auto const one = traffic_of(spread({8, 8, 8, 8}, comms::VolumeOf::node, 1, 2), 16);
  CHECK(one.between.messages == 0);
  CHECK(one.inside.messages == 2);
  CHECK(one.inside.half_spinors == 2 * 2 * 256 * 16);
}

TEST_CASE("an infinitely fast network leaves the time of the kernel") {
  auto m = machine();
  m.network = FaceLink{0, infinite};
  auto const p = predicted(m, job("DWF4", 16), 16);
  CHECK(p.exchange_seconds() == 0);
  CHECK(p.seconds(Strategy::sequential) == p.pack.seconds + p.all_legs.seconds);
  CHECK(p.best() == Strategy::sequential);
  CHECK(p.bound() == "memory bandwidth");
}

TEST_CASE(
    "overlapping is predicted faster if the exchange takes longer than the second pass adds") {
  for (double const gb_per_s : {0.5, 2., 10., 50., 200., 1000., infinite})
    for (int const l : {4, 8, 16, 32}) {
      auto m = machine();
      m.network = FaceLink{1e-6, gb_per_s};
      auto const p = predicted(m, job("DWF4", l), 16);
      auto const added = p.interior.seconds + p.exterior.seconds - p.all_legs.seconds;
      CHECK(added > 0);
      INFO("L = " << l << ", " << gb_per_s << " GB/s");
      if (p.exchange_seconds() < p.interior.seconds)
        CHECK((p.best() == Strategy::overlap) == (p.exchange_seconds() > added));
      else
        CHECK((p.best() == Strategy::overlap) == (p.exterior.seconds < p.all_legs.seconds));
      CHECK(p.seconds(p.best()) <= p.seconds(Strategy::sequential));
      CHECK(p.seconds(p.best()) <= p.seconds(Strategy::overlap));
    }
}

TEST_CASE("more of any resource never makes the prediction slower") {
  auto const figure = [](Machine const& m) {
    auto const p = predicted(m, job("DWF5", 16), 64);
    return p.mflops_per_node(p.best());
  };
  auto const with = [](auto const& change) {
    auto m = machine(2);
    change(m);
    return m;
  };
  auto const before = figure(machine(2));
  CHECK(figure(with([](Machine& m) { m.network->gb_per_s *= 2; })) >= before);
  CHECK(figure(with([](Machine& m) { m.network->latency_seconds /= 2; })) >= before);
  CHECK(figure(with([](Machine& m) { m.shared_memory->gb_per_s *= 2; })) >= before);
  CHECK(figure(with([](Machine& m) { m.single_gflops_per_s *= 2; })) >= before);
  CHECK(figure(with([](Machine& m) { m.levels[0].gb_per_s *= 2; })) > before);
  CHECK(figure(with([](Machine& m) { m.launch_seconds = 1e-5; })) < before);
}

TEST_CASE("weak scaling is flat once every direction is split, and strong scaling falls") {
  auto const m = machine();
  auto const figure = [&](ModelJob const& j, int nodes) {
    auto const p = predict(m, j, spread(j.volume, j.volume_of, nodes, 1));
    return p.mflops_per_node(p.best());
  };
  auto const weak = job("DWF4", 16);
  CHECK(figure(weak, 1) > figure(weak, 2));
  CHECK(figure(weak, 2) > figure(weak, 4));
  CHECK(figure(weak, 8) > figure(weak, 16));
  CHECK(figure(weak, 4096) == Approx(figure(weak, 16)));
  CHECK(predicted(m, weak, 4096).traffic.between.messages == 8);
  // A chain of nodes, which is used only on request, sends a quarter of the faces.
  CHECK(predicted(m, weak, 4096, comms::RankGrid{1, 1, 1, 4096}).traffic.between.messages == 2);
  auto strong = job("DWF4", 32);
  strong.volume_of = comms::VolumeOf::job;
  double last = infinite;
  for (int nodes = 1; nodes <= 4096; nodes *= 4) {
    auto const p = predicted(m, strong, nodes);
    CHECK(p.mflops_per_node(p.best()) < last);
    last = p.mflops_per_node(p.best());
  }
}

TEST_CASE("a job is spread over nodes as a real run would be") {
  auto const sixteen = spread({12, 12, 12, 12}, comms::VolumeOf::node, 16, 2);
  CHECK(sixteen.grid.nodes() == comms::RankGrid{2, 2, 2, 2});
  CHECK(sixteen.grid.ranks() == comms::RankGrid{2, 2, 2, 4});
  CHECK(sixteen.local == Extents{12, 12, 12, 6});
  CHECK(sixteen.global == Extents{24, 24, 24, 24});
  auto const job = spread({32, 32, 32, 64}, comms::VolumeOf::job, 16, 2);
  CHECK(volume(job.grid.nodes()) == 16);
  CHECK(job.global == Extents{32, 32, 32, 64});
}

TEST_CASE("a figure that the machine file lacks is required only where it is needed") {
  auto m = machine();
  m.network.reset();
  CHECK_NOTHROW(predicted(m, job("DWF4", 8), 1));
  CHECK_THROWS_AS(predicted(m, job("DWF4", 8), 2), UserError);
  m.shared_memory.reset();
  m.ranks_per_node = 2;
  CHECK_THROWS_AS(predicted(m, job("DWF4", 8), 1), UserError);
}

TEST_CASE("a volume that cannot be split is refused as a user error") {
  CHECK_THROWS_AS(spread({8, 8, 8, 8}, comms::VolumeOf::rank, 1 << 16, 1 << 16), UserError);
  CHECK_THROWS_AS(spread({8, 8, 8, 8}, comms::VolumeOf::job, 4096, 1), UserError);
  CHECK_THROWS_AS(spread({8, 8, 8, 8}, comms::VolumeOf::node, 2, 1, comms::RankGrid{3, 1, 1, 1}),
                  UserError);
}
