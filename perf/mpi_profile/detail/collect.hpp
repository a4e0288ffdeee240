// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/mpi.hpp"
#include "perf/mpi_profile/profile.hpp"

#include <optional>

namespace kitt::mpi_profile::detail {

/// Collective over `comm`, which has the ranks of the world in their order: names the host and node
/// of this rank's record; all records on rank 0, nothing elsewhere. Seen by no profile.
std::optional<std::vector<RankRecord>> gather(MPI_Comm comm, RankRecord record);

} // namespace kitt::mpi_profile::detail
