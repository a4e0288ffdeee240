// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/compare/comparison.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kitt::perf {

inline constexpr int label_comparison_schema_version = 1; ///< Version of the document.

/// One kernel of the runs with one label, beside those with the reference's on as many nodes.
struct LabelledKernel {
  int nodes = 0;
  std::string label;
  std::string benchmark;
  std::string kernel;
  std::size_t cells = 0; ///< compared
  /// Geometric mean of the cells' ratios per node, of times their inverse: above 1 is faster.
  double speed = 0;
  Statistic statistic = Statistic::median; ///< the mean if one of the ratios compares means
};
constexpr auto fields_of(LabelledKernel const*) {
  return kitt::fields(
      field("nodes", &LabelledKernel::nodes), field("label", &LabelledKernel::label),
      field("benchmark", &LabelledKernel::benchmark), field("kernel", &LabelledKernel::kernel),
      field("cells", &LabelledKernel::cells), field("speed", &LabelledKernel::speed),
      field("statistic", &LabelledKernel::statistic));
}

/// What a setting does by number of nodes: runs with different labels, the first one's label being
/// the reference (`--label "routing off"` and `"routing on"`, each on 32, 64... nodes).
struct LabelComparison {
  std::string reference;
  std::vector<LabelledKernel> kernels; ///< by nodes, then in the order of runs and cells
};

/// Throws UserError if a run has no label, two have the same label and number of nodes, or no
/// number of nodes has a run of the reference's label and one of another; and as compare().
LabelComparison compare_labels(std::vector<Results> const& runs, ComparisonOptions const& options);

/// As a table, and as a document (perf/schema/kitt-labels-1.schema.json).
std::string label_comparison_text(LabelComparison const& comparison);
Json label_comparison_json(LabelComparison const& comparison);

} // namespace kitt::perf
