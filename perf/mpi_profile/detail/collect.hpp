// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/mpi.hpp"
#include "perf/mpi_profile/profile.hpp"

#include <optional>

namespace kitt::mpi_profile::detail {

/// Gathers the records of all ranks on rank 0, and adds the host and node of each rank. `comm` must
/// contain all ranks of the world in their order. Returns the records on rank 0, and nothing on
/// other ranks. Does not appear in any profile. Collective over `comm`.
std::optional<std::vector<RankRecord>> gather(MPI_Comm comm, RankRecord record);

} // namespace kitt::mpi_profile::detail
