// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::comms {

/// All data and unified caches of one level. Sizes are 0 if the machine does not report them, as
/// some virtual machines.
struct Cache {
  int level = 0;              ///< cache level 1, 2, 3...
  std::size_t size_bytes = 0; ///< bytes of one cache (of the smallest, if they differ)
  std::size_t line_bytes = 0; ///< bytes of one cache line
  int count = 0;              ///< number of caches of this level in the machine
  int cores_per_cache = 0;    ///< cores that share one cache (the most, if they differ)
};
constexpr auto fields_of(Cache const*) {
  return kitt::fields(
      field("level", &Cache::level, "level").at_least(1),
      figure("size_bytes", &Cache::size_bytes, "bytes",
             "size of one cache; null if unknown or not measured")
          .or_null(),
      figure("line_bytes", &Cache::line_bytes, "bytes",
             "size of one cache line; null if unknown or not measured")
          .or_null(),
      field("count", &Cache::count, "number"),
      field("cores_per_cache", &Cache::cores_per_cache, "cores that share one cache"));
}

/// A NUMA domain as hwloc finds it.
struct NumaDomain {
  int os_index = 0;
  std::size_t memory_bytes = 0; ///< local memory; 0 if unknown
  int cores = 0;
  std::string cpuset; ///< hardware threads of the domain as a list, "0-7,64-71"
};
constexpr auto fields_of(NumaDomain const*) {
  return kitt::fields(field("os_index", &NumaDomain::os_index, "number"),
                      figure("memory_bytes", &NumaDomain::memory_bytes, "bytes",
                             "memory size; null if unknown or not measured")
                          .or_null(),
                      field("cores", &NumaDomain::cores, "number"),
                      field("cpuset", &NumaDomain::cpuset, "hardware threads of the domain"));
}

/// Huge pages of one size that the administrator reserved (vm.nr_hugepages).
struct HugePagePool {
  std::size_t page_bytes = 0;
  std::size_t pages_total = 0;
  std::size_t pages_free = 0;
};
constexpr auto fields_of(HugePagePool const*) {
  return kitt::fields(figure("page_bytes", &HugePagePool::page_bytes, "bytes", "size"),
                      field("pages_total", &HugePagePool::pages_total, "number"),
                      field("pages_free", &HugePagePool::pages_free, "number"));
}

/// A network adapter that hwloc found.
struct NetworkDevice {
  std::string name; ///< examples: "eth0", "mlx5_0", "hsn0"
  std::string kind; ///< kind of adapter: "network" or "OpenFabrics"
  /// os_index of the NUMA domain of the adapter; empty if the adapter belongs to no single domain
  std::optional<int> numa_domain;
};
constexpr auto fields_of(NetworkDevice const*) {
  return kitt::fields(
      field("name", &NetworkDevice::name, "name in the operating system"),
      field("kind", &NetworkDevice::kind, "kind of adapter").like("^(network|OpenFabrics)$"),
      field("numa_domain", &NetworkDevice::numa_domain,
            "os_index of the adapter's NUMA domain; null if it belongs to no single domain"));
}

/// The machine as the system reports it, not as the vendor describes it. An unknown fact is
/// "unknown", 0 or empty, never a guess.
struct Topology {
  std::string cpu_model = "unknown";
  std::string architecture = "unknown"; ///< examples: "x86_64", "aarch64"
  /// widest SIMD that this program was compiled for: "AVX-512"
  std::string simd_compiled = "unknown";
  std::vector<std::string> simd_offered; ///< SIMD extensions that the CPU reports; empty if unknown
  bool virtual_machine = false; ///< whether the CPU reports that it runs under a hypervisor
  double clock_mhz = 0;         ///< nominal or current clock, as the system reports; 0 if unknown
  /// frequency governor; several if CPUs differ: "performance, powersave"
  std::string cpu_governor = "unknown";

  int sockets = 0;
  int cores = 0;
  int hardware_threads = 0;
  int allowed_cores = 0; ///< cores that this process may use (cgroup, taskset, mpirun)
  int allowed_hardware_threads = 0;
  std::string allowed_cpuset = "unknown";
  double cpu_quota = 0; ///< CPU time that cgroups grant, in CPUs; 0 if no limit is known

  std::vector<NumaDomain> numa_domains;
  /// relative distances, 10 = local; may be empty
  std::vector<std::vector<std::uint64_t>> numa_distances;
  std::vector<Cache> caches; ///< one entry per level, data and unified caches only
  std::vector<NetworkDevice> network_devices;

  std::size_t page_bytes = 0;
  /// State of Linux's automatic move of pages between NUMA domains while a program runs: "off",
  /// "on" or "memory tiering".
  std::string numa_balancing = "unknown";
  std::string transparent_huge_pages = "unknown"; ///< mode of Linux: "always", "madvise" or "never"
  std::vector<HugePagePool> huge_pages;
  std::size_t memory_bytes = 0; ///< memory of the machine
  /// memory that this process can allocate; see available_memory()
  std::size_t available_memory_bytes = 0;
  std::vector<std::string> warnings;
};
/// Fields of a topology in a record. Unknown facts are null.
constexpr auto fields_of(Topology const*) {
  return kitt::fields(
      field("cpu_model", &Topology::cpu_model,
            "name of the CPU model; null if unknown or not measured")
          .or_null(),
      field("architecture", &Topology::architecture,
            "x86_64 or aarch64; null if unknown or not measured")
          .or_null(),
      field("simd_compiled", &Topology::simd_compiled,
            "widest SIMD that KITT was compiled for; null if unknown or not measured")
          .or_null(),
      field("simd_offered", &Topology::simd_offered, "SIMD extensions that the CPU reports"),
      field("virtual_machine", &Topology::virtual_machine,
            "whether the CPU reports that it runs under a hypervisor"),
      figure("clock_mhz", &Topology::clock_mhz, "MHz",
             "CPU clock in 10^6 Hz, as the system reports; null if unknown or not measured")
          .or_null(),
      field("cpu_governor", &Topology::cpu_governor,
            "frequency governors of the CPUs, without repetition; null if unknown")
          .or_null(),
      field("sockets", &Topology::sockets, "number of sockets; null if unknown or not measured")
          .or_null(),
      field("cores", &Topology::cores, "number of cores; null if unknown or not measured")
          .or_null(),
      field("hardware_threads", &Topology::hardware_threads,
            "number of hardware threads; null if unknown or not measured")
          .or_null(),
      field("allowed_cores", &Topology::allowed_cores,
            "cores that this process may use; null if unknown or not measured")
          .or_null(),
      field("allowed_hardware_threads", &Topology::allowed_hardware_threads,
            "hardware threads that this process may use; null if unknown or not measured")
          .or_null(),
      field(
          "allowed_cpuset", &Topology::allowed_cpuset,
          "list of the hardware threads that this process may use; null if unknown or not measured")
          .or_null(),
      field("cpu_quota", &Topology::cpu_quota,
            "CPU time that cgroups grant, in CPUs; null if unknown or not measured")
          .or_null(),
      field("numa_domains", &Topology::numa_domains, "NUMA domains and their memory"),
      field("numa_distances", &Topology::numa_distances,
            "relative distances of NUMA domains, 10 = local"),
      field("caches", &Topology::caches, "data and unified caches"),
      field("network_devices", &Topology::network_devices, "network adapters"),
      field("numa_balancing", &Topology::numa_balancing,
            "whether Linux moves pages between NUMA domains by itself; null if unknown")
          .like("^(off|on|memory tiering)$")
          .or_null(),
      figure("page_bytes", &Topology::page_bytes, "bytes",
             "default page size; null if unknown or not measured")
          .or_null(),
      field("transparent_huge_pages", &Topology::transparent_huge_pages,
            "always, madvise or never; null if unknown or not measured")
          .or_null(),
      field("huge_pages", &Topology::huge_pages, "reserves"),
      figure("memory_bytes", &Topology::memory_bytes, "bytes",
             "memory of the machine; null if unknown or not measured")
          .or_null(),
      figure("available_memory_bytes", &Topology::available_memory_bytes, "bytes",
             "memory that this process can allocate at the start; null if unknown or not measured")
          .or_null(),
      field("warnings", &Topology::warnings, "facts that could not be found"));
}

/// Returns the facts of this machine from hwloc and /proc, respecting cgroups and an existing
/// binding. Must be called before threads are bound. Does not throw if facts are unknown.
Topology discover_topology();

} // namespace kitt::comms
