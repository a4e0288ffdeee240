// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/record.hpp"

#include <string>
#include <vector>

/// \file
/// Figures of merit that a run prints at its end, one line for each, for test harnesses.

namespace kitt::miniapp {

/// Entry of the list of figures of merit.
struct MeritName {
  std::string name; ///< name in lower case: "comparison_point", "hopping_dwf4"
  std::string unit; ///< unit in words: "Mflop/s per node"
  bool less_is_better = false;
  std::string what; ///< phrase that describes the measured work

  /// Returns the better direction: "higher" or "lower".
  std::string better() const;
  /// Returns the regular expression that finds the figure in the output of a run, as the group
  /// `value`. Uses Python's syntax.
  std::string pattern() const;
};

/// Returns all figures of merit: the figures of the score, a figure for each kernel, and the
/// ceilings of `kitt machine`.
std::vector<MeritName> all_merits();

/// Returns a line for each figure of merit of a run: "KITT FOM NAME = VALUE UNIT (higher is
/// better): WHAT". A line about a doubtful figure ends with " ! " and the reasons. If a result of
/// the run was wrong, the text is one line that says so. Empty if nothing was measured.
std::string merit_lines(perf::RunRecord const& record);

} // namespace kitt::miniapp
