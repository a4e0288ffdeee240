// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/judge/judgement.hpp"

#include <vector>

namespace kitt::perf::detail {

inline constexpr char const* floor_rule = "floor"; ///< name of the rule about figures too low

/// Runs, results of other programs, and limits: all that a check of a rule may read.
struct Evidence {
  std::vector<JudgedRun> const& runs; ///< in order of time
  std::vector<Results> const& others;
  RunRules const& rules;
  CountedFigure const& figure;
};

/// Returns all rules, each with the reasons why it was not passed.
std::vector<JudgedRule> check_rules(Evidence const& evidence);

} // namespace kitt::perf::detail
