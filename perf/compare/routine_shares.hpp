// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/results.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// Where the time in MPI goes, by routine, of several results: fractions, one per operand. Programs
/// may differ: shares are laid side by side, not divided.
struct RoutineShares {
  std::string routine;                       ///< "MPI_Waitall"; all message sizes together
  std::vector<std::optional<double>> of_mpi; ///< none: no profile, or no such routine in it
  std::vector<std::optional<double>> of_wall;
};

bool has_profile(Results const& results); ///< Whether it has shares of MPI routines.

/// The shares of all routines that the profiles name, the longest of the first operand first. Empty
/// if fewer than two operands have a profile.
std::vector<RoutineShares> routine_shares(std::vector<Results> const& operands);
/// The same as a table, and as a document's part.
std::string routine_shares_text(std::vector<RoutineShares> const& shares);
Json routine_shares_json(std::vector<RoutineShares> const& shares);

} // namespace kitt::perf
