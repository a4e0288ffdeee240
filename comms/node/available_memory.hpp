// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace kitt::comms {

/// Bytes that this process can still allocate without swapping: the smaller of the system's
/// MemAvailable and what its cgroups (version 1 or 2, all levels) leave. 0 where unknown.
std::size_t available_memory();

/// Bytes that one of `ranks_on_node` ranks can still allocate: an equal share of what they can have
/// together, and no more than its own limits (ulimit -v, -d) leave it. 0 where unknown.
std::size_t memory_of_rank(int ranks_on_node);

/// Throws UserError when `bytes_needed` for `what` ("DWF4 at L = 24, Ls = 16") are more than is
/// available; passes when that is unknown.
void check_memory(std::size_t bytes_needed, std::string const& what);

} // namespace kitt::comms
