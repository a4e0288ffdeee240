// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/judge/judged_run.hpp"

#include <string>
#include <vector>

namespace kitt::perf {

/// A possible cause of a low figure, for which the record has evidence.
struct Suspect {
  std::string cause;    ///< "debug build"
  std::string evidence; ///< fact in the record: "compiler flags -O0 -g"
  double slowdown = 1;  ///< estimated factor by which the cause makes a run slower
};
constexpr auto fields_of(Suspect const*) {
  return kitt::fields(
      field("cause", &Suspect::cause, "cause of a low figure"),
      field("evidence", &Suspect::evidence, "fact in the record that suggests this cause"),
      field("estimated_slowdown", &Suspect::slowdown,
            "rough factor by which the cause makes a run slower; only used to sort causes")
          .at_least(1));
}

/// Returns the causes for which a record has evidence. The cause with the largest estimated
/// slowdown comes first.
std::vector<Suspect> suspects_of(JudgedRun const& run);

/// Returns the causes as words: "most likely debug build (...), or 4 KiB pages (...)".
std::string causes_text(std::vector<Suspect> const& suspects);

} // namespace kitt::perf
