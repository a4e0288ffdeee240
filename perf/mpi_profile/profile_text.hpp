// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/profile.hpp"

#include <string>

namespace kitt::mpi_profile {

/// Returns a profile as tables for a terminal, in whole lines: routines, routines by size, sizes,
/// regions, ranks, nodes, matrix. Long lists are cut and say so; the JSON file has all rows.
std::string profile_text(Profile const& profile);

} // namespace kitt::mpi_profile
