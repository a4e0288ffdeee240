// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "comms/node/detail/hwloc_topology.hpp"
#include "comms/node/topology.hpp"

#include <map>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// Returns the hardware threads within `allowed` on which each of `threads` threads shall run. With
/// T threads and C cores, thread t runs on these cores:
/// - `core`: core t C / T (rounded down). All cores are used evenly, and threads with neighbouring
///   numbers run on neighbouring cores.
/// - `spread`: core t modulo C, in an order that alternates between sockets, then domains, then
///   caches.
/// - `compact`: core t.
/// - `network`: core t, in an order that begins with the cores in `first`.
///
/// If there are more threads than cores, `compact` and `network` place threads as `core` does, in
/// their own order.
///
/// A thread that has a core for itself may use all hardware threads of the core. Threads that share
/// a core alternate between its hardware threads. `numa` extends the places of `core` to the
/// allowed part of the core's NUMA domain. `none` gives all threads all allowed hardware threads.
/// Empty if nothing is allowed.
std::vector<CpuSet> plan_binding(HwlocTopology const& hwloc, CpuSet const& allowed, int threads,
                                 BindPolicy policy, CpuSet const& first = {});

/// Returns the hardware threads of the NUMA domains that network adapters are attached to. If the
/// machine has OpenFabrics adapters, Ethernet adapters do not count. Throws UserError if the domain
/// of no adapter is known.
CpuSet next_to_network(HwlocTopology const& hwloc, std::vector<NetworkDevice> const& adapters);

/// Counts the cores, domains and caches that bound threads can use, and warns if threads share
/// cores. `found`: hardware threads of each thread; an empty set means "unknown".
Binding judge_binding(HwlocTopology const& hwloc, std::vector<CpuSet> const& found,
                      BindPolicy policy);

/// Returns, for each core, the numbers of the threads that can run on this core only.
std::map<unsigned, std::vector<std::string>> confined(HwlocTopology const& hwloc,
                                                      std::vector<CpuSet> const& found);

} // namespace kitt::comms::detail
