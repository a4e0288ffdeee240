// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/profile.hpp"

#include <string>

namespace kitt::mpi_profile::detail {

/// Returns whole lines about the complete run: its total time and the share of communication, the
/// imbalance of ranks, sockets and nodes, and the run along time.
std::string run_text(Profile const& profile);

} // namespace kitt::mpi_profile::detail
