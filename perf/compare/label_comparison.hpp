// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/compare/comparison.hpp"
#include "perf/json/document_version.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kitt::perf {

/// One kernel of the runs with one label, compared with the reference label on the same number of
/// nodes.
struct LabelledKernel {
  int nodes = 0;
  std::string label;
  std::string benchmark;
  std::string kernel;
  std::size_t cells = 0; ///< number of cells compared
  /// Geometric mean of the cells' ratios per node (inverse for times). Above 1 is faster.
  double speed = 0;
  /// Statistic behind the ratios: mean if one of them compares means.
  Statistic statistic = Statistic::median;
};
constexpr auto fields_of(LabelledKernel const*) {
  return kitt::fields(
      field("nodes", &LabelledKernel::nodes, "number of nodes of this run and of the reference"),
      field("label", &LabelledKernel::label, "label of the run"),
      field("benchmark", &LabelledKernel::benchmark, "benchmark of the cells")
          .one_of(benchmark_names),
      field("kernel", &LabelledKernel::kernel, "kernel of the cells"),
      field("cells", &LabelledKernel::cells, "number of cells that were compared").at_least(1),
      field("speed", &LabelledKernel::speed,
            "geometric mean of the cells' figures per node divided by the reference's (inverse for "
            "times); above 1 is faster")
          .above(0),
      field("statistic", &LabelledKernel::statistic,
            "statistic of the times behind the ratios: mean if one of them has no median"));
}

/// Effect of a setting on different numbers of nodes. Runs with different labels are compared, for
/// example `--label "routing off"` and `"routing on"`, each on 32, 64... nodes. The label of the
/// first run is the reference. `kitt schema labels` prints the schema of the document.
struct LabelComparison {
  std::string reference;
  /// Rows sorted by nodes, then in the order of runs and cells.
  std::vector<LabelledKernel> kernels;
};
constexpr auto fields_of(LabelComparison const*) {
  return kitt::fields(version_field<LabelComparison>(),
                      field("reference", &LabelComparison::reference,
                            "label that the others are compared with: the label of the first run"),
                      field("kernels", &LabelComparison::kernels,
                            "one row for each number of nodes, other label and kernel")
                          .not_empty());
}

/// Compares runs by label. Throws UserError if a run has no label, if two runs have the same label
/// and number of nodes, or if no number of nodes has both the reference label and another one. Also
/// throws UserError for the same reasons as compare().
LabelComparison compare_labels(std::vector<Results> const& runs, ComparisonOptions const& options);

/// Returns the tables of a comparison by label, as whole lines.
std::string label_comparison_text(LabelComparison const& comparison);

} // namespace kitt::perf
