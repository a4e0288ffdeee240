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

/// Returns the letter that names an operand in tables and documents: "A", "B"...
std::string letter(std::size_t operand);
inline constexpr char const* letter_pattern = "^[A-Z]$"; ///< regular expression

/// A setting in which runs differ: "environment OMP_PLACES", "compiler".
struct RunDifference {
  std::string what;
  /// Values of the operands. Empty for a published table, or if the record does not state the
  /// setting.
  std::vector<std::optional<std::string>> values;

  std::map<std::string, std::optional<std::string>> values_by_letter() const;
};
constexpr auto fields_of(RunDifference const*) {
  return kitt::fields(
      field("what", &RunDifference::what, "setting that differs: compiler, environment OMP_PLACES"),
      derived("values", [](RunDifference const& d) { return d.values_by_letter(); },
              {"value of each operand, by letter; null if its record does not say"}));
}

/// Returns each different text once, with the letters of all operands that have it: {"A, C", "2"}.
std::vector<std::pair<std::string, std::string>>
texts_by_letters(std::vector<std::optional<std::string>> const& texts);

/// Returns how the records of these operands differ in build and start of the runs.
std::vector<RunDifference> run_differences(std::vector<Results> const& operands);

/// Returns one line for each difference. Empty if there are no differences.
std::string run_differences_text(std::vector<RunDifference> const& differences);

} // namespace kitt::perf
