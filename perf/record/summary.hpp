// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/cells.hpp"

#include <optional>
#include <vector>

namespace kitt::perf {

/// The best variant of one kernel at one L.
struct SummaryEntry {
  double mflops_per_node = 0;
  std::string variant;
};

/// One line of the per-node summary table; what was not measured is empty.
struct SummaryRow {
  int l = 0;
  std::optional<SummaryEntry> wilson;
  std::optional<SummaryEntry> dwf4;
  std::optional<SummaryEntry> dwf5;
};

/// The score of a run (README.md, "How to read it"). Empty where cells are missing.
struct Summary {
  int ls = 0; ///< of the domain-wall kernels; 0 if there are none
  Precision precision = Precision::single_precision;
  std::vector<SummaryRow> rows; ///< by L
  /// Mean of DWF4 (best variant) at L = 12 and L = 16.
  std::optional<double> comparison_mflops_per_node;
  /// DWF4 (best variant) at L = 16 alone.
  std::optional<double> dwf4_l16_mflops_per_node;
  /// Worst over best of the fixed DWF4 variants at L = 16 (not the tuned one); at least two.
  std::optional<double> robustness;
};

/// Medians, best variant of each. Cells of another precision or Ls than those of the last
/// domain-wall cell (of the last cell, if there is none) are left out.
Summary summarize_cells(std::vector<HoppingCell> const& cells);

} // namespace kitt::perf
