// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/document_version.hpp"
#include "perf/judge/judged_run.hpp"
#include "perf/judge/suspects.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// Outcome of a rule. `unknown` means that a record does not state a fact, so people must check it.
enum class Verdict { passed, unknown, failed };
constexpr auto names_of(Verdict) {
  return std::array{"passed", "unknown", "failed"};
}

/// Reason why a rule was not passed, and the runs that the reason concerns.
struct Reason {
  Verdict verdict = Verdict::failed;
  std::string text;
  std::vector<std::size_t> runs; ///< numbers of the runs, from 1; empty means all runs together
};
constexpr auto fields_of(Reason const*) {
  return kitt::fields(
      field("verdict", &Reason::verdict, "failed, or unknown: a record does not state the fact"),
      field("text", &Reason::text, "sentence that says what is wrong, and what to do").not_empty(),
      field("runs", &Reason::runs,
            "numbers of the runs, from 1; empty if the reason concerns all runs together")
          .at_least(1));
}

/// One rule and its outcome.
struct JudgedRule {
  std::string rule; ///< name in one word
  std::string text; ///< the rule as a sentence, with its limit
  std::vector<Reason> reasons = {};

  Verdict verdict() const;
};
constexpr auto fields_of(JudgedRule const*) {
  return kitt::fields(field("rule", &JudgedRule::rule, "name of the rule"),
                      field("text", &JudgedRule::text, "the rule with its limit"),
                      derived("verdict", [](JudgedRule const& rule) { return rule.verdict(); },
                              {"outcome of the rule"}),
                      field("reasons", &JudgedRule::reasons,
                            "reasons why the rule was not passed; empty if it was passed"));
}

/// Row of one record in the table of runs.
struct RunLine {
  std::string file;
  std::string time;
  std::string commit;
  int nodes = 1;
  std::optional<double> figure;
  std::optional<double> error;
  std::optional<double> roof; ///< lowest fraction of a ceiling among the judged cells
  std::optional<double> clock_ghz;
  std::optional<double> huge_pages;
  std::vector<Suspect> suspects; ///< causes of a figure below the floor
};
constexpr auto fields_of(RunLine const*) {
  return kitt::fields(
      field("file", &RunLine::file, "name of the record"),
      field("time", &RunLine::time, "start of the run: ISO 8601, UTC"),
      field("git_commit", &RunLine::commit, "git commit of KITT"),
      field("nodes", &RunLine::nodes, "number of nodes").at_least(1),
      field("figure", &RunLine::figure, "figure of the run; null if the record lacks it"),
      field("relative_error", &RunLine::error,
            "standard error of the figure, as a fraction of the figure; null if unknown")
          .at_least(0),
      field("lowest_roofline_fraction", &RunLine::roof,
            "lowest fraction of a ceiling among the judged cells; null if unknown")
          .at_least(0),
      field("clock_ghz", &RunLine::clock_ghz, "highest measured clock in GHz; null if unknown"),
      field("huge_page_share", &RunLine::huge_pages,
            "share of the memory on huge pages; null if unknown")
          .at_least(0)
          .at_most(1),
      field("suspects", &RunLine::suspects,
            "likely causes of a figure below the floor, sorted by likelihood; empty above the "
            "floor"));
}

/// The figure that counts.
struct CountedFigure {
  std::string name;             ///< "comparison point"
  std::string unit;             ///< "Mflop/s per node"
  std::optional<double> value;  ///< empty if a record lacks the figure
  std::string how;              ///< "median of 5 runs"
  std::optional<double> spread; ///< (largest - smallest) / median of the runs that count
};
constexpr auto fields_of(CountedFigure const*) {
  return kitt::fields(
      field("name", &CountedFigure::name, "name of the figure"),
      field("unit", &CountedFigure::unit, "unit of the figure"),
      field("value", &CountedFigure::value, "the figure that counts; null if a record lacks it"),
      field("how", &CountedFigure::how,
            "how the figure follows from the runs, for example: median of 5 runs"),
      field("spread", &CountedFigure::spread,
            "(largest - smallest) / median of the runs that count; null if unknown")
          .at_least(0));
}

/// Result of `kitt judge`. `kitt schema judgement` prints the schema of the document.
struct Judgement {
  RunRules rules;
  CountedFigure figure = {};
  std::vector<RunLine> runs = {};
  std::vector<JudgedRule> outcomes = {};

  bool passed() const; ///< returns whether no rule failed
};
constexpr auto fields_of(Judgement const*) {
  return kitt::fields(
      version_field<Judgement>("judgement_schema_version"),
      derived("passed", [](Judgement const& judgement) { return judgement.passed(); },
              {"true if no rule failed"}),
      field("figure", &Judgement::figure, "the figure that counts"),
      field("runs", &Judgement::runs, "the judged records in order of time").count_at_least(1),
      field("outcomes", &Judgement::outcomes, "all rules and their outcomes"),
      field("rules", &Judgement::rules, "limits by which the runs were judged"));
}

/// Judges runs by the rules. `others`: results of other programs. Runs on the same CPU must reach a
/// part of these results (the floor). Requires at least one run.
Judgement judge(std::vector<JudgedRun> runs, std::vector<Results> const& others,
                RunRules const& rules);

/// Returns the judgement as text: the runs, one line for each rule, the figure and the verdict.
std::string judgement_text(Judgement const& judgement);

} // namespace kitt::perf
