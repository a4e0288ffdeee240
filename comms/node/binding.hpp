// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/cpu_share.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace kitt::comms {

/// Where host threads may run, within what the rank has. Where it has as many threads as cores,
/// `core`, `spread` and `compact` use the same cores, and differ in which thread is whose
/// neighbour.
enum class BindPolicy {
  core,    ///< each on a core of its own, at equal distances over all cores in their order
  numa,    ///< the same, each anywhere in its core's NUMA domain
  none,    ///< as found
  spread,  ///< one after the other on another socket, domain, cache, core: round robin
  compact, ///< on neighbouring cores from the first on
  network  ///< the same, from the first core of the network adapter's NUMA domain on
};
constexpr auto names_of(BindPolicy) {
  return std::array{"core", "numa", "none", "spread", "compact", "network"};
}

/// Caches of one level that the threads can reach.
struct CacheUse {
  int level = 0;
  int caches = 0;              ///< at most one per thread
  std::size_t total_bytes = 0; ///< size of these caches together; 0 where unknown
  std::size_t line_bytes = 0;
};
constexpr auto fields_of(CacheUse const*) {
  return kitt::fields(field("level", &CacheUse::level, "1 is nearest to the core").at_least(1),
                      field("caches", &CacheUse::caches, "number"),
                      figure("total_bytes", &CacheUse::total_bytes, "bytes",
                             "of these caches together; null: unknown or not measured")
                          .or_null(),
                      figure("line_bytes", &CacheUse::line_bytes, "bytes",
                             "one line; null: unknown or not measured")
                          .or_null());
}

/// Threads and where they may run: AS FOUND, read back from the system after binding.
struct Binding {
  BindPolicy policy = BindPolicy::none;    ///< as asked
  std::vector<std::string> thread_cpusets; ///< one per host thread, "0", "4,68"; "unknown"
  int cores = 0;                           ///< different cores these threads may run on
  int numa_domains = 0;                    ///< different NUMA domains they may run in
  std::vector<CacheUse> caches;            ///< one entry per level; empty where unknown
  std::vector<std::string>
      warnings; ///< oversubscription, shared cores, spanned domains, refused binding

  int threads() const { return static_cast<int>(thread_cpusets.size()); }
};
constexpr auto fields_of(Binding const*) {
  return kitt::fields(
      field("policy", &Binding::policy, "as asked"),
      derived("threads", [](Binding const& binding) { return binding.threads(); }, {"host threads"})
          .at_least(1),
      field("thread_cpusets", &Binding::thread_cpusets,
            "hardware threads that each host thread may use"),
      field("cores", &Binding::cores, "different cores they may use; null: unknown or not measured")
          .or_null(),
      field("numa_domains", &Binding::numa_domains,
            "different NUMA domains they may use; null: unknown or not measured")
          .or_null(),
      field("caches", &Binding::caches, "caches that these threads can reach, by level"),
      field("warnings", &Binding::warnings, "oversubscription, refused binding"));
}

/// Binds each thread of Kokkos' default host execution space by `policy` within the rank's share
/// and what the threads are allowed at the time, and reads back where they are. Call after
/// Kokkos::initialize and before fields are touched. A binding that the system refuses is a
/// warning, not an error. Throws UserError for `network` where no adapter's domain is known.
Binding bind_threads(BindPolicy policy, CpuShare const& share);

/// Collective: the same, and warns of cores that ranks of a node share.
Binding bind_threads(BindPolicy policy, CpuShare const& share, Communicator const& world);

/// The number of different threads that take part in a kernel on the host. It is smaller than
/// Kokkos asked for where the environment holds OpenMP back (OMP_THREAD_LIMIT, OMP_DYNAMIC). Call
/// after Kokkos::initialize.
int running_threads();

} // namespace kitt::comms
