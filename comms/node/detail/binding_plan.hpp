// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "comms/node/detail/hwloc_topology.hpp"

#include <map>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// The hardware threads within `allowed` on which each of `threads` threads shall run. Thread t of
/// T goes to core t C / T of C (rounded down): all cores are used evenly and neighbouring threads
/// are neighbours. A thread alone on its core may use all its hardware threads; threads that share
/// a core take turns at them. `numa` widens each to the allowed part of its core's NUMA domain.
/// `none` gives all threads all that is allowed. Empty if nothing is allowed.
std::vector<CpuSet> plan_binding(HwlocTopology const& hwloc, CpuSet const& allowed, int threads,
                                 BindPolicy policy);

/// Judges where threads ended up: counts cores, domains and caches they reach, and warns of
/// sharing. An empty set stands for "unknown".
Binding judge_binding(HwlocTopology const& hwloc, std::vector<CpuSet> const& found,
                      BindPolicy policy);

/// The threads, by number, that can run on one core only, by that core.
std::map<unsigned, std::vector<std::string>> confined(HwlocTopology const& hwloc,
                                                      std::vector<CpuSet> const& found);

} // namespace kitt::comms::detail
