// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace kitt::comms {

/// Returns the bytes that this process can still allocate without swapping. The result is the
/// smaller of the system's MemAvailable and the rest that its cgroups allow (version 1 or 2, all
/// levels). 0 if unknown.
std::size_t available_memory();

/// Returns the bytes that one of `ranks_on_node` ranks can still allocate: an equal share of the
/// node's available memory, limited by the process's own limits (ulimit -v, -d). 0 if unknown.
std::size_t memory_of_rank(int ranks_on_node);

/// Throws UserError if `bytes_needed` is more than the available memory. Does nothing if the
/// available memory is unknown. `what` names the need, for example "DWF4 at L = 24, Ls = 16".
void check_memory(std::size_t bytes_needed, std::string const& what);

} // namespace kitt::comms
