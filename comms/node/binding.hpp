// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace kitt::comms {

/// The part of a node's hardware threads that one rank shall use.
struct CpuShare {
  /// list of hardware threads, "0-7"; if empty (unknown), the binding is not changed
  std::string cpuset = {};
  int threads = 0; ///< one per core, equally many on all ranks; 0 if unknown
  /// warnings about cores that the launcher gives to no rank
  std::vector<std::string> warnings = {};
};

/// Returns this rank's share of the hardware threads of its node. A rank may use what the launcher,
/// the cpuset and the cgroup allow.
///
/// If ranks of a node may all use the same hardware threads, the launcher did not separate them.
/// Ranks with the same hardware threads divide them: each rank gets a run of neighbouring cores.
/// With one rank per NUMA domain, each rank gets a domain. If OpenMP's own binding variables are
/// set, nothing is divided, and every rank may use all its allowed hardware threads.
///
/// `threads` is the smallest number of cores of any rank, because the slowest rank decides, and at
/// most a cgroup's quota of CPU time. Requires that MPI has started and Kokkos has not. Collective.
CpuShare share_of_node(Communicator const& world);

/// Returns the number of host threads to start if the user does not choose it: one per core of the
/// share, not one per hardware thread. Returns 0, which leaves the choice to the runtime, in two
/// cases: the user set OMP_NUM_THREADS or KOKKOS_NUM_THREADS, or an OpenMP binding variable hides
/// the allowed cores.
int default_threads(CpuShare const& share);

/// Policy that places host threads on the cores of their rank. If there are as many threads as
/// cores, `core`, `spread` and `compact` use the same cores and differ only in the order of the
/// threads.
enum class BindPolicy {
  core,    ///< one core per thread, at equal distances over all cores
  numa,    ///< like `core`, but each thread may run anywhere in the NUMA domain of its core
  none,    ///< leave threads where the system places them
  spread,  ///< each next thread on another socket, domain, cache and core (round robin)
  compact, ///< neighbouring cores, from the first core on
  network  ///< neighbouring cores, from the first core of the network adapter's NUMA domain on
};
constexpr auto names_of(BindPolicy) {
  return std::array{"core", "numa", "none", "spread", "compact", "network"};
}

/// Caches of one level that the threads can use.
struct CacheUse {
  int level = 0;
  int caches = 0;              ///< number of caches, at most one per thread
  std::size_t total_bytes = 0; ///< total size of the caches; 0 if unknown
  std::size_t line_bytes = 0;
};
constexpr auto fields_of(CacheUse const*) {
  return kitt::fields(
      field("level", &CacheUse::level, "cache level; 1 is nearest to the core").at_least(1),
      field("caches", &CacheUse::caches, "number"),
      figure("total_bytes", &CacheUse::total_bytes, "bytes",
             "total size of these caches; null if unknown or not measured")
          .or_null(),
      figure("line_bytes", &CacheUse::line_bytes, "bytes",
             "size of one cache line; null if unknown or not measured")
          .or_null());
}

/// The threads of a rank and the hardware threads that they may use. Everything is READ BACK from
/// the system after binding.
struct Binding {
  BindPolicy policy = BindPolicy::none; ///< policy that was requested
  /// hardware threads of each host thread: "0", "4,68", or "unknown"
  std::vector<std::string> thread_cpusets;
  int cores = 0;                ///< number of different cores that these threads may use
  int numa_domains = 0;         ///< number of different NUMA domains that these threads may use
  std::vector<CacheUse> caches; ///< one entry per level; empty if unknown
  /// warnings about oversubscription, shared cores, several NUMA domains, refused binding
  std::vector<std::string> warnings;

  int threads() const { return static_cast<int>(thread_cpusets.size()); }
};
constexpr auto fields_of(Binding const*) {
  return kitt::fields(
      field("policy", &Binding::policy, "requested binding policy"),
      derived("threads", [](Binding const& binding) { return binding.threads(); },
              {"number of host threads"})
          .at_least(1),
      field("thread_cpusets", &Binding::thread_cpusets,
            "hardware threads that each host thread may use"),
      field("cores", &Binding::cores,
            "number of different cores that the threads may use; null if unknown or not measured")
          .or_null(),
      field("numa_domains", &Binding::numa_domains,
            "number of different NUMA domains that the threads may use; null if unknown or not "
            "measured")
          .or_null(),
      field("caches", &Binding::caches, "caches that these threads can use, by level"),
      field("warnings", &Binding::warnings,
            "warnings, for example about oversubscription or refused binding"));
}

/// Binds the threads of Kokkos' default host execution space by `policy`, and reads back where they
/// may run. Threads stay within the rank's share and within the cores that they may use now. A
/// binding that the system refuses causes a warning, not an error. Requires that Kokkos is
/// initialized and fields are not touched yet. Throws UserError for `network` if the NUMA domain of
/// no network adapter is known.
Binding bind_threads(BindPolicy policy, CpuShare const& share);

/// Binds threads as above, and also warns of cores that several ranks of a node share. Collective.
Binding bind_threads(BindPolicy policy, CpuShare const& share, Communicator const& world);

/// Returns the number of different threads that execute a kernel on the host. The number can be
/// smaller than Kokkos requested if the environment limits OpenMP (OMP_THREAD_LIMIT, OMP_DYNAMIC).
/// Requires that Kokkos is initialized.
int running_threads();

} // namespace kitt::comms
