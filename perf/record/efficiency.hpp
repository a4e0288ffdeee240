// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/extents.hpp"
#include "perf/record/summary.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// One point of a scaling study: as much of a run as parallel efficiency depends on.
struct ScalingPoint {
  std::string time; ///< of the start: ISO 8601, UTC
  std::string cpu_model = "unknown";
  int ranks = 1;
  int nodes = 1;
  int threads_per_rank = 1;
  Precision precision = Precision::single_precision;
  int ls = 1;
  int flops_per_site = 1344;
  std::string volume_convention;             ///< "per node", "per rank", "whole job"
  std::optional<Extents> global_volume = {}; ///< where that is what was given
  Summary summary;
};
/// Where a record has them. Its summary follows from its cells.
constexpr auto fields_of(ScalingPoint const*) {
  return kitt::fields(
      field("provenance/time", &ScalingPoint::time),
      field("topology/cpu_model", &ScalingPoint::cpu_model).or_null(),
      field("configuration/ranks", &ScalingPoint::ranks),
      field("configuration/nodes", &ScalingPoint::nodes),
      field("configuration/threads_per_rank", &ScalingPoint::threads_per_rank),
      field("configuration/precision", &ScalingPoint::precision),
      field("configuration/ls", &ScalingPoint::ls),
      field("configuration/conventions/flops_per_site", &ScalingPoint::flops_per_site),
      field("configuration/conventions/volume", &ScalingPoint::volume_convention),
      field("configuration/global_volume", &ScalingPoint::global_volume).since_later());
}

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
  return kitt::fields(field("kernel", &EfficiencyRow::kernel), field("l", &EfficiencyRow::l),
                      field("mflops_per_node", &EfficiencyRow::mflops_per_node),
                      field("baseline_mflops_per_node", &EfficiencyRow::baseline_mflops_per_node),
                      field("efficiency", &EfficiencyRow::efficiency));
}

/// Efficiency of a run against one on fewer ranks.
struct Efficiency {
  std::string file; ///< the baseline's, as given
  ScalingPoint baseline;
  std::vector<EfficiencyRow> rows; ///< by kernel, by L
};
constexpr auto fields_of(Efficiency const*) {
  return kitt::fields(
      field("baseline/file", &Efficiency::file),
      derived("baseline/time", [](Efficiency const& e) { return e.baseline.time; }),
      derived("baseline/ranks", [](Efficiency const& e) { return e.baseline.ranks; }),
      derived("baseline/nodes", [](Efficiency const& e) { return e.baseline.nodes; }),
      derived("baseline/threads_per_rank",
              [](Efficiency const& e) { return e.baseline.threads_per_rank; }),
      field("rows", &Efficiency::rows));
}

/// Throws UserError, naming `file`, where the baseline did not do the same work on the same kind
/// of machine, had more nodes, or measured no hopping term; or where `run` is of one rank.
void check_baseline(std::string const& file, ScalingPoint const& baseline, ScalingPoint const& run);

/// Efficiency of two runs that fit each other (check_baseline).
Efficiency efficiency_against(std::string const& file, ScalingPoint const& baseline,
                              ScalingPoint const& run);

} // namespace kitt::perf
