// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"
#include "test/comms/node/fake_files.hpp"

#include "perf/measure/energy_meter.hpp"

using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;
using kitt::test::FakeFiles;
using kitt::test::test_world;

namespace {

/// A machine with one package and a clock that the test advances. Each rank sees the energy in a
/// file of its own.
struct FakeMachine {
  FakeFiles files;
  double seconds = 5;

  explicit FakeMachine(bool counters = true) {
    if (!counters)
      return;
    files.write(folder + "name", "package-0\n");
    files.write(folder + "max_energy_range_uj", "65000000\n");
    set_joules(60);
  }
  void set_joules(double joules) const {
    files.write(folder + "energy_uj", std::to_string(static_cast<long>(joules * 1e6)) + '\n');
  }
  EnergyMeter meter() {
    return EnergyMeter(test_world(), files.view(), [this] { return seconds; });
  }

  std::string const folder = "sys/class/powercap/intel-rapl:0/";
};

/// Returns the energy as this rank sees it: the first rank of a node sees `joules`, other ranks a
/// thousand times as much.
double seen(double joules) {
  return test_world().node_rank() == 0 ? joules : 1000 * joules;
}

} // namespace

TEST_CASE("a node's energy is counted once for any number of ranks") {
  FakeMachine machine;
  machine.set_joules(0);
  auto meter = machine.meter();
  CHECK(meter.source() == "powercap");
  CHECK(meter.details() == "1 package, memory not counted");
  machine.set_joules(seen(1)); // energy during the warm-up
  meter.begin();
  machine.set_joules(seen(9));
  machine.seconds += 2;
  meter.end();
  machine.set_joules(seen(20)); // energy after the samples
  auto const use = meter.use(4);
  REQUIRE(use.figures);
  CHECK(use.missing.empty());
  CHECK(use.figures->joules_per_call == Approx(2)); // 8 J in four calls
  CHECK(use.figures->watts_per_node == Approx(4));
  CHECK_FALSE(use.figures->mflops_per_watt);
  CHECK(use.of_work(500).figures->mflops_per_watt.value() == Approx(250));
  CHECK_FALSE(use.of_work(0).figures->mflops_per_watt);
}

TEST_CASE("each interval is measured by itself, even if a counter wraps around twice") {
  FakeMachine machine;
  auto meter = machine.meter();
  for (int i = 0; i < 2; ++i) {
    machine.set_joules(60);
    meter.begin();
    for (double const joules : {1., 64., 2.}) { // differences of 6, 63 and 3 J
      machine.seconds += 20;
      machine.set_joules(joules);
      meter.sample_taken();
    }
    meter.end();
    auto const use = meter.use(1);
    REQUIRE(use.figures);
    CHECK(use.figures->joules_per_call == Approx(72));
    CHECK(use.figures->watts_per_node == Approx(72. / 60));
  }
}

TEST_CASE("a slow reading is repeated, because its time is unknown") {
  FakeMachine machine;
  machine.set_joules(0);
  double joules = 0;
  int looks = 0;
  EnergyMeter meter(test_world(), machine.files.view(), [&] {
    // Half a second and as many joules pass between the first and the second look at the clock.
    if (++looks == 2)
      machine.set_joules(joules = machine.seconds += 0.5);
    return machine.seconds;
  });
  meter.begin();
  machine.set_joules(joules + 3);
  machine.seconds += 3;
  meter.end();
  auto const use = meter.use(1);
  REQUIRE(use.figures);
  CHECK(use.figures->watts_per_node == Approx(1));
  CHECK(use.figures->joules_per_call == Approx(3));
}

TEST_CASE("a measurement that is too short gives no figure but a reason") {
  FakeMachine machine;
  auto meter = machine.meter();
  meter.begin();
  machine.seconds += 0.05;
  machine.set_joules(64);
  meter.end();
  auto const use = meter.use(1);
  CHECK_FALSE(use.figures);
  CHECK_THAT(use.missing, ContainsSubstring("0.05 s"));
}

TEST_CASE("counters that stand still or disappear give no figure but a reason") {
  FakeMachine machine;
  auto meter = machine.meter();
  meter.begin();
  machine.seconds += 1;
  meter.end();
  CHECK_FALSE(meter.use(1).figures);
  CHECK_THAT(meter.use(1).missing, ContainsSubstring("stand still"));
  meter.begin();
  machine.seconds += 1;
  machine.files.write(machine.folder + "energy_uj", "");
  meter.end();
  CHECK_FALSE(meter.use(1).figures);
  CHECK_THAT(meter.use(1).missing, ContainsSubstring("no longer"));
}

TEST_CASE("without counters there is neither a figure nor a reason") {
  FakeMachine machine(false);
  auto meter = machine.meter();
  CHECK(meter.source() == "not available");
  CHECK_FALSE(meter.available());
  meter.begin();
  machine.seconds += 1;
  meter.end();
  auto const use = meter.use(1);
  CHECK_FALSE(use.figures);
  CHECK(use.missing.empty());
}

TEST_CASE("the warm-up is not counted") {
  FakeMachine machine;
  machine.set_joules(0);
  auto meter = machine.meter();
  struct Clock {
    double const* seconds;
    double operator()() const { return *seconds; }
  };
  double joules = 0;
  int calls = 0;
  Sampler const sampler({.minimum_seconds = 1, .minimum_count = 4}, Clock{&machine.seconds});
  auto const s = sampler(
      [&] {
        ++calls;
        machine.seconds += 0.25;
        machine.set_joules(joules += 0.5);
      },
      &meter);
  CHECK(calls > 4);
  auto const use = meter.use(s.count * s.calls_per_sample);
  REQUIRE(use.figures);
  CHECK(use.figures->joules_per_call == Approx(0.5));
  CHECK(use.figures->watts_per_node == Approx(2));
}
