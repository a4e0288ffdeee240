// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/judge/judgement.hpp"

#include "perf/judge/detail/checks.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/results/work.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

/// Returns the standard error of a run's figure, which is a mean of the figures of its cells.
std::optional<double> error_of(JudgedRun const& run) {
  double error = 0;
  double sum = 0;
  for (auto const& figure : run.of_figure) {
    error = std::hypot(error, value_of(figure) * figure.error.value_or(0));
    sum += value_of(figure);
  }
  return run.figure && sum > 0 ? std::optional(error / sum) : std::nullopt;
}

RunLine line_of(JudgedRun const& run) {
  RunLine line{.file = run.name,
               .time = run.header.provenance.time,
               .commit = run.header.provenance.git_commit,
               .nodes = run.header.configuration.nodes,
               .figure = run.figure,
               .error = error_of(run),
               .roof = {},
               .clock_ghz = {},
               .huge_pages = huge_page_share(run),
               .suspects = {}};
  for (auto const& figure : run.judged)
    if (figure.roofline_fraction)
      line.roof =
          std::min(line.roof.value_or(*figure.roofline_fraction), *figure.roofline_fraction);
  if (run.ceilings && run.ceilings->clock_ghz > 0)
    line.clock_ghz = run.ceilings->clock_ghz;
  return line;
}

double spread_of(std::vector<double> const& figures) {
  auto const all = summarize(figures);
  return (all.maximum - all.minimum) / all.median;
}

/// Returns the figure that counts. If the spread of the first runs is too large, the runs that
/// repeat them count. If their spread is too large, too, the worst of all runs counts.
CountedFigure counted_figure(std::vector<JudgedRun> const& runs, RunRules const& rules) {
  CountedFigure found{.name = rules.figure,
                      .unit = runs.front().unit,
                      .value = {},
                      .how = "no figure: a record lacks it",
                      .spread = {}};
  std::vector<double> figures;
  for (auto const& run : runs) {
    if (!run.figure)
      return found;
    figures.push_back(*run.figure);
  }
  auto const of = [&](std::vector<double> const& some, std::string const& which) {
    found.value = summarize(some).median;
    found.spread = spread_of(some);
    found.how = fmt::format("median of {}{}", which, counted(static_cast<int>(some.size()), "run"));
  };
  auto const wanted = static_cast<std::ptrdiff_t>(rules.runs);
  if (figures.size() != 2 * static_cast<std::size_t>(wanted)) {
    of(figures, "");
    return found;
  }
  std::vector<double> const first(figures.begin(), figures.begin() + wanted);
  std::vector<double> const second(figures.begin() + wanted, figures.end());
  if (spread_of(first) <= rules.most_spread)
    of(first, "the first ");
  else if (of(second, "the second "); *found.spread > rules.most_spread) {
    found.value = runs.front().less_is_better ? *std::ranges::max_element(figures)
                                              : *std::ranges::min_element(figures);
    found.how = fmt::format("worst of all {}, because both spreads are too large",
                            counted(static_cast<int>(figures.size()), "run"));
  }
  return found;
}

} // namespace

Verdict JudgedRule::verdict() const {
  auto worst = Verdict::passed;
  for (auto const& reason : reasons)
    worst = std::max(worst, reason.verdict);
  return worst;
}

bool Judgement::passed() const {
  return std::ranges::none_of(
      outcomes, [](JudgedRule const& rule) { return rule.verdict() == Verdict::failed; });
}

Judgement judge(std::vector<JudgedRun> runs, std::vector<Results> const& others,
                RunRules const& rules) {
  std::ranges::sort(runs, {}, [](JudgedRun const& run) -> std::string const& {
    return run.header.provenance.time;
  });
  Judgement judgement{.rules = rules, .figure = counted_figure(runs, rules)};
  for (auto const& run : runs)
    judgement.runs.push_back(line_of(run));
  judgement.outcomes = detail::check_rules({runs, others, rules, judgement.figure});
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (auto const& outcome : judgement.outcomes)
      if (outcome.rule == detail::floor_rule &&
          std::ranges::any_of(outcome.reasons, [&](Reason const& reason) {
            return reason.verdict == Verdict::failed &&
                   std::ranges::find(reason.runs, i + 1) != reason.runs.end();
          }))
        judgement.runs[i].suspects = suspects_of(runs[i]);
  return judgement;
}

} // namespace kitt::perf
