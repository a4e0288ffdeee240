// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/results.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kitt::perf {

/// Something that runs were not started alike with: "environment OMP_PLACES", "compiler".
struct RunDifference {
  std::string what;
  /// What each operand has; none: its record does not say, or it is a published table.
  std::vector<std::optional<std::string>> values;
};

/// Equal texts once, with the letters of all operands that have them: {"A, C", "2"}.
std::vector<std::pair<std::string, std::string>>
texts_by_letters(std::vector<std::optional<std::string>> const& texts);

/// What the records of these operands say differently of how they were built and started.
std::vector<RunDifference> run_differences(std::vector<Results> const& operands);

/// A line for each; empty if there are none.
std::string run_differences_text(std::vector<RunDifference> const& differences);
Json run_differences_json(std::vector<RunDifference> const& differences);

} // namespace kitt::perf
