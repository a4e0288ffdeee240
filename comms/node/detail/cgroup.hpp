// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"

#include <optional>

namespace kitt::comms::detail {

/// Bytes that the cgroups of this process (version 2, or 1) still let it have: the tightest limit
/// from its own group up to the root, less what is in use there and cannot be reclaimed. nullopt
/// without a limit.
std::optional<std::size_t> cgroup_memory_left(SystemFiles const& files);

/// CPUs' worth of time that the cgroups grant (quota / period), the tightest on the way up;
/// nullopt without a limit.
std::optional<double> cgroup_cpu_quota(SystemFiles const& files);

/// The smaller of MemAvailable and cgroup_memory_left; 0 where neither is known.
std::size_t available_memory(SystemFiles const& files);

} // namespace kitt::comms::detail
