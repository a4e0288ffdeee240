// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <string>
#include <vector>

namespace kitt::comms {

/// The part of its node's hardware threads that a rank shall use.
struct CpuShare {
  std::string cpuset = {}; ///< a list, "0-7"; empty where unknown, and then nothing is changed
  int threads = 0;         ///< one per core, as many on all ranks; 0 where unknown
  std::vector<std::string> warnings = {}; ///< cores that the launcher keeps from all ranks
};

/// Collective. A rank may use what launcher, cpuset and cgroup allow it. Ranks of one node that are
/// allowed the same were not told apart by the launcher: they share it, each a run of neighbouring
/// cores, and with one rank per NUMA domain each a domain. Where OpenMP's own binding variables are
/// set nothing is shared out: every rank may use all of it. `threads` is the fewest cores of any
/// rank (the slowest counts), and no more than a cgroup's quota of CPU time. Call it after MPI has
/// started and before Kokkos has.
CpuShare share_of_node(Communicator const& world);

/// Host threads to start when the user does not say how many: one per core of the share, not one
/// per hardware thread. 0 means "leave it to the runtime": the user has said so through
/// OMP_NUM_THREADS, or an OpenMP binding variable hides the allowed cores.
int default_threads(CpuShare const& share);

} // namespace kitt::comms
