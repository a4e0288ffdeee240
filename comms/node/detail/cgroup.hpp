// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"

#include <optional>

namespace kitt::comms::detail {

/// Returns the bytes that this process's cgroups (version 1 or 2) still allow. A group allows its
/// limit minus its used memory that cannot be reclaimed. The result is the smallest value of all
/// groups, from the process's own group up to the root. nullopt without a limit.
std::optional<std::size_t> cgroup_memory_left(SystemFiles const& files);

/// Returns the CPU time that the cgroups grant (quota / period), in CPUs: the smallest of any group
/// up to the root. nullopt without a limit.
std::optional<double> cgroup_cpu_quota(SystemFiles const& files);

/// Returns the smaller of MemAvailable and cgroup_memory_left(); 0 if neither is known.
std::size_t available_memory(SystemFiles const& files);

} // namespace kitt::comms::detail
