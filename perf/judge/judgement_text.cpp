// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/judge/judgement.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::perf {

namespace {

std::string runs_text(Judgement const& judgement) {
  std::size_t widest = 0;
  for (auto const& run : judgement.runs)
    widest = std::max(widest, run.file.size());
  Table const table({{"Run", "", 3},
                     {"Figure", judgement.figure.unit, 12},
                     {"+-", "%", 5},
                     {"Roof", "%", 6},
                     {"Clock", "GHz", 5},
                     {"Huge pages", "%", 10},
                     {"Start", "", 20, Align::left},
                     {"Record", "", static_cast<int>(widest), Align::left}});
  auto text = table.header();
  for (std::size_t i = 0; i < judgement.runs.size(); ++i) {
    auto const& run = judgement.runs[i];
    text += table.row({std::to_string(i + 1), fixed(run.figure, 0), percent(run.error),
                       percent(run.roof), fixed(run.clock_ghz, 2), percent(run.huge_pages, 0),
                       run.time, run.file});
  }
  return text;
}

/// Returns the runs that a reason is about: "runs 1, 3: ", or nothing for all runs.
std::string of_runs(Reason const& reason, std::size_t count) {
  if (reason.runs.empty() || reason.runs.size() == count)
    return "";
  return fmt::format("run{} {}: ", reason.runs.size() > 1 ? "s" : "", fmt::join(reason.runs, ", "));
}

/// Returns the line of a rule, and one line for each further reason.
std::string rule_text(JudgedRule const& rule, std::size_t runs) {
  constexpr std::array words{"pass", "pass ?", "FAIL"};
  auto text =
      fmt::format("{:<6} {:<12} ", words[static_cast<std::size_t>(rule.verdict())], rule.rule);
  auto const indentation = std::string(text.size(), ' ');
  if (rule.reasons.empty())
    return text + rule.text + '\n';
  for (auto const& reason : rule.reasons)
    text += fmt::format("{}{}{}\n", &reason == &rule.reasons.front() ? "" : indentation,
                        of_runs(reason, runs), reason.text);
  return text;
}

std::string figure_text(CountedFigure const& figure) {
  if (!figure.value)
    return fmt::format("{}: {}\n", figure.name, figure.how);
  return fmt::format("{}: {:.0f} {}, {} (spread {} %)\n", figure.name, *figure.value, figure.unit,
                     figure.how, percent(figure.spread));
}

} // namespace

std::string judgement_text(Judgement const& judgement) {
  auto text = banner(fmt::format(" {} judged by the rules {}",
                                 counted(static_cast<int>(judgement.runs.size()), "run"),
                                 judgement.rules.named_rules));
  text += runs_text(judgement) + '\n';
  int failed = 0;
  for (auto const& rule : judgement.outcomes) {
    text += rule_text(rule, judgement.runs.size());
    failed += rule.verdict() == Verdict::failed ? 1 : 0;
  }
  text += '\n' + figure_text(judgement.figure);
  return text + (failed == 0 ? "Verdict: pass\n"
                             : fmt::format("Verdict: fail ({} of {} rules)\n", failed,
                                           judgement.outcomes.size()));
}

} // namespace kitt::perf
