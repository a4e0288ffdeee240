// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/profile.hpp"

#include <filesystem>

namespace kitt::mpi_profile {

/// This process as the kernel sees it: its peak resident memory, and what it has on huge pages now.
/// 0 where the kernel does not tell. `proc`: what lies in /proc/self.
MemoryFootprint memory_footprint(std::filesystem::path const& proc = "/proc/self");

} // namespace kitt::mpi_profile
