// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/compare/run_differences.hpp"
#include "perf/results/results.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// Share of one operand's time that a routine takes, as fractions. Empty if the operand has no
/// profile, or if its profile lacks the routine.
struct RoutineShare {
  std::string operand; ///< letter of the operand
  std::optional<double> of_mpi = {};
  std::optional<double> of_wall = {};
};
constexpr auto fields_of(RoutineShare const*) {
  return kitt::fields(
      field("operand", &RoutineShare::operand, "letter of the operand").like(letter_pattern),
      field("share_of_mpi", &RoutineShare::of_mpi, "fraction of the time in MPI; null if unknown")
          .at_least(0),
      field("share_of_wall", &RoutineShare::of_wall, "fraction of the wall time; null if unknown")
          .at_least(0));
}

/// One MPI routine, and its share of the time of each operand. Operands may be different programs,
/// so shares are listed and no ratios are made.
struct RoutineShares {
  /// Name of the routine ("MPI_Waitall"); all message sizes are taken together.
  std::string routine;
  std::vector<RoutineShare> shares; ///< shares of the routine, one for each operand
};
constexpr auto fields_of(RoutineShares const*) {
  return kitt::fields(field("routine", &RoutineShares::routine, "MPI_..., or shared memory"),
                      field("shares", &RoutineShares::shares, "one for each operand"));
}

bool has_profile(Results const& results); ///< Returns whether results have shares of MPI routines.

/// Returns the shares of all routines in the profiles, sorted by the time in the first operand,
/// longest first. Empty if fewer than two operands have a profile.
std::vector<RoutineShares> routine_shares(std::vector<Results> const& operands);
/// Returns the shares as a table.
std::string routine_shares_text(std::vector<RoutineShares> const& shares);

} // namespace kitt::perf
