// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/detail/describe.hpp"
#include "test/comms/node/fake_files.hpp"

#include <cstdlib>
#include <thread>
#include <utility>

using namespace kitt::comms;
using detail::CpuSet;
using detail::HwlocTopology;

namespace {
// Two sockets with two NUMA domains each. A domain has four cores with two hardware threads.
constexpr auto two_sockets = "package:2 numa:2(memory=8GB) l3:1(size=32MB) core:4 "
                             "l2:1(size=1MB) l1d:1(size=48kB) pu:2";

// Two sockets with one domain and one core each. One network adapter belongs to the whole machine.
// Another adapter is next to the second socket, and the system has two names for it.
constexpr auto machine_with_adapters = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
<object type="Machine" os_index="0" cpuset="0x3" complete_cpuset="0x3" allowed_cpuset="0x3"
        nodeset="0x3" complete_nodeset="0x3" allowed_nodeset="0x3" gp_index="1">
 <object type="Package" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1"
         complete_nodeset="0x1" gp_index="2">
  <object type="NUMANode" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1"
          complete_nodeset="0x1" gp_index="3" local_memory="1000000"/>
  <object type="Core" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1"
          complete_nodeset="0x1" gp_index="4">
   <object type="PU" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1"
           complete_nodeset="0x1" gp_index="5"/>
  </object>
 </object>
 <object type="Package" os_index="1" cpuset="0x2" complete_cpuset="0x2" nodeset="0x2"
         complete_nodeset="0x2" gp_index="6">
  <object type="NUMANode" os_index="1" cpuset="0x2" complete_cpuset="0x2" nodeset="0x2"
          complete_nodeset="0x2" gp_index="7" local_memory="1000000"/>
  <object type="Core" os_index="0" cpuset="0x2" complete_cpuset="0x2" nodeset="0x2"
          complete_nodeset="0x2" gp_index="8">
   <object type="PU" os_index="1" cpuset="0x2" complete_cpuset="0x2" nodeset="0x2"
           complete_nodeset="0x2" gp_index="9"/>
  </object>
  <object type="OSDev" gp_index="12" name="ib0" osdev_type="2"/>
  <object type="OSDev" gp_index="13" name="mlx5_0" osdev_type="3"/>
 </object>
 <object type="OSDev" gp_index="10" name="eth0" osdev_type="2"/>
 <object type="OSDev" gp_index="11" name="sda" osdev_type="0"/>
</object>
</topology>
)";

} // namespace

TEST_CASE("the counts of a made-up machine equal its description") {
  auto const hwloc = HwlocTopology::synthetic(two_sockets);
  auto const found = detail::describe(hwloc, hwloc.allowed());
  CHECK(found.sockets == 2);
  CHECK(found.numa_domains.size() == 4);
  CHECK(found.cores == 16);
  CHECK(found.hardware_threads == 32);
  CHECK(found.allowed_cores == 16);
  CHECK(found.allowed_hardware_threads == 32);
  CHECK(found.allowed_cpuset == "0-31");
  CHECK(found.numa_domains[1].cores == 4);
  CHECK(found.numa_domains[1].cpuset == "8-15");
  CHECK(found.cpu_model == "unknown");
}

TEST_CASE("caches are counted by level, with the number of cores that share them") {
  auto const hwloc = HwlocTopology::synthetic(two_sockets);
  auto const caches = detail::describe(hwloc, hwloc.allowed()).caches;
  REQUIRE(caches.size() == 3);
  CHECK(caches[0].level == 1);
  CHECK(caches[0].count == 16);
  CHECK(caches[0].cores_per_cache == 1);
  CHECK(caches[1].level == 2);
  CHECK(caches[1].count == 16);
  CHECK(caches[2].level == 3);
  CHECK(caches[2].count == 4);
  CHECK(caches[2].cores_per_cache == 4);
  CHECK(caches[2].size_bytes / caches[1].size_bytes == 32);
}

TEST_CASE("a machine without information is described without guesses") {
  auto const hwloc = HwlocTopology::synthetic("pu:3");
  auto const found = detail::describe(hwloc, hwloc.allowed());
  CHECK(found.cores == 0);
  CHECK(found.hardware_threads == 3);
  CHECK(found.caches.empty());
  CHECK(found.cpu_model == "unknown");
}

TEST_CASE("CPUs outside this process's allowed set are not counted") {
  auto const hwloc = HwlocTopology::synthetic(two_sockets);
  auto const found = detail::describe(hwloc, CpuSet("2-5,31"));
  CHECK(found.cores == 16);
  CHECK(found.allowed_cores == 3);
  CHECK(found.allowed_hardware_threads == 5);
  CHECK(found.allowed_cpuset == "2-5,31");
}

TEST_CASE("pages, SIMD and quota are read from system files") {
  kitt::test::FakeFiles files;
  files.write("proc/cpuinfo", "model name\t: Some CPU\nflags\t\t: fpu sse2 avx2 fma hypervisor\n"
                              "cpu MHz\t\t: 2596.123\n");
  files.write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  files.write("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "12\n");
  files.write("sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "5\n");
  files.write("proc/meminfo", "MemTotal:  1000 kB\nMemAvailable:   600 kB\n");
  files.write("proc/self/cgroup", "0::/job\n");
  files.write("sys/fs/cgroup/job/cpu.max", "150000 100000\n");
  Topology found;
  found.allowed_cores = 4;
  detail::add_system_facts(found, files.view());
  CHECK(found.cpu_model == "Some CPU");
  CHECK(found.simd_offered == std::vector<std::string>{"SSE2", "AVX2", "FMA"});
  CHECK(found.virtual_machine);
  CHECK(found.clock_mhz == Approx(2596.123));
  CHECK(found.transparent_huge_pages == "madvise");
  REQUIRE(found.huge_pages.size() == 1);
  CHECK(found.huge_pages[0].page_bytes == 2u << 20);
  CHECK(found.huge_pages[0].pages_total == 12);
  CHECK(found.huge_pages[0].pages_free == 5);
  CHECK(found.memory_bytes == 1000u * 1024);
  CHECK(found.available_memory_bytes == 600u * 1024);
  CHECK(found.cpu_quota == Approx(1.5));
  CHECK(found.warnings.size() == 1);
}

TEST_CASE("the governors of all CPUs and automatic NUMA balancing are read") {
  kitt::test::FakeFiles files;
  auto const found = [&] {
    Topology topology;
    detail::add_system_facts(topology, files.view());
    return topology;
  };
  files.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  files.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
  files.write("sys/devices/system/cpu/cpuidle/current_driver", "intel_idle\n");
  CHECK(found().cpu_governor == "performance");
  files.write("sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "powersave\n");
  CHECK(found().cpu_governor == "performance, powersave");
  for (auto const& [mode, name] : {std::pair{"0", "off"},
                                   {"1", "on"},
                                   {"2", "memory tiering"},
                                   {"3", "on"},
                                   {"", "unknown"}}) {
    files.write("proc/sys/kernel/numa_balancing", mode);
    CHECK(found().numa_balancing == name);
  }
}

TEST_CASE("network adapters are found with their domain") {
  kitt::test::FakeFiles files;
  files.write("machine.xml", machine_with_adapters);
  setenv("HWLOC_XMLFILE", files.path("machine.xml").c_str(), 1);
  setenv("HWLOC_THISSYSTEM", "1", 1);
  auto const with = HwlocTopology::machine_with_devices();
  auto const without = HwlocTopology::machine();
  unsetenv("HWLOC_XMLFILE");
  unsetenv("HWLOC_THISSYSTEM");
  auto const found = detail::describe(with, with.allowed());
  REQUIRE(found.numa_domains.size() == 2);
  REQUIRE(found.network_devices.size() == 3); // the disk is not a network adapter
  CHECK(found.network_devices[0].name == "ib0");
  CHECK(found.network_devices[0].numa_domain == 1);
  CHECK(found.network_devices[1].name == "mlx5_0");
  CHECK(found.network_devices[1].kind == "OpenFabrics");
  CHECK(found.network_devices[1].numa_domain == 1);
  CHECK(found.network_devices[2].name == "eth0");
  CHECK(found.network_devices[2].kind == "network");
  CHECK_FALSE(found.network_devices[2].numa_domain);
  CHECK(detail::describe(without, without.allowed()).network_devices.empty());
}

TEST_CASE("a topology file of another machine is ignored") {
  setenv("HWLOC_SYNTHETIC", "pack:4 core:32 pu:2", 1);
  CHECK(HwlocTopology::machine().cores(HwlocTopology::machine().allowed()).size() != 128);
  CHECK(detail::other_machine_ignored() == "HWLOC_SYNTHETIC=pack:4 core:32 pu:2");
  CHECK(std::getenv("HWLOC_SYNTHETIC") == nullptr);
}

TEST_CASE("missing system files leave everything unknown") {
  kitt::test::FakeFiles const files;
  Topology found;
  detail::add_system_facts(found, files.view());
  CHECK(found.cpu_model == "unknown");
  CHECK(found.simd_offered.empty());
  CHECK(found.transparent_huge_pages == "unknown");
  CHECK(found.cpu_governor == "unknown");
  CHECK(found.numa_balancing == "unknown");
  CHECK(found.huge_pages.empty());
  CHECK(found.memory_bytes == 0);
  CHECK(found.warnings.empty());
}

TEST_CASE("this machine is found to be able to run this test") {
  auto const found = discover_topology();
  CHECK(found.warnings.size() < 3);
  CHECK(found.hardware_threads >= 1);
  CHECK(found.allowed_hardware_threads <= found.hardware_threads);
  CHECK(found.allowed_cores >= 1);
  // The standard library also counts threads. Its number may be limited to the CPUs of this
  // process.
  auto const counted = static_cast<int>(std::thread::hardware_concurrency());
  CHECK(found.hardware_threads >= counted);
}
