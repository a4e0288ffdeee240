// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

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

} // namespace kitt::comms
