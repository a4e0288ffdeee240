// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

/// One NUMA domain as hwloc finds it.
struct NumaDomain {
  int os_index = 0;
  std::size_t memory_bytes = 0; ///< local memory; 0 where unknown
  int cores = 0;
  std::string cpuset; ///< its hardware threads as a list, "0-7,64-71"
};

/// Huge pages of one size, reserved by the administrator (vm.nr_hugepages).
struct HugePagePool {
  std::size_t page_bytes = 0;
  std::size_t pages_total = 0;
  std::size_t pages_free = 0;
};

/// A network adapter that hwloc finds.
struct NetworkDevice {
  std::string name; ///< "eth0", "mlx5_0", "hsn0"
  std::string kind; ///< "network" or "OpenFabrics"
  std::optional<int>
      numa_domain; ///< os_index of the domain it is attached to; none: of no single one
};

/// The machine as found, not as advertised. A fact that cannot be found is "unknown", 0 or empty,
/// never a guess.
struct Topology {
  std::string cpu_model = "unknown";
  std::string architecture = "unknown";  ///< "x86_64", "aarch64"
  std::string simd_compiled = "unknown"; ///< widest SIMD this program was compiled for: "AVX-512"
  std::vector<std::string> simd_offered; ///< what the CPU says it has; empty where unknown
  bool virtual_machine = false;          ///< the CPU says that it runs under a hypervisor
  double clock_mhz = 0;                  ///< nominal or current, as the system says; 0: unknown
  std::string cpu_governor =
      "unknown"; ///< "performance"; "performance, powersave" where CPUs differ

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

/// Looks at this machine through hwloc and /proc, respecting cgroups and an existing binding. Call
/// it before the threads are bound. A fact that the machine does not tell makes it throw nothing.
Topology discover_topology();

} // namespace kitt::comms
