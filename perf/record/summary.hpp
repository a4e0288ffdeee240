// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/cells.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace kitt::perf {

/// The best variant of one kernel at one L.
struct SummaryEntry {
  double mflops_per_node = 0;
  std::string variant;
};
constexpr auto fields_of(SummaryEntry const*) {
  return std::tuple(field("mflops_per_node", &SummaryEntry::mflops_per_node),
                    field("variant", &SummaryEntry::variant));
}

/// One line of the per-node summary table; what was not measured is empty.
struct SummaryRow {
  int l = 0;
  std::optional<SummaryEntry> wilson;
  std::optional<SummaryEntry> dwf4;
  std::optional<SummaryEntry> dwf5;
};
constexpr auto fields_of(SummaryRow const*) {
  return std::tuple(field("l", &SummaryRow::l), field("wilson", &SummaryRow::wilson),
                    field("dwf4", &SummaryRow::dwf4), field("dwf5", &SummaryRow::dwf5));
}

/// The kernels that the table has columns for.
struct SummaryColumn {
  std::string_view kernel;
  std::optional<SummaryEntry> SummaryRow::*entry;
};
inline constexpr std::array summary_columns{SummaryColumn{"Wilson", &SummaryRow::wilson},
                                            SummaryColumn{"DWF4", &SummaryRow::dwf4},
                                            SummaryColumn{"DWF5", &SummaryRow::dwf5}};

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
constexpr auto fields_of(Summary const*) {
  return std::tuple(field("precision", &Summary::precision), field("ls", &Summary::ls).or_null(),
                    field("per_node_table", &Summary::rows),
                    field("comparison_point_mflops_per_node", &Summary::comparison_mflops_per_node),
                    field("dwf4_l16_mflops_per_node", &Summary::dwf4_l16_mflops_per_node),
                    field("robustness", &Summary::robustness));
}

/// Medians, best variant of each, kept up to date cell by cell. Cells of another precision or Ls
/// than those of the last domain-wall cell (of the last cell, if there is none) are left out, and
/// those with narrow links: they compute less exactly than the others.
class SummaryOfCells {
public:
  void add(HoppingCell const& cell);
  Summary summary() const;

private:
  std::optional<double> robustness() const;

  struct Figures {
    SummaryEntry best;
    double worst_fixed = 0; ///< of the variants that are not chosen by measuring
    double best_fixed = 0;
    int fixed = 0;
  };
  using Kernels = std::map<std::string, Figures>;
  /// By precision, Ls (Wilson: 0, it has none of its own) and L.
  std::map<std::tuple<Precision, int, int>, Kernels> figures_;
  int ls_ = 0; ///< of the last domain-wall cell; 0: there is none
  Precision precision_ = Precision::single_precision;
};

Summary summarize_cells(std::vector<HoppingCell> const& cells);

} // namespace kitt::perf
