// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/ceilings/bandwidth.hpp"
#include "perf/ceilings/measure_ceilings.hpp"
#include "perf/ceilings/peak.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

using namespace kitt::perf;
namespace comms = kitt::comms;

namespace {

/// Returns ceilings with a peak of 100 (single) and 50 (double). The best rates of the levels are
/// 400, 40 and 10 GB/s.
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

/// Returns options for a measurement that is as short as a test needs.
CeilingOptions short_of(std::vector<std::size_t> working_sets) {
  CeilingOptions options;
  options.working_sets = std::move(working_sets);
  options.seconds_per_peak = 1e-3;
  options.minimum_repetitions = 2;
  options.visits = 2;
  options.seconds_per_visit = 1e-3;
  return options;
}

} // namespace

TEST_CASE("the level of a cell is the smallest that holds its working set") {
  auto const ceilings = made_up();
  CHECK(sustained_bandwidth(ceilings, 1).level == "L1");
  CHECK(sustained_bandwidth(ceilings, 1000).level == "L1");
  CHECK(sustained_bandwidth(ceilings, 1001).level == "L2");
  CHECK(sustained_bandwidth(ceilings, 10001).level == "memory");
  CHECK(sustained_bandwidth(Ceilings{}, 1).level.empty());
}

TEST_CASE("a working set that no measured level holds has no known bandwidth") {
  auto ceilings = made_up();
  ceilings.levels.pop_back();
  CHECK(sustained_bandwidth(ceilings, 10000).level == "L2");
  CHECK(sustained_bandwidth(ceilings, 10001).level.empty());
  CHECK(sustained_bandwidth(ceilings, 10001).gb_per_s == 0);
}

TEST_CASE("the part of a working set that fits into the faster level is fed from there") {
  auto const ceilings = made_up();
  CHECK(sustained_bandwidth(ceilings, 1000).gb_per_s == 400);
  // 1000 bytes at 400 GB/s and 4000 bytes at 40 GB/s
  CHECK(sustained_bandwidth(ceilings, 5000).gb_per_s ==
        Approx(5000 / (1000 / 400.0 + 4000 / 40.0)));
  // The bandwidth is continuous where a level is full. Far beyond, it is the bandwidth of the
  // slower level.
  CHECK(sustained_bandwidth(ceilings, 1001).gb_per_s == Approx(400).epsilon(0.02));
  CHECK(sustained_bandwidth(ceilings, std::size_t{1} << 40).gb_per_s == Approx(10));
}

TEST_CASE("the ceiling is the lower of peak and bandwidth") {
  constexpr auto large = std::size_t{1} << 40;
  // At one flop per byte, L1 feeds more than the peak needs, and memory feeds less.
  CHECK(bound_of(1, 1, 1000).name == "single multiply-add peak");
  CHECK(bound_of(1, 1, 1000).gflops_per_s == 100);
  CHECK(bound_of(1, 1, 10000).name == "L2 bandwidth");
  CHECK(bound_of(1, 1, large).name == "memory bandwidth");
  CHECK(bound_of(1, 1, large).gflops_per_s == Approx(10));
  CHECK(bound_of(3, 2, large).gflops_per_s == Approx(15));
  CHECK(bound_of(20, 1, large).name == "single multiply-add peak");
}

TEST_CASE("the precision selects the peak") {
  auto const bound = binding_ceiling(made_up(), Precision::double_precision, 1000, 1, 1);
  CHECK(bound.name == "double multiply-add peak");
  CHECK(bound.gflops_per_s == 50);
}

TEST_CASE("without traffic or levels, the peak is the ceiling") {
  CHECK(bound_of(1, 0, 1).gflops_per_s == 100);
  auto ceilings = made_up();
  ceilings.levels.clear();
  CHECK(binding_ceiling(ceilings, Precision::single_precision, 1, 1, 1).gflops_per_s == 100);
}

TEST_CASE("the levels are the caches that the threads reach") {
  comms::Binding binding;
  binding.thread_cpusets = {"0", "1"};
  binding.caches = {{1, 2, 64u << 10, 64}, {2, 2, 2u << 20, 64}, {3, 1, 96u << 20, 64}};
  auto const options = ceiling_options(binding, 0, CeilingEffort::normal);
  REQUIRE(options.levels.size() == 4);
  CHECK(options.levels[0].level == "L1");
  CHECK(options.levels[0].capacity_bytes == 64u << 10);
  CHECK(options.levels[0].working_set_bytes == 32u << 10);
  CHECK(options.levels[2].level == "L3");
  CHECK(options.levels[2].working_set_bytes == 4u << 20);
  CHECK(options.levels[3].level == "memory");
  CHECK(options.levels[3].working_set_bytes == 256u << 20);
  CHECK(options.missing.empty());
  CHECK(options.working_sets.front() == 32u << 10);
  CHECK(options.working_sets.back() == 256u << 20);
  auto const less = ceiling_options(binding, 200u << 20, CeilingEffort::normal);
  CHECK(less.levels[3].working_set_bytes == 200u << 20);
  CHECK(less.working_sets.back() == 200u << 20);
  auto const quick = ceiling_options(binding, 0, CeilingEffort::quick);
  CHECK(quick.seconds_per_peak < options.seconds_per_peak);
  CHECK(quick.visits < options.visits);
  CHECK(quick.memory_visits > quick.visits);
  CHECK(quick.cached_bytes == binding.caches.back().total_bytes);
  CHECK(quick.working_sets.size() < options.working_sets.size());
  struct Shares {
    double asked, taken, of_call;
  };
  for (auto const& [share, taken, of_call] :
       {Shares{2, 1, 1}, {0.5, 0.5, 1}, {0.25, 0.25, 0.5}, {0.01, 0.125, 0.25}}) {
    auto shortened = options;
    shortened.shorten(share);
    CHECK(shortened.seconds_per_peak == options.seconds_per_peak * taken);
    CHECK(shortened.seconds_per_visit == options.seconds_per_visit * taken);
    CHECK(shortened.seconds_per_call == options.seconds_per_call * of_call);
    CHECK(shortened.visits == (share < 0.25 ? 1 : options.visits));
    CHECK(shortened.memory_visits == (share < 0.25 ? 2 : options.memory_visits));
  }
}

TEST_CASE("working sets larger than any cache are visited the requested number of times") {
  auto const begun = [](int memory_visits) {
    auto options = short_of({1u << 20, 2u << 20});
    options.seconds_per_visit = 0; // a visit then consists of three calls
    options.cached_bytes = 1u << 20;
    options.memory_visits = memory_visits;
    int calls = 0;
    options.slowest = [&](double seconds) {
      calls += seconds == 0 ? 1 : 0; // each call begins with a synchronisation of the ranks
      return seconds;
    };
    static_cast<void>(measure_ceilings(options));
    return calls;
  };
  CHECK(begun(5) - begun(2) == 4 * 3 * 3); // 4 kernels x 3 visits x 3 calls for one working set
}

TEST_CASE(
    "no working set exceeds the available memory, and levels that it cannot show are missing") {
  comms::Binding binding;
  binding.caches = {{2, 2, 4u << 20, 64}, {3, 1, 480u << 20, 64}}; // sizes that a virtual machine
                                                                   // states
  auto const all = ceiling_options(binding, 0, CeilingEffort::normal);
  REQUIRE(all.levels.size() == 3);
  CHECK(all.levels[2].working_set_bytes == 960u << 20);
  auto const quick = ceiling_options(binding, 0, CeilingEffort::quick);
  REQUIRE(quick.levels.size() == 3);
  CHECK(quick.levels[2].working_set_bytes == 720u << 20); // the least that shows the memory
  CHECK(quick.working_sets.back() == 720u << 20);
  auto const enough = ceiling_options(binding, 800u << 20, CeilingEffort::normal);
  REQUIRE(enough.levels.size() == 3);
  CHECK(enough.levels[2].working_set_bytes == 800u << 20);
  auto const little = ceiling_options(binding, 100u << 20, CeilingEffort::quick);
  REQUIRE(little.levels.size() == 2);
  CHECK(little.levels[1].working_set_bytes == 8u << 20); // less than half of a level that others
                                                         // may use
  CHECK(little.levels[1].capacity_bytes == 480u << 20);
  REQUIRE(little.missing.size() == 1);
  CHECK(little.missing[0] ==
        "memory (at least 720 MiB are needed to show it, but only 100 MiB are available)");
  auto const least = ceiling_options(binding, 1, CeilingEffort::quick);
  CHECK(least.levels.size() + least.missing.size() == 3);
}

TEST_CASE("ceilings take at most a sixteenth of the node's memory and half of a rank's available "
          "memory") {
  CHECK(most_ceiling_bytes(16000, 900, 1) == 450);
  CHECK(most_ceiling_bytes(16000, 90000, 1) == 1000);
  CHECK(most_ceiling_bytes(16000, 90000, 4) == 250);
  CHECK(most_ceiling_bytes(0, 900, 4) == 450);
  CHECK(most_ceiling_bytes(16000, 0, 1) == 1000);
  CHECK(most_ceiling_bytes(0, 0, 1) == 0);
}

TEST_CASE("levels without memory are missing, but the peaks are measured") {
  auto options = short_of({32u << 10, std::size_t{1} << 60});
  options.levels = {{"L1", 32u << 10, 64u << 10}};
  options.missing = {"L2 (why)"};
  auto const ceilings = measure_ceilings(options);
  CHECK(ceilings.curve.empty());
  CHECK(ceilings.levels.empty());
  CHECK(ceilings.single_gflops_per_s > 0);
  REQUIRE(ceilings.missing.size() == 2);
  CHECK(ceilings.missing[0] == "L2 (why)");
  CHECK_THAT(ceilings.missing[1], Catch::Matchers::ContainsSubstring("L1 (the system refused"));
}

TEST_CASE("levels that one rank cannot measure for lack of memory are left out on all ranks") {
  auto options = short_of({32u << 10});
  options.levels = {{"L1", 32u << 10, 64u << 10}};
  options.slowest = [](double seconds) { return seconds == 0 ? 1 : seconds; };
  CHECK(measure_ceilings(options).levels.empty());
}

TEST_CASE("ceilings are measured again if the cells took ten times as long and one has a figure") {
  CeilingReading const last{.moment = "before the cells", .seconds_to_measure = 0.5, .levels = {}};
  CHECK(is_worth_repeating(last, {.seconds = 5, .cells_measured = 1}));
  CHECK_FALSE(is_worth_repeating(last, {.seconds = 4.9, .cells_measured = 9}));
  CHECK_FALSE(
      is_worth_repeating(last, {.seconds = 500, .cells_measured = 0})); // all cells were skipped
}

TEST_CASE("of two measurements, the better value of each figure counts") {
  auto a = made_up();
  auto b = made_up();
  a.single_gflops_per_s = 0.005;
  b.double_gflops_per_s = 1;
  a.levels[1].copy_gb_per_s = 0.16;
  b.levels[2].read_gb_per_s = 9;
  a.clock_ghz = a.lowest_clock_ghz = 2;
  b.clock_ghz = b.lowest_clock_ghz = 3;
  a.readings = {reading_of(a, "before the cells", 1)};
  b.readings = {reading_of(b, "after the cells", 2)};
  auto const better = better_of(a, b);
  CHECK(better.single_gflops_per_s == 100);
  CHECK(better.double_gflops_per_s == 50);
  CHECK(better.levels[1].copy_gb_per_s == 40);
  CHECK(better.levels[2].read_gb_per_s == 9);
  CHECK(better.clock_ghz == 3);
  CHECK(better.lowest_clock_ghz == 2);
  REQUIRE(better.readings.size() == 2);
  CHECK(better.readings[0].moment == "before the cells");
  CHECK(better.readings[1].double_gflops_per_s == 1);
  b.levels.clear();
  CHECK(better_of(a, b).levels.size() == 3);
}

TEST_CASE(
    "of two curves, the better value of each point counts, and the levels follow from that curve") {
  auto a = made_up();
  auto b = made_up();
  a.curve = {{500, 300, 300, 300}, {5000, 30, 40, 30}, {50000, 10, 9, 8}};
  b.curve = {{500, 400, 200, 200}, {5000, 50, 30, 30}};
  auto const better = better_of(a, b);
  REQUIRE(better.curve.size() == 3);
  CHECK(better.curve[0].read_gb_per_s == 400);
  CHECK(better.curve[0].copy_gb_per_s == 300);
  CHECK(better.curve[2].read_gb_per_s == 10);
  REQUIRE(better.levels.size() == 3);
  CHECK(better.levels[1].read_gb_per_s == 50);
  CHECK(better.levels[1].copy_gb_per_s == 40);
  CHECK(better.levels[1].capacity_bytes == 10000);
  CHECK(better.levels[1].effective_bytes > 5000);
}

TEST_CASE("the curve of a node is the sum over its ranks, and the levels follow from that curve") {
  auto own = made_up();
  own.curve = {{500, 400, 300, 200}, {5000, 40, 40, 40}, {50000, 10, 9, 8}};
  // two ranks on one node
  auto const node = ceilings_per_node(
      own, [](double value) { return 2 * value; }, 1);
  REQUIRE(node.curve.size() == 3);
  CHECK(node.curve[0].working_set_bytes == 1000);
  CHECK(node.curve[0].read_gb_per_s == 800);
  REQUIRE(node.levels.size() == 3);
  CHECK(node.levels[1].working_set_bytes == 10000);
  CHECK(node.levels[1].read_gb_per_s == 80);
  CHECK(node.levels[1].effective_bytes > 10000);
  CHECK(node.levels[1].effective_bytes < 100000);
}

TEST_CASE("the spread of the readings is the largest spread of any figure") {
  auto changed = made_up();
  changed.double_gflops_per_s = 40;
  changed.levels[1].copy_gb_per_s = 28; // triad's 30 is the best
  changed.levels[2].triad_gb_per_s = 12;
  std::vector const readings{reading_of(made_up(), "a", 1), reading_of(changed, "b", 1)};
  auto const spread = widest_spread(readings);
  REQUIRE(spread);
  CHECK(spread->figure == "L2 bandwidth");
  CHECK(spread->lowest == 30);
  CHECK(spread->highest == 40);
  CHECK(!widest_spread({readings[0]}));
}

TEST_CASE("multiply-adds per cycle are printed only if the clock rate allows them") {
  auto ceilings = made_up();
  ceilings.threads = 2;
  ceilings.single_lanes = 8;
  CHECK(
      !multiply_adds_per_cycle(ceilings, Precision::single_precision)); // the clock rate is unknown
  ceilings.clock_ghz = ceilings.lowest_clock_ghz = 2;
  auto const per_cycle = multiply_adds_per_cycle(ceilings, Precision::single_precision);
  REQUIRE(per_cycle);
  CHECK(*per_cycle == Approx(100 / (2.0 * 8 * 2 * 2)));
  ceilings.lowest_clock_ghz = 1.8;
  CHECK(clock_varies(ceilings));
  CHECK(!multiply_adds_per_cycle(ceilings, Precision::single_precision));
  ceilings.lowest_clock_ghz = 2;
  ceilings.single_gflops_per_s = 2.0 * 8 * 2 * 2 * 4.2; // more units than any CPU has
  CHECK(!multiply_adds_per_cycle(ceilings, Precision::single_precision));
}

TEST_CASE("if the caches are unknown, only memory is measured") {
  auto const options = ceiling_options(comms::Binding{}, 0, CeilingEffort::quick);
  REQUIRE(options.levels.size() == 1);
  CHECK(options.levels[0].working_set_bytes == 256u << 20);
}

TEMPLATE_TEST_CASE("the multiply-add kernel does every multiply-add once", "", float, double) {
  for (auto const chains : {Chains::twelve, Chains::twenty_four})
    for (long const rounds : {0L, 1L, 7L, 1000L, 100000L})
      CHECK(run_chains<TestType>(chains, rounds) == expected_chain_sum<TestType>(chains, rounds));
}

constexpr std::array all_streams{StreamKernel::read, StreamKernel::copy, StreamKernel::triad,
                                 StreamKernel::update};

TEST_CASE("the bandwidth kernels move the stated bytes and compute the right result") {
  // sizes: smaller than a block, an odd number, larger than a page
  for (std::size_t const bytes : {std::size_t{1}, std::size_t{100001}, std::size_t{3} << 20}) {
    WorkingSet set(bytes);
    for (auto const kernel : all_streams) {
      set.clear();
      CHECK_NOTHROW(set.run(kernel, 3));
      CHECK_NOTHROW(set.verify(kernel));
      CHECK(set.bytes_per_round(kernel) > 0);
      // an update reads two arrays and writes to one of them
      auto const most = kernel == StreamKernel::update ? set.bytes() * 3 / 2 : set.bytes();
      CHECK(set.bytes_per_round(kernel) <= most);
    }
  }
}

TEST_CASE("a smaller working set at the beginning of a larger one leaves the rest unchanged") {
  WorkingSet whole(3u << 20);
  auto small = whole.first(100000);
  CHECK(small.bytes() <= 100000);
  for (auto const kernel : all_streams) {
    small.clear();
    CHECK_NOTHROW(small.run(kernel, 2));
    CHECK_NOTHROW(small.verify(kernel));
  }
  CHECK_NOTHROW(whole.run(StreamKernel::read, 1));
  CHECK_THROWS_AS(whole.verify(StreamKernel::copy),
                  std::runtime_error); // most of the larger set was not written
}

TEST_CASE("the best visit of a stream counts, for calls of any length") {
  int asked = 0; // this function is called twice per kernel call
  StreamTimer timer(WorkingSet(1u << 20), StreamKernel::triad);
  for (int i = 0; i < 4; ++i) // each visit consists of three calls
    timer.visit(0, [&](double seconds) { return ++asked == 24 ? 1e-12 : seconds + 1; });
  CHECK(asked == 24);
  CHECK(timer.gb_per_s() > 1e3); // the rate of the visit that another clock made short
}

TEST_CASE("a kernel that did not write is found") {
  WorkingSet set(100000);
  CHECK_THROWS_AS(set.verify(StreamKernel::copy), std::runtime_error);
  CHECK_THROWS_AS(set.verify(StreamKernel::triad), std::runtime_error);
  CHECK_THROWS_AS(set.verify(StreamKernel::update), std::runtime_error);
}

TEST_CASE("every ceiling is measured and positive") {
  auto options = short_of({32u << 10, 64u << 10, 4u << 20});
  options.levels = {{"L1", 32u << 10, 64u << 10},
                    {"memory", 4u << 20, std::numeric_limits<std::size_t>::max()}};
  auto const ceilings = measure_ceilings(options);
  CHECK(ceilings.threads >= 1);
  CHECK(ceilings.single_lanes >= ceilings.double_lanes);
  CHECK(ceilings.single_gflops_per_s > 0);
  CHECK(ceilings.double_gflops_per_s > 0);
  CHECK(ceilings.clock_ghz >= ceilings.lowest_clock_ghz);
  CHECK(ceilings.curve.size() == 3);
  for (auto const& point : ceilings.curve)
    CHECK(std::min({point.read_gb_per_s, point.copy_gb_per_s, point.triad_gb_per_s,
                    point.update_gb_per_s}) > 0);
  REQUIRE(ceilings.levels.size() == 2);
  for (auto const& level : ceilings.levels) {
    CHECK(level.read_gb_per_s > 0);
    CHECK(level.copy_gb_per_s > 0);
    CHECK(level.triad_gb_per_s > 0);
    CHECK(level.update_gb_per_s > 0);
  }
}

namespace {

/// A machine with a clock of its own. A round takes 2 us, and a call takes 1 us more. `held_up(n)`
/// gives the seconds for which call n is kept off the processor.
struct ScriptedMachine {
  static constexpr double round = 2e-6;
  std::function<double(int)> held_up = [](int) { return 0.0; };
  double clock = 0;
  int calls = 0;
  std::vector<long> rounds_asked = {};

  double best(BestPolicy const& policy = {0.02, 4}) {
    return best_seconds_per_round(
        policy,
        [this](long rounds) {
          rounds_asked.push_back(rounds);
          clock += static_cast<double>(rounds) * round + 1e-6 + held_up(calls++);
        },
        [this] { return clock; });
  }
};

} // namespace

TEST_CASE("the best time comes from calls that are long enough but not longer than needed") {
  ScriptedMachine quiet;
  CHECK(quiet.best() == Approx(ScriptedMachine::round).epsilon(0.01));
  CHECK(quiet.rounds_asked.front() == 1);
  CHECK(static_cast<double>(quiet.rounds_asked.back()) * ScriptedMachine::round > 1e-3);
  CHECK(static_cast<double>(quiet.rounds_asked.back()) * ScriptedMachine::round < 1e-2);
  CHECK(quiet.clock < 0.1);
}

TEST_CASE("a delayed call does not count as long enough") {
  struct Script {
    char const* name;
    std::function<double(int)> held_up;
  };
  for (auto const& script : {
           Script{"the first call", [](int call) { return call == 0 ? 8e-3 : 0; }},
           Script{"the first calls", [](int call) { return call < 6 ? 8e-3 : 0; }},
           Script{"the first calls, ever longer",
                  [](int call) { return call < 6 ? 8e-3 * (1 << call) : 0; }},
           Script{"every second call", [](int call) { return call % 2 == 0 ? 8e-3 : 0; }},
           Script{"every other second call", [](int call) { return call % 2 == 1 ? 8e-3 : 0; }},
           Script{"all but every fifth", [](int call) { return call % 5 == 4 ? 0 : 8e-3; }},
       }) {
    INFO(script.name);
    ScriptedMachine machine{script.held_up};
    CHECK(machine.best() == Approx(ScriptedMachine::round).epsilon(0.05));
    CHECK(machine.clock < 2);
  }
}

TEST_CASE("if every call is delayed, longer calls give the best time") {
  ScriptedMachine machine{[](int) { return 8e-3; }};
  CHECK(machine.best() < 2 * ScriptedMachine::round);
  CHECK(machine.clock < 2);
}

TEST_CASE("the search ends on a machine on which rounds take no time") {
  double clock = 0;
  CHECK(best_seconds_per_round(
            {0.01, 4}, [&](long) { clock += 5e-3; }, [&] { return clock; }) > 0);
  CHECK(clock < 1);
}

TEST_CASE("the ceilings of a node are sums over its ranks, averaged over the nodes") {
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
