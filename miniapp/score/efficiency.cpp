// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/score/efficiency.hpp"

#include "core/base/error.hpp"
#include "core/lattice/lattice.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <array>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using Entry = std::optional<ScoreEntry> ScoreRow::*;

double threads_of_node(perf::ScalingPoint const& point) {
  return static_cast<double>(point.ranks) * point.threads_per_rank / point.nodes;
}

std::optional<double> figure_at(Score const& score, Entry kernel, int l) {
  for (auto const& row : score.rows)
    if (row.l == l && row.*kernel)
      return (row.*kernel)->mflops_per_node;
  return std::nullopt;
}

} // namespace

ScoredRun scored_run(perf::RunRecord const& record) {
  return {perf::from_data<perf::ScalingPoint>(record.head(), "the record"), score_of(record)};
}

void check_baseline(std::string const& file, ScoredRun const& baseline_run, ScoredRun const& own) {
  auto const& baseline = baseline_run.point;
  auto const& run = own.point;
  auto const refuse = [&](std::string const& reason) {
    throw UserError(fmt::format(
        "--baseline {} cannot be used ({}): give a record of the same work on fewer ranks", file,
        reason));
  };
  auto const check_same = [&](char const* what, std::string const& there, std::string const& here) {
    if (there != here)
      refuse(fmt::format("{} {} in the baseline and {} in this run", what, there, here));
  };
  auto const volume = [](perf::ScalingPoint const& point) {
    return point.global_volume ? kitt::to_string(*point.global_volume) : "not given";
  };
  KITT_VALIDATE(run.ranks > 1,
                fmt::format("--baseline {} cannot be used with one rank (efficiency needs several "
                            "ranks): leave it out, or start more ranks",
                            file));
  check_same("flops per site are", std::to_string(baseline.flops_per_site),
             std::to_string(run.flops_per_site));
  check_same("the precision is", to_string(baseline.precision), to_string(run.precision));
  check_same("Ls is", std::to_string(baseline.ls), std::to_string(run.ls));
  check_same("volumes are", baseline.volume_convention, run.volume_convention);
  check_same("the job's volume is", volume(baseline), volume(run));
  check_same("the CPU is", baseline.cpu_model, run.cpu_model);
  if (baseline.nodes > run.nodes)
    refuse(fmt::format("it has {} nodes, but this run has {}", baseline.nodes, run.nodes));
  if (baseline_run.score.rows.empty())
    refuse("it has no figure of the hopping term");
}

Efficiency efficiency_against(std::string const& file, ScoredRun const& baseline,
                              ScoredRun const& run) {
  auto const threads = threads_of_node(run.point) / threads_of_node(baseline.point);
  Efficiency result{.file = file,
                    .time = baseline.point.time,
                    .ranks = baseline.point.ranks,
                    .nodes = baseline.point.nodes,
                    .threads_per_rank = baseline.point.threads_per_rank,
                    .rows = {}};
  for (auto const& [name, kernel] : score_columns)
    for (auto const& row : run.score.rows)
      if (auto const here = figure_at(run.score, kernel, row.l)) {
        auto const there = figure_at(baseline.score, kernel, row.l);
        result.rows.push_back({std::string(name), row.l, *here, there, {}});
        if (there)
          result.rows.back().efficiency = *here / *there / threads;
      }
  return result;
}

void set_baseline(perf::RunRecord& record, std::string const& file) {
  auto const baseline = scored_run(perf::RunRecord::read(file));
  auto const own = scored_run(record);
  check_baseline(file, baseline, own);
  record.extend_summary([=](perf::Json& summary) {
    ScoredRun const now{own.point, perf::from_data<Score>(summary, "the summary")};
    summary["efficiency"] = perf::to_data(efficiency_against(file, baseline, now));
  });
}

std::optional<Efficiency> efficiency_of(perf::RunRecord const& record) {
  auto const summary = record.summary();
  if (!summary.contains("efficiency"))
    return std::nullopt;
  return perf::from_data<Efficiency>(summary.at("efficiency"), "efficiency");
}

std::string efficiency_text(Efficiency const& efficiency) {
  auto text = perf::banner(fmt::format(" Efficiency against {} ({} on {}, {})", efficiency.file,
                                       perf::counted(efficiency.ranks, "rank"),
                                       perf::counted(efficiency.nodes, "node"), efficiency.time));
  std::vector<perf::ColumnOf<EfficiencyRow>> const columns{
      {{"Kernel", "", 6, perf::Align::left}, [](auto& r) { return r.kernel; }},
      {{"L", "", 3}, [](auto& r) { return std::to_string(r.l); }},
      {{"Baseline", "Mflop/s/node", 13},
       [](auto& r) { return perf::fixed(r.baseline_mflops_per_node, 3); }},
      {{"This run", "Mflop/s/node", 13}, [](auto& r) { return perf::fixed(r.mflops_per_node, 3); }},
      {{"Efficiency", "%", 10}, [](auto& r) { return perf::percent(r.efficiency); }}};
  return text + perf::rows_text(columns, efficiency.rows) + perf::table_of(columns).rule();
}

} // namespace kitt::miniapp
