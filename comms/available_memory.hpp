// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace kitt::comms {

/// Bytes that this process can still allocate without swapping: the smaller of the system's
/// MemAvailable and what its cgroups (version 1 or 2, all levels) leave. 0 where unknown.
std::size_t available_memory();

/// Throws UserError when `bytes_needed` for `what` ("DWF4 at L = 24, Ls = 16") are more than is
/// available; passes when that is unknown.
void check_memory(std::size_t bytes_needed, std::string const& what);

} // namespace kitt::comms
