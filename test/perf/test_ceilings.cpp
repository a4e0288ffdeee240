// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/bandwidth.hpp"
#include "perf/ceilings.hpp"
#include "perf/peak.hpp"

#include <limits>
#include <utility>

using namespace kitt::perf;
namespace comms = kitt::comms;

namespace {

/// Peak 100 (single), 50 (double); the best of each level is 400, 40 and 10 GB/s.
Ceilings made_up() {
  Ceilings ceilings;
  ceilings.single_gflops_per_s = 100;
  ceilings.double_gflops_per_s = 50;
  ceilings.levels = {{"L1", 500, 1000, 400, 300, 200},
                     {"L2", 5000, 10000, 20, 40, 30},
                     {"memory", 50000, std::numeric_limits<std::size_t>::max(), 8, 9, 10}};
  return ceilings;
}

Bound bound_of(double flops, double bytes, std::size_t working_set) {
  return binding_ceiling(made_up(), Precision::single_precision, flops, bytes, working_set);
}

} // namespace

TEST_CASE("the level is the smallest that holds the working set") {
  auto const ceilings = made_up();
  CHECK(feed_of(ceilings, 1).level == "L1");
  CHECK(feed_of(ceilings, 1000).level == "L1");
  CHECK(feed_of(ceilings, 1001).level == "L2");
  CHECK(feed_of(ceilings, 10001).level == "memory");
  CHECK(feed_of(Ceilings{}, 1).level.empty());
}

TEST_CASE("what fits into the faster level comes from there") {
  auto const ceilings = made_up();
  CHECK(feed_of(ceilings, 1000).gb_per_s == 400);
  // 1000 bytes at 400, 4000 at 40
  CHECK(feed_of(ceilings, 5000).gb_per_s == Approx(5000 / (1000 / 400.0 + 4000 / 40.0)));
  // continuous where a level is full, and that of the level alone far beyond
  CHECK(feed_of(ceilings, 1001).gb_per_s == Approx(400).epsilon(0.02));
  CHECK(feed_of(ceilings, std::size_t{1} << 40).gb_per_s == Approx(10));
}

TEST_CASE("the lower of peak and bandwidth binds") {
  constexpr auto large = std::size_t{1} << 40;
  // one flop per byte: L1 feeds more than the peak takes, memory less
  CHECK(bound_of(1, 1, 1000).name == "single multiply-add peak");
  CHECK(bound_of(1, 1, 1000).gflops_per_s == 100);
  CHECK(bound_of(1, 1, 10000).name == "L2 bandwidth");
  CHECK(bound_of(1, 1, large).name == "memory bandwidth");
  CHECK(bound_of(1, 1, large).gflops_per_s == Approx(10));
  CHECK(bound_of(3, 2, large).gflops_per_s == Approx(15));
  CHECK(bound_of(20, 1, large).name == "single multiply-add peak");
}

TEST_CASE("precision chooses the peak") {
  auto const bound = binding_ceiling(made_up(), Precision::double_precision, 1000, 1, 1);
  CHECK(bound.name == "double multiply-add peak");
  CHECK(bound.gflops_per_s == 50);
}

TEST_CASE("without traffic or levels only the peak binds") {
  CHECK(bound_of(1, 0, 1).gflops_per_s == 100);
  auto ceilings = made_up();
  ceilings.levels.clear();
  CHECK(binding_ceiling(ceilings, Precision::single_precision, 1, 1, 1).gflops_per_s == 100);
}

TEST_CASE("levels are made of the caches that the threads reach") {
  comms::Binding binding;
  binding.thread_cpusets = {"0", "1"};
  binding.caches = {{1, 2, 64u << 10, 64}, {2, 2, 2u << 20, 64}, {3, 1, 96u << 20, 64}};
  auto const options = ceiling_options(binding, 0, CeilingEffort::normal);
  REQUIRE(options.levels.size() == 4);
  CHECK(options.levels[0].level == "L1");
  CHECK(options.levels[0].capacity_bytes == 64u << 10);
  CHECK(options.levels[0].working_set_bytes == 32u << 10);
  CHECK(options.levels[2].level == "L3");
  CHECK(options.levels[3].level == "memory");
  CHECK(options.levels[3].working_set_bytes == 384u << 20);
  CHECK(ceiling_options(binding, 400u << 20, CeilingEffort::normal).levels[3].working_set_bytes ==
        100u << 20);
  CHECK(ceiling_options(binding, 0, CeilingEffort::quick).seconds_per_figure <
        options.seconds_per_figure);
}

TEST_CASE("unknown caches leave memory alone") {
  auto const options = ceiling_options(comms::Binding{}, 0, CeilingEffort::quick);
  REQUIRE(options.levels.size() == 1);
  CHECK(options.levels[0].working_set_bytes == 256u << 20);
}

TEMPLATE_TEST_CASE("the multiply-add kernel does every multiply-add once", "", float, double) {
  for (auto const chains : {Chains::twelve, Chains::twenty_four})
    for (long const rounds : {0L, 1L, 7L, 1000L, 100000L})
      CHECK(run_chains<TestType>(chains, rounds) == expected_chain_sum<TestType>(chains, rounds));
}

TEST_CASE("the bandwidth kernels move what they say and compute right") {
  // smaller than a block, odd, larger than a page
  for (std::size_t const bytes : {std::size_t{1}, std::size_t{100001}, std::size_t{3} << 20}) {
    WorkingSet set(bytes);
    for (auto const traffic : {Traffic::read, Traffic::copy, Traffic::triad}) {
      set.fill();
      CHECK_NOTHROW(set.run(traffic, 3));
      CHECK_NOTHROW(set.verify(traffic));
      CHECK(set.bytes_per_round(traffic) > 0);
      CHECK(set.bytes_per_round(traffic) <= set.bytes());
    }
  }
}

TEST_CASE("the parts of a working set together are the whole") {
  WorkingSet set(3u << 20);
  for (auto const traffic : {Traffic::read, Traffic::copy, Traffic::triad}) {
    set.fill();
    for (long part = 0; part < 4; ++part)
      CHECK_NOTHROW(set.run_part(traffic, 2, {part, 4}));
    CHECK(set.bytes_per_part(traffic, 4) <= set.bytes_per_round(traffic) / 4);
    CHECK(set.bytes_per_part(traffic, 4) > set.bytes_per_round(traffic) / 5);
  }
}

TEST_CASE("a kernel that did not write is found out") {
  WorkingSet set(100000);
  CHECK_THROWS_AS(set.verify(Traffic::copy), std::runtime_error);
  CHECK_THROWS_AS(set.verify(Traffic::triad), std::runtime_error);
}

TEST_CASE("everything is measured and positive") {
  CeilingOptions options;
  options.levels = {{"L1", 32u << 10, 64u << 10},
                    {"memory", 4u << 20, std::numeric_limits<std::size_t>::max()}};
  options.seconds_per_figure = 1e-3;
  options.minimum_repetitions = 2;
  auto const ceilings = measure_ceilings(options);
  CHECK(ceilings.threads >= 1);
  CHECK(ceilings.single_lanes >= ceilings.double_lanes);
  CHECK(ceilings.single_gflops_per_s > 0);
  CHECK(ceilings.double_gflops_per_s > 0);
  REQUIRE(ceilings.levels.size() == 2);
  for (auto const& level : ceilings.levels) {
    CHECK(level.read_gb_per_s > 0);
    CHECK(level.copy_gb_per_s > 0);
    CHECK(level.triad_gb_per_s > 0);
  }
}

TEST_CASE("the best time is the best, of calls that are long enough") {
  std::vector<long> rounds_asked;
  auto const best = best_seconds_per_round({0.01, 3}, [&](long rounds) {
    rounds_asked.push_back(rounds);
    auto const until = std::chrono::steady_clock::now() + std::chrono::microseconds(20) * rounds;
    while (std::chrono::steady_clock::now() < until) {
    }
  });
  CHECK(best >= 20e-6);
  CHECK(rounds_asked.front() == 1);
  CHECK(rounds_asked.back() > 1);
  CHECK(rounds_asked.size() >= 3);
}

TEST_CASE("ceilings of a node are sums over its ranks, the mean of the nodes") {
  auto own = made_up();
  own.threads = 3;
  own.clock_ghz = 2;
  // four ranks like this one on two nodes
  auto const node = ceilings_per_node(
      own, [](double value) { return 4 * value; }, 2);
  CHECK(node.threads == 6);
  CHECK(node.single_gflops_per_s == 200);
  CHECK(node.double_gflops_per_s == 100);
  CHECK(node.clock_ghz == 2);
  REQUIRE(node.levels.size() == 3);
  CHECK(node.levels[1].level == "L2");
  CHECK(node.levels[1].working_set_bytes == 10000);
  CHECK(node.levels[1].capacity_bytes == 20000);
  CHECK(node.levels[1].read_gb_per_s == 40);
  CHECK(node.levels[1].copy_gb_per_s == 80);
  CHECK(node.levels[1].triad_gb_per_s == 60);
  CHECK(node.levels[2].capacity_bytes == std::numeric_limits<std::size_t>::max());
}
