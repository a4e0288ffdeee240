// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/node/fake_files.hpp"

#include "perf/measure/detail/nvml.hpp"
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

SteadySeconds const steady_seconds;

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

  auto const counters = find_energy_counters(files.view(), steady_seconds);
  CHECK(counters.source == "powercap");
  CHECK(counters.contents == "2 packages, 2 memories");
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
  auto const counters = find_energy_counters(files.view(), steady_seconds);
  CHECK(counters.contents == "1 package, memory not counted");
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
  auto const counters = find_energy_counters(files.view(), steady_seconds);
  CHECK_FALSE(counters.available());
  CHECK(counters.counters.empty());
  CHECK_THAT(counters.reason,
             ContainsSubstring("/intel-rapl:1/energy_uj cannot be read by this user"));
}

TEST_CASE("a counter that disappears is noticed") {
  FakeFiles const files;
  add_domain(files, "intel-rapl:0", "package-0", 100);
  auto const counters = find_energy_counters(files.view(), steady_seconds);
  files.write("sys/class/powercap/intel-rapl:0/energy_uj", "");
  CHECK_FALSE(joules(counters));
}

TEST_CASE("a machine without counters reports where they were searched") {
  FakeFiles const files;
  auto const counters = find_energy_counters(files.view(), steady_seconds);
  CHECK_FALSE(counters.available());
  CHECK_THAT(counters.reason, ContainsSubstring("/sys/class/powercap"));
  CHECK_THAT(counters.reason, ContainsSubstring("/sys/bus/event_source/devices/power"));
  CHECK_THAT(counters.reason, ContainsSubstring("/sys/cray/pm_counters"));
  CHECK_THAT(counters.reason, ContainsSubstring("/sys/class/hwmon"));
}

TEST_CASE("perf events are read if there is no powercap") {
  FakeFiles const files;
  add_perf_power(files, "0");
  auto const counters = find_energy_counters(files.view(), steady_seconds);
  if (!counters.available()) {
    CHECK_THAT(counters.reason, ContainsSubstring("perf_event_paranoid"));
    KITT_SKIP("perf events of a whole CPU are not available: " + counters.reason);
    return;
  }
  CHECK(counters.source == "perf");
  CHECK(counters.contents == "1 package, memory not counted");
  auto const begin = steady_seconds();
  auto const joules_begin = joules(counters);
  while (steady_seconds() - begin < 0.05) {
  }
  auto const joules_end = joules(counters);
  auto const seconds = steady_seconds() - begin;
  REQUIRE(joules_begin);
  REQUIRE(joules_end);
  CHECK(*joules_end - *joules_begin > 0.05 * 0.99);
  CHECK(*joules_end - *joules_begin < seconds * 1.01);
}

TEST_CASE("if perf events of one package cannot be opened, there are no counters") {
  FakeFiles const files;
  add_perf_power(files, "0,65000");
  auto const counters = find_energy_counters(files.view(), steady_seconds);
  CHECK_FALSE(counters.available());
  CHECK_THAT(counters.reason, ContainsSubstring("power/energy-pkg/ cannot be opened"));
}

TEST_CASE("perf events in other units than joules are no energy") {
  FakeFiles const files;
  add_perf_power(files, "0");
  files.write("sys/bus/event_source/devices/power/events/energy-pkg.unit", "Watts\n");
  CHECK_FALSE(find_energy_counters(files.view(), steady_seconds).available());
}

TEST_CASE("a Cray node counts its processors and its memory") {
  FakeFiles const files;
  auto const set = [&files](std::string const& name, int joules) {
    files.write("sys/cray/pm_counters/" + name,
                std::to_string(joules) + " J 1700000000000000 us\n");
  };
  set("cpu_energy", 1000);
  set("memory_energy", 100);
  set("energy", 5000);
  set("accel0_energy", 700);
  auto const counters = find_energy_counters(files.view(), steady_seconds);
  CHECK(counters.source == "cray");
  CHECK(counters.contents == "processors and memory");
  CHECK(counters.shortest_seconds == Approx(2));
  auto const before = joules(counters).value();
  set("cpu_energy", 1030);
  set("memory_energy", 104);
  set("energy", 5500);
  set("accel0_energy", 900);
  CHECK(joules(counters).value() - before == Approx(34));
  files.write("sys/cray/pm_counters/cpu_energy", "1030 W 1700000000000000 us\n");
  CHECK_FALSE(joules(counters));
}

TEST_CASE("a Cray node without counters of its processors counts as a whole") {
  FakeFiles const files;
  files.write("sys/cray/pm_counters/energy", "5000 J\n");
  auto const counters = find_energy_counters(files.view(), steady_seconds);
  CHECK(counters.contents == "whole node");
  CHECK(joules(counters).value() == Approx(5000));
}

TEST_CASE("the sockets of AMD's hardware monitor are counted, and their cores are not") {
  FakeFiles const files;
  std::string const monitor = "sys/class/hwmon/hwmon3/";
  files.write("sys/class/hwmon/hwmon0/name", "nvme\n");
  files.write(monitor + "name", "amd_energy\n");
  files.write(monitor + "energy1_label", "Ecore000\n");
  files.write(monitor + "energy1_input", "7\n");
  for (auto const* const socket : {"0", "1"}) {
    files.write(monitor + "energy12" + socket + "_label", std::string("Esocket") + socket + "\n");
    files.write(monitor + "energy12" + socket + "_input", "2000000\n");
  }
  auto const counters = find_energy_counters(files.view(), steady_seconds);
  CHECK(counters.source == "hwmon");
  CHECK(counters.contents == "2 packages, memory not counted");
  CHECK(joules(counters).value() == Approx(4));
  files.write(monitor + "energy121_input", "2500000\n");
  CHECK(joules(counters).value() == Approx(4.5));
  files.write(monitor + "energy121_input", "");
  CHECK_FALSE(joules(counters));
  auto const again = find_energy_counters(files.view(), steady_seconds);
  CHECK_THAT(again.reason, ContainsSubstring("/energy121_input cannot be read by this user"));
}

TEST_CASE("the power of the sockets of NVIDIA Grace is integrated over the time") {
  auto const* const folder = GENERATE("", "device/"); // newer and older kernels
  FakeFiles const files;
  double seconds = 10;
  auto const file = [&](int monitor, char const* name) {
    return "sys/class/hwmon/hwmon" + std::to_string(monitor) + '/' + folder + name;
  };
  int monitor = 0;
  for (auto const* const meter : {"Module Power Socket 0", "Grace Power Socket 0",
                                  "CPU Power Socket 0", "Grace Power Socket 1"}) {
    files.write("sys/class/hwmon/hwmon" + std::to_string(monitor) + "/name", "power_meter\n");
    files.write(file(monitor, "power1_oem_info"), std::string(meter) + '\n');
    files.write(file(monitor, "power1_average_interval"), "100\n");
    files.write(file(monitor, "power1_average"), "200000000\n");
    ++monitor;
  }
  auto const counters = find_energy_counters(files.view(), [&seconds] { return seconds; });
  CHECK(counters.source == "hwmon");
  CHECK(counters.contents == "2 packages with memory");
  CHECK(counters.read_every_seconds == Approx(0.1));
  CHECK(counters.shortest_seconds == Approx(2));
  CHECK(joules(counters).value() == Approx(0));
  seconds += 3;
  CHECK(joules(counters).value() == Approx(1200)); // two sockets with 200 W
  files.write(file(1, "power1_average"), "300000000\n");
  seconds += 2;
  CHECK(joules(counters).value() == Approx(1200 + 2 * (250 + 200)));
}

TEST_CASE("the energy of all GPUs is read with NVML") {
  auto const counters = nvml_counters(KITT_FAKE_NVML);
  CHECK(counters.source == "nvml");
  CHECK(counters.contents == "2 GPUs");
  auto const before = joules(counters).value();
  CHECK(joules(counters).value() - before == Approx(2)); // one joule of each GPU since then
}

TEST_CASE("facts about a GPU are read with NVML") {
  kitt::perf::Gpu gpu{.name = "NVIDIA H200",
                      .memory_bytes = std::size_t{140} << 30,
                      .cache_bytes = std::size_t{50} << 20,
                      .ranks = 2};
  auto const plain = "NVIDIA H200, 140 GiB, 50 MiB of cache; used by 2 ranks";
  for (auto const* library : {KITT_FAKE_NVML, "libno-such-nvml.so.1"}) {
    add_nvml_facts(gpu, "0000:ff:00.0", library);
    CHECK(describe(gpu) == plain); // neither this GPU nor this library exists
  }
  add_nvml_facts(gpu, "0000:3b:00.0", KITT_FAKE_NVML);
  CHECK(describe(gpu) == "NVIDIA H200, 140 GiB with ECC on, 50 MiB of cache, up to 1980 MHz, "
                         "driver 580.159.04 for up to CUDA 13.0; used by 2 ranks");
}

TEST_CASE("a machine without NVML gives a reason") {
  auto const counters = nvml_counters("libno-such-nvml.so.1");
  CHECK_FALSE(counters.available());
  CHECK_THAT(counters.reason, ContainsSubstring("libno-such-nvml.so.1"));
}
