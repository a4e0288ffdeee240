// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/compare/run_differences.hpp"
#include "perf/results/results.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// A routine's share of one operand's time, in fractions. None: no profile, or no such routine.
struct RoutineShare {
  std::string operand; ///< its letter
  std::optional<double> of_mpi = {};
  std::optional<double> of_wall = {};
};
constexpr auto fields_of(RoutineShare const*) {
  return kitt::fields(
      field("operand", &RoutineShare::operand, "letter of the operand").like(letter_pattern),
      field("share_of_mpi", &RoutineShare::of_mpi, "fraction of the time in MPI; null: not known")
          .at_least(0),
      field("share_of_wall", &RoutineShare::of_wall, "fraction of the wall time; null: not known")
          .at_least(0));
}

/// Where the time in MPI goes, by routine, of several results. Programs may differ: shares are laid
/// side by side, not divided.
struct RoutineShares {
  std::string routine;              ///< "MPI_Waitall"; all message sizes together
  std::vector<RoutineShare> shares; ///< one for each operand
};
constexpr auto fields_of(RoutineShares const*) {
  return kitt::fields(field("routine", &RoutineShares::routine, "MPI_..., or shared memory"),
                      field("shares", &RoutineShares::shares, "one for each operand"));
}

bool has_profile(Results const& results); ///< Whether it has shares of MPI routines.

/// The shares of all routines that the profiles name, the longest of the first operand first. Empty
/// if fewer than two operands have a profile.
std::vector<RoutineShares> routine_shares(std::vector<Results> const& operands);
/// The same as a table.
std::string routine_shares_text(std::vector<RoutineShares> const& shares);

} // namespace kitt::perf
