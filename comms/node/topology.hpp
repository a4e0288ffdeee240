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

/// All data or unified caches of one level. A size or line of 0 means that the machine does not
/// say, as in some virtual machines.
struct Cache {
  int level = 0;              ///< 1, 2, 3...
  std::size_t size_bytes = 0; ///< size of one cache (the smallest, where they differ)
  std::size_t line_bytes = 0; ///< size of one line
  int count = 0;              ///< caches of this level in the machine
  int cores_per_cache = 0;    ///< cores that share one (the most, where they differ)
};
constexpr auto fields_of(Cache const*) {
  return kitt::fields(
      field("level", &Cache::level, "level").at_least(1),
      figure("size_bytes", &Cache::size_bytes, "bytes",
             "of one cache; null: unknown or not measured")
          .or_null(),
      figure("line_bytes", &Cache::line_bytes, "bytes", "one line; null: unknown or not measured")
          .or_null(),
      field("count", &Cache::count, "number"),
      field("cores_per_cache", &Cache::cores_per_cache, "sharing one"));
}

/// One NUMA domain as hwloc finds it.
struct NumaDomain {
  int os_index = 0;
  std::size_t memory_bytes = 0; ///< local memory; 0 where unknown
  int cores = 0;
  std::string cpuset; ///< its hardware threads as a list, "0-7,64-71"
};
constexpr auto fields_of(NumaDomain const*) {
  return kitt::fields(field("os_index", &NumaDomain::os_index, "number"),
                      figure("memory_bytes", &NumaDomain::memory_bytes, "bytes",
                             "size; null: unknown or not measured")
                          .or_null(),
                      field("cores", &NumaDomain::cores, "number"),
                      field("cpuset", &NumaDomain::cpuset, "hardware threads"));
}

/// Huge pages of one size, reserved by the administrator (vm.nr_hugepages).
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

/// A network adapter that hwloc finds.
struct NetworkDevice {
  std::string name;               ///< "eth0", "mlx5_0", "hsn0"
  std::string kind;               ///< "network" or "OpenFabrics"
  std::optional<int> numa_domain; ///< os_index of the one it is attached to; none: to no single one
};
constexpr auto fields_of(NetworkDevice const*) {
  return kitt::fields(
      field("name", &NetworkDevice::name, "the system's"),
      field("kind", &NetworkDevice::kind, "what it is").like("^(network|OpenFabrics)$"),
      field("numa_domain", &NetworkDevice::numa_domain,
            "os_index of the domain it is attached to; null: of no single one"));
}

/// The machine as found, not as advertised. A fact that cannot be found is "unknown", 0 or empty,
/// never a guess.
struct Topology {
  std::string cpu_model = "unknown";
  std::string architecture = "unknown";  ///< "x86_64", "aarch64"
  std::string simd_compiled = "unknown"; ///< widest SIMD this program was compiled for: "AVX-512"
  std::vector<std::string> simd_offered; ///< what the CPU says it has; empty where unknown
  bool virtual_machine = false;          ///< the CPU says that it runs under a hypervisor
  double clock_mhz = 0;                  ///< nominal or current, as the system says; 0: unknown
  std::string cpu_governor = "unknown";  ///< "performance, powersave" where CPUs differ

  int sockets = 0;
  int cores = 0;
  int hardware_threads = 0;
  int allowed_cores = 0; ///< this process may use (cgroup, taskset, mpirun)
  int allowed_hardware_threads = 0;
  std::string allowed_cpuset = "unknown";
  double cpu_quota = 0; ///< CPUs' worth of time the cgroups grant; 0: no limit known

  std::vector<NumaDomain> numa_domains;
  std::vector<std::vector<std::uint64_t>> numa_distances; ///< relative, 10 = local; may be empty
  std::vector<Cache> caches; ///< one entry per level, data and unified caches only
  std::vector<NetworkDevice> network_devices;

  std::size_t page_bytes = 0;
  /// Whether Linux moves pages between NUMA domains while a program runs: "off", "on",
  /// "memory tiering".
  std::string numa_balancing = "unknown";
  std::string transparent_huge_pages = "unknown"; ///< "always", "madvise", "never"
  std::vector<HugePagePool> huge_pages;
  std::size_t memory_bytes = 0;           ///< memory of the machine
  std::size_t available_memory_bytes = 0; ///< what this process can have; see available_memory
  std::vector<std::string> warnings;
};
/// What is not known is null.
constexpr auto fields_of(Topology const*) {
  return kitt::fields(
      field("cpu_model", &Topology::cpu_model, "name; null: unknown or not measured").or_null(),
      field("architecture", &Topology::architecture,
            "x86_64, aarch64; null: unknown or not measured")
          .or_null(),
      field("simd_compiled", &Topology::simd_compiled,
            "widest SIMD compiled for; null: unknown or not measured")
          .or_null(),
      field("simd_offered", &Topology::simd_offered, "what the CPU says it has"),
      field("virtual_machine", &Topology::virtual_machine,
            "the CPU says that it runs under a hypervisor"),
      figure("clock_mhz", &Topology::clock_mhz, "MHz",
             "10^6 Hz, as the system says; null: unknown or not measured")
          .or_null(),
      field("cpu_governor", &Topology::cpu_governor,
            "of the CPU's frequency, each different one once; null: unknown")
          .or_null()
          .since_later(),
      field("sockets", &Topology::sockets, "number; null: unknown or not measured").or_null(),
      field("cores", &Topology::cores, "number; null: unknown or not measured").or_null(),
      field("hardware_threads", &Topology::hardware_threads,
            "number; null: unknown or not measured")
          .or_null(),
      field("allowed_cores", &Topology::allowed_cores,
            "this process may use; null: unknown or not measured")
          .or_null(),
      field("allowed_hardware_threads", &Topology::allowed_hardware_threads,
            "this process may use; null: unknown or not measured")
          .or_null(),
      field("allowed_cpuset", &Topology::allowed_cpuset,
            "hardware threads, as a list; null: unknown or not measured")
          .or_null(),
      field("cpu_quota", &Topology::cpu_quota,
            "CPUs' worth of time that cgroups grant; null: unknown or not measured")
          .or_null(),
      field("numa_domains", &Topology::numa_domains, "local memories"),
      field("numa_distances", &Topology::numa_distances, "relative, 10 = local"),
      field("caches", &Topology::caches, "data and unified caches"),
      field("network_devices", &Topology::network_devices, "network adapters").since_later(),
      field("numa_balancing", &Topology::numa_balancing,
            "whether Linux moves pages between NUMA domains by itself; null: unknown")
          .like("^(off|on|memory tiering)$")
          .or_null()
          .since_later(),
      figure("page_bytes", &Topology::page_bytes, "bytes",
             "default page; null: unknown or not measured")
          .or_null(),
      field("transparent_huge_pages", &Topology::transparent_huge_pages,
            "always, madvise, never; null: unknown or not measured")
          .or_null(),
      field("huge_pages", &Topology::huge_pages, "reserves"),
      figure("memory_bytes", &Topology::memory_bytes, "bytes",
             "of the machine; null: unknown or not measured")
          .or_null(),
      figure("available_memory_bytes", &Topology::available_memory_bytes, "bytes",
             "to this process, at the start; null: unknown or not measured")
          .or_null(),
      field("warnings", &Topology::warnings, "what could not be found"));
}

/// Looks at this machine through hwloc and /proc, respecting cgroups and an existing binding. Call
/// it before the threads are bound. A fact that the machine does not tell makes it throw nothing.
Topology discover_topology();

} // namespace kitt::comms
