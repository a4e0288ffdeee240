// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/node/fake_files.hpp"

#include "perf/measure/detail/energy_counters.hpp"
#include "perf/measure/sampling.hpp"

#include <filesystem>

using namespace kitt::perf;
using namespace kitt::perf::detail;
using Catch::Matchers::ContainsSubstring;
using kitt::test::FakeFiles;

namespace {

/// Adds a powercap domain such as "intel-rapl:0:1" with the name `name`.
void add_domain(FakeFiles const& files, std::string const& domain, std::string const& name,
                std::uint64_t microjoules, std::uint64_t range = 1000) {
  auto const folder = "sys/class/powercap/" + domain + '/';
  files.write(folder + "name", name + '\n');
  files.write(folder + "energy_uj", std::to_string(microjoules) + '\n');
  files.write(folder + "max_energy_range_uj", std::to_string(range) + '\n');
}

void set_energy(FakeFiles const& files, std::string const& domain, std::uint64_t microjoules) {
  files.write("sys/class/powercap/" + domain + "/energy_uj", std::to_string(microjoules) + '\n');
}

/// Adds perf events of the kernel's clock: on each CPU a package uses one joule per second.
void add_perf_power(FakeFiles const& files, std::string const& cpus) {
  std::string const folder = "sys/bus/event_source/devices/power/";
  files.write(folder + "type", "1\n");
  files.write(folder + "cpumask", cpus + '\n');
  files.write(folder + "events/energy-pkg", "event=0x00\n");
  files.write(folder + "events/energy-pkg.scale", "1e-9\n");
  files.write(folder + "events/energy-pkg.unit", "Joules\n");
}

double microjoules(EnergyCounters const& counters) {
  auto const found = joules(counters);
  REQUIRE(found);
  return *found * 1e6;
}

} // namespace

TEST_CASE("packages and memories are added, and nothing is counted twice") {
  FakeFiles const files;
  add_domain(files, "intel-rapl:0", "package-0", 100);
  add_domain(files, "intel-rapl:0:0", "core", 0);
  add_domain(files, "intel-rapl:0:1", "dram", 7);
  add_domain(files, "intel-rapl:1", "package-1", 900);
  add_domain(files, "intel-rapl:1:1", "dram", 3);
  add_domain(files, "intel-rapl:2", "psys", 5);
  add_domain(files, "intel-rapl-mmio:0", "package-0", 100);
  files.write("sys/class/powercap/intel-rapl/enabled", "1\n");

  auto const counters = find_energy_counters(files.view());
  CHECK(counters.source == "powercap");
  CHECK(counters.packages == 2);
  CHECK(counters.memories == 2);
  CHECK(microjoules(counters) == Approx(0));
  set_energy(files, "intel-rapl:0", 110);
  set_energy(files, "intel-rapl:0:0", 500);
  set_energy(files, "intel-rapl:0:1", 9);
  set_energy(files, "intel-rapl:1:1", 3 + 40);
  set_energy(files, "intel-rapl:2", 800);
  set_energy(files, "intel-rapl-mmio:0", 800);
  CHECK(microjoules(counters) == Approx(10 + 2 + 40));
}

TEST_CASE("packages that are only known by memory-mapped registers are counted") {
  FakeFiles const files;
  add_domain(files, "intel-rapl-mmio:0", "package-0", 100);
  auto const counters = find_energy_counters(files.view());
  CHECK(counters.packages == 1);
  CHECK(counters.memories == 0);
}

TEST_CASE("a counter that wraps around goes on counting") {
  FakeFiles const files;
  add_domain(files, "intel-rapl:0", "package-0", 990, 1000);
  auto const counters = powercap_counters(files.view());
  set_energy(files, "intel-rapl:0", 5);
  CHECK(microjoules(counters) == Approx(15));
  set_energy(files, "intel-rapl:0", 4);
  CHECK(microjoules(counters) == Approx(15 + 999));
  set_energy(files, "intel-rapl:0", 104);
  CHECK(microjoules(counters) == Approx(15 + 999 + 100));
}

TEST_CASE("a counter that falls and has no known range gives no figure") {
  FakeFiles const files;
  add_domain(files, "intel-rapl:0", "package-0", 990, 0);
  auto const counters = powercap_counters(files.view());
  set_energy(files, "intel-rapl:0", 995);
  CHECK(microjoules(counters) == Approx(5));
  set_energy(files, "intel-rapl:0", 5);
  CHECK_FALSE(joules(counters));
}

TEST_CASE("if one counter may not be read, there are no counters, and the reason is given") {
  FakeFiles const files;
  add_domain(files, "intel-rapl:0", "package-0", 100);
  files.write("sys/class/powercap/intel-rapl:1/name", "package-1\n");
  files.write("sys/class/powercap/intel-rapl:1/energy_uj", ""); // root may read files that others
                                                                // may not
  auto const counters = find_energy_counters(files.view());
  CHECK_FALSE(counters.available());
  CHECK(counters.counters.empty());
  CHECK_THAT(counters.reason,
             ContainsSubstring("/intel-rapl:1/energy_uj cannot be read by this user"));
}

TEST_CASE("a counter that disappears is noticed") {
  FakeFiles const files;
  add_domain(files, "intel-rapl:0", "package-0", 100);
  auto const counters = find_energy_counters(files.view());
  files.write("sys/class/powercap/intel-rapl:0/energy_uj", "");
  CHECK_FALSE(joules(counters));
}

TEST_CASE("a machine without counters reports where they were searched") {
  FakeFiles const files;
  auto const counters = find_energy_counters(files.view());
  CHECK_FALSE(counters.available());
  CHECK_THAT(counters.reason, ContainsSubstring("/sys/class/powercap"));
  CHECK_THAT(counters.reason, ContainsSubstring("/sys/bus/event_source/devices/power"));
}

TEST_CASE("perf events are read if there is no powercap") {
  FakeFiles const files;
  add_perf_power(files, "0");
  auto const counters = find_energy_counters(files.view());
  if (!counters.available()) {
    CHECK_THAT(counters.reason, ContainsSubstring("perf_event_paranoid"));
    KITT_SKIP("perf events of a whole CPU are not available: " + counters.reason);
    return;
  }
  CHECK(counters.source == "perf");
  CHECK(counters.packages == 1);
  CHECK(counters.memories == 0);
  SteadySeconds const now;
  auto const begin = now();
  auto const joules_begin = joules(counters);
  while (now() - begin < 0.05) {
  }
  auto const joules_end = joules(counters);
  auto const seconds = now() - begin;
  REQUIRE(joules_begin);
  REQUIRE(joules_end);
  CHECK(*joules_end - *joules_begin > 0.05 * 0.99);
  CHECK(*joules_end - *joules_begin < seconds * 1.01);
}

TEST_CASE("if perf events of one package cannot be opened, there are no counters") {
  FakeFiles const files;
  add_perf_power(files, "0,65000");
  auto const counters = find_energy_counters(files.view());
  CHECK_FALSE(counters.available());
  CHECK_THAT(counters.reason, ContainsSubstring("power/energy-pkg/ cannot be opened"));
}

TEST_CASE("perf events in other units than joules are no energy") {
  FakeFiles const files;
  add_perf_power(files, "0");
  files.write("sys/bus/event_source/devices/power/events/energy-pkg.unit", "Watts\n");
  CHECK_FALSE(find_energy_counters(files.view()).available());
}
