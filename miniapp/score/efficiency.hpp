// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/extents.hpp"
#include "miniapp/score/score.hpp"
#include "perf/record/record.hpp"
#include "perf/record/scaling_point.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Efficiency of the best variant of one kernel at one L; what the baseline has not got is empty.
struct EfficiencyRow {
  std::string kernel;
  int l = 0;
  double mflops_per_node = 0;
  std::optional<double> baseline_mflops_per_node;
  /// Mflop/s per thread over the baseline's. Where both have as many threads on a node that is
  /// the ratio of the figures per node, under weak scaling as under strong.
  std::optional<double> efficiency;
};
constexpr auto fields_of(EfficiencyRow const*) {
  return kitt::fields(
      field("kernel", &EfficiencyRow::kernel, "kernel").not_empty(),
      field("l", &EfficiencyRow::l, "as asked").at_least(1),
      figure("mflops_per_node", &EfficiencyRow::mflops_per_node, "Mflop/s/node", "of this run")
          .above(0),
      figure("baseline_mflops_per_node", &EfficiencyRow::baseline_mflops_per_node, "Mflop/s/node",
             "null: not measured there")
          .above(0),
      field("efficiency", &EfficiencyRow::efficiency,
            "figure per thread / that of the baseline; null: not measured there")
          .above(0));
}

/// Parallel efficiency of a run against a baseline.
struct Efficiency {
  std::string file; ///< the baseline's, as given
  std::string time; ///< of the baseline: ISO 8601, UTC
  int ranks = 1;    ///< of the baseline, as the next two
  int nodes = 1;
  int threads_per_rank = 1;
  std::vector<EfficiencyRow> rows; ///< by kernel, by L
};
constexpr auto fields_of(Efficiency const*) {
  return kitt::fields(
      field("baseline/file", &Efficiency::file, "as given").not_empty(),
      field("baseline/time", &Efficiency::time, "of its start, ISO 8601, UTC"),
      field("baseline/ranks", &Efficiency::ranks, "number").at_least(1),
      field("baseline/nodes", &Efficiency::nodes, "number").at_least(1),
      field("baseline/threads_per_rank", &Efficiency::threads_per_rank, "number").at_least(1),
      field("rows", &Efficiency::rows, "one per kernel and l of this run"));
}

/// A run of a scaling study.
struct ScoredRun {
  perf::ScalingPoint point;
  Score score;
};
ScoredRun scored_run(perf::RunRecord const& record);

/// Throws UserError for a baseline that is of other work than the run, or says nothing of it.
void check_baseline(std::string const& file, ScoredRun const& baseline, ScoredRun const& run);

/// Returns one row for each kernel and L of the run.
Efficiency efficiency_against(std::string const& file, ScoredRun const& baseline,
                              ScoredRun const& run);

/// From now on, the summary of `record` holds the efficiency against the record in `file`. Throws
/// UserError as RunRecord::read() and check_baseline() do.
void set_baseline(perf::RunRecord& record, std::string const& file);
/// None without a baseline.
std::optional<Efficiency> efficiency_of(perf::RunRecord const& record);

} // namespace kitt::miniapp
