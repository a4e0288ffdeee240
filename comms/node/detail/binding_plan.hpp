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

/// The hardware threads within `allowed` on which each of `threads` threads shall run. Of T threads
/// on C cores thread t goes to
/// - `core`: core t C / T (rounded down): all cores are used evenly and neighbours in number are
///   neighbours in place;
/// - `spread`: core t, modulo C, of the order that takes sockets, within them domains and caches,
///   in turn;
/// - `compact`: core t; `network`: core t of the order that begins with those in `first`. More
///   threads than cores are placed as by `core`, in that order.
///
/// A thread alone on its core may use all its hardware threads; threads that share a core take
/// turns at them. `numa` widens the places of `core` to the allowed part of the core's NUMA domain.
/// `none` gives all threads all that is allowed. Empty if nothing is allowed.
std::vector<CpuSet> plan_binding(HwlocTopology const& hwloc, CpuSet const& allowed, int threads,
                                 BindPolicy policy, CpuSet const& first = {});

/// The hardware threads of the NUMA domain that a network adapter is attached to; of the domains,
/// if there are several such adapters. Ethernet beside OpenFabrics does not count. Throws UserError
/// if no adapter's domain is known.
CpuSet next_to_network(HwlocTopology const& hwloc, std::vector<NetworkDevice> const& adapters);

/// Judges where threads ended up: counts cores, domains and caches they reach, and warns of
/// sharing. An empty set stands for "unknown".
Binding judge_binding(HwlocTopology const& hwloc, std::vector<CpuSet> const& found,
                      BindPolicy policy);

/// The threads, by number, that can run on one core only, by that core.
std::map<unsigned, std::vector<std::string>> confined(HwlocTopology const& hwloc,
                                                      std::vector<CpuSet> const& found);

} // namespace kitt::comms::detail
