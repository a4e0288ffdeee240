// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/efficiency.hpp"

#include "core/base/error.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

using Entry = std::optional<SummaryEntry> SummaryRow::*;

double threads_of_node(ScalingPoint const& point) {
  return static_cast<double>(point.ranks) * point.threads_per_rank / point.nodes;
}

std::optional<double> figure(Summary const& summary, Entry kernel, int l) {
  for (auto const& row : summary.rows)
    if (row.l == l && row.*kernel)
      return (row.*kernel)->mflops_per_node;
  return std::nullopt;
}

} // namespace

void check_baseline(std::string const& file, ScalingPoint const& baseline,
                    ScalingPoint const& run) {
  auto const refuse = [&](std::string const& reason) {
    throw UserError(fmt::format("--baseline {} ({}): give the record of the same work on fewer "
                                "ranks",
                                file, reason));
  };
  auto const check_same = [&](char const* what, std::string const& there, std::string const& here) {
    if (there != here)
      refuse(fmt::format("{} {} there and {} here", what, there, here));
  };
  auto const volume = [](ScalingPoint const& point) {
    return point.global_volume ? kitt::to_string(*point.global_volume) : "not given";
  };
  KITT_VALIDATE(run.ranks > 1, fmt::format("--baseline {} with one rank (efficiency is that of "
                                           "several): leave it out, or start more ranks",
                                           file));
  check_same("flops per site are", std::to_string(baseline.flops_per_site),
             std::to_string(run.flops_per_site));
  check_same("the precision is", to_string(baseline.precision), to_string(run.precision));
  check_same("Ls is", std::to_string(baseline.ls), std::to_string(run.ls));
  check_same("volumes are", baseline.volume_convention, run.volume_convention);
  check_same("the job's volume is", volume(baseline), volume(run));
  check_same("the CPU is", baseline.cpu_model, run.cpu_model);
  if (baseline.nodes > run.nodes)
    refuse(fmt::format("nodes are {} there and {} here", baseline.nodes, run.nodes));
  if (baseline.summary.rows.empty())
    refuse("it holds no figure of the hopping term");
}

Efficiency efficiency_against(std::string const& file, ScalingPoint const& baseline,
                              ScalingPoint const& run) {
  auto const threads = threads_of_node(run) / threads_of_node(baseline);
  Efficiency result{file, baseline, {}};
  for (auto const& [name, kernel] : summary_columns)
    for (auto const& row : run.summary.rows)
      if (auto const here = figure(run.summary, kernel, row.l)) {
        auto const there = figure(baseline.summary, kernel, row.l);
        result.rows.push_back({std::string(name), row.l, *here, there, {}});
        if (there)
          result.rows.back().efficiency = *here / *there / threads;
      }
  return result;
}

} // namespace kitt::perf
