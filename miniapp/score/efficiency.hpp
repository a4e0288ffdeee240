// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/lattice.hpp"
#include "miniapp/score/score.hpp"
#include "perf/record/record.hpp"
#include "perf/record/scaling_point.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Efficiency of the best variant of one kernel at one L. Figures that the baseline lacks are
/// empty.
struct EfficiencyRow {
  std::string kernel;
  int l = 0;
  double mflops_per_node = 0;
  std::optional<double> baseline_mflops_per_node;
  /// Mflop/s per thread divided by Mflop/s per thread of the baseline. If both have equally many
  /// threads on a node, the efficiency is the ratio of the figures per node, for weak and for
  /// strong scaling.
  std::optional<double> efficiency;
};
constexpr auto fields_of(EfficiencyRow const*) {
  return kitt::fields(field("kernel", &EfficiencyRow::kernel, "kernel").not_empty(),
                      field("l", &EfficiencyRow::l, "L as given by the user").at_least(1),
                      figure("mflops_per_node", &EfficiencyRow::mflops_per_node, "Mflop/s/node",
                             "figure of this run")
                          .above(0),
                      figure("baseline_mflops_per_node", &EfficiencyRow::baseline_mflops_per_node,
                             "Mflop/s/node", "figure of the baseline; null if not measured there")
                          .above(0),
                      field("efficiency", &EfficiencyRow::efficiency,
                            "figure per thread divided by the figure per thread of the baseline; "
                            "null if not measured there")
                          .above(0));
}

/// Parallel efficiency of a run relative to a baseline.
struct Efficiency {
  std::string file; ///< file name of the baseline, as given
  std::string time; ///< time at which the baseline started: ISO 8601, UTC
  int ranks = 1;    ///< ranks of the baseline; the next two members also describe the baseline
  int nodes = 1;
  int threads_per_rank = 1;
  std::vector<EfficiencyRow> rows; ///< efficiencies, sorted by kernel, then by L
};
constexpr auto fields_of(Efficiency const*) {
  return kitt::fields(
      field("baseline/file", &Efficiency::file, "file of the baseline, as given").not_empty(),
      field("baseline/time", &Efficiency::time, "start of the baseline, ISO 8601, UTC"),
      field("baseline/ranks", &Efficiency::ranks, "number of ranks of the baseline").at_least(1),
      field("baseline/nodes", &Efficiency::nodes, "number of nodes of the baseline").at_least(1),
      field("baseline/threads_per_rank", &Efficiency::threads_per_rank,
            "threads of each rank of the baseline")
          .at_least(1),
      field("rows", &Efficiency::rows, "one row for each kernel and l of this run"));
}

/// One run of a scaling study.
struct ScoredRun {
  perf::ScalingPoint point;
  Score score;
};
ScoredRun scored_run(perf::RunRecord const& record);

/// Throws UserError if the baseline has other work than the run, or no figures.
void check_baseline(std::string const& file, ScoredRun const& baseline, ScoredRun const& run);

/// Returns one row for each kernel and L of the run.
Efficiency efficiency_against(std::string const& file, ScoredRun const& baseline,
                              ScoredRun const& run);

/// Stores the efficiency relative to the record in `file` in the summary of `record`, also for
/// cells added later. Throws UserError like RunRecord::read() and check_baseline().
void set_baseline(perf::RunRecord& record, std::string const& file);
/// Returns the efficiency in the summary, or an empty optional without a baseline.
std::optional<Efficiency> efficiency_of(perf::RunRecord const& record);

/// Returns the table "Efficiency against FILE", one row per kernel and L.
std::string efficiency_text(Efficiency const& efficiency);

} // namespace kitt::miniapp
