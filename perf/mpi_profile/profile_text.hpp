// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/profile.hpp"

#include <string>

namespace kitt::mpi_profile {

/// Returns a profile as tables for a terminal, in whole lines: routines, routines by size, sizes,
/// regions, ranks, nodes, matrix. Long lists are cut and say so; the JSON file has all rows.
std::string profile_text(Profile const& profile);

/// Returns a line such as "2 ranks, means: total 1.250 s, compute 1.000 s, communication 0.250 s,
/// share 20.0 %".
std::string run_time_text(int ranks, RunTime const& run);

namespace detail {

/// Returns whole lines about the complete run: its total time and the share of communication, the
/// imbalance of ranks, sockets and nodes, and the run along time.
std::string run_text(Profile const& profile);

} // namespace detail

} // namespace kitt::mpi_profile
