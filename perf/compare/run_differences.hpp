// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/results.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kitt::perf {

/// "A", "B"...: what the operands are called in tables and documents.
std::string letter(std::size_t operand);
inline constexpr char const* letter_pattern = "^[A-Z]$"; ///< as a regular expression

/// Something that runs were not started alike with: "environment OMP_PLACES", "compiler".
struct RunDifference {
  std::string what;
  /// What each operand has; none: its record does not say, or it is a published table.
  std::vector<std::optional<std::string>> values;

  std::map<std::string, std::optional<std::string>> values_by_letter() const;
};
constexpr auto fields_of(RunDifference const*) {
  return kitt::fields(
      field("what", &RunDifference::what, "what differs: compiler, environment OMP_PLACES"),
      derived("values", [](RunDifference const& d) { return d.values_by_letter(); },
              {"what each operand has, by letter; null: its record does not say"}));
}

/// Equal texts once, with the letters of all operands that have them: {"A, C", "2"}.
std::vector<std::pair<std::string, std::string>>
texts_by_letters(std::vector<std::optional<std::string>> const& texts);

/// What the records of these operands say differently of how they were built and started.
std::vector<RunDifference> run_differences(std::vector<Results> const& operands);

/// A line for each; empty if there are none.
std::string run_differences_text(std::vector<RunDifference> const& differences);

} // namespace kitt::perf
