// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/cell.hpp"
#include "perf/record/hopping_cell.hpp"
#include "perf/record/message_cell.hpp"
#include "perf/record/message_curves.hpp"
#include "perf/record/readings.hpp"
#include "perf/record/stencil_cell.hpp"
#include "perf/record/stencil_curves.hpp"
#include "perf/record/variant_set.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace kitt::perf {

/// The best variant of one kernel at one L.
struct SummaryEntry {
  double mflops_per_node = 0;
  std::string variant;
};
constexpr auto fields_of(SummaryEntry const*) {
  return kitt::fields(field("mflops_per_node", &SummaryEntry::mflops_per_node),
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
  return kitt::fields(field("l", &SummaryRow::l), field("wilson", &SummaryRow::wilson),
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
  Robustness robustness; ///< of DWF4 at L = 16; never of what a search found (`tuned`)
  std::optional<MemoryReading> memory;
  std::optional<ExchangeReading> exchange;
  std::optional<MessageSummary> messages;
  std::vector<StencilCurve> stencil;
};
constexpr auto fields_of(Summary const*) {
  return kitt::fields(
      field("precision", &Summary::precision), field("ls", &Summary::ls).or_null(),
      field("per_node_table", &Summary::rows),
      field("comparison_point_mflops_per_node", &Summary::comparison_mflops_per_node),
      field("dwf4_l16_mflops_per_node", &Summary::dwf4_l16_mflops_per_node),
      inlined(&Summary::robustness), field("memory_bandwidth", &Summary::memory).since_later(),
      field("large_message_bandwidth", &Summary::exchange).since_later(),
      field("messages", &Summary::messages).or_absent(),
      field("stencil", &Summary::stencil).or_absent());
}

/// Medians, best variant of each, kept up to date cell by cell. Cells of another precision or Ls
/// than those of the last domain-wall cell (of the last cell, if there is none) are left out, and
/// those with narrow links: they compute less exactly than the others.
class SummaryOfCells {
public:
  /// `set`: the variants that robustness is made of; `between`: who exchanges faces.
  SummaryOfCells(VariantSet const& set, std::string between)
      : set_(&set), between_(std::move(between)) {}

  /// One without a figure adds nothing.
  void add(Cell const& cell);
  Summary summary() const;

private:
  void add_hopping(HoppingCell const& cell);
  Robustness robustness() const;

  struct Figures {
    SummaryEntry best;
    std::map<std::string, double> fixed; ///< by variant, of those that are not chosen by measuring
  };
  using Kernels = std::map<std::string, Figures>;
  VariantSet const* set_;
  std::string between_;
  std::optional<MemoryReading> memory_;
  std::optional<ExchangeReading> exchange_;
  std::vector<MessageCell> messages_;
  std::vector<StencilCell> stencil_;
  /// Figures by precision, Ls (Wilson: 0, it has none of its own) and L.
  std::map<std::tuple<Precision, int, int>, Kernels> figures_;
  int ls_ = 0; ///< of the last domain-wall cell; 0: there is none
  Precision precision_ = Precision::single_precision;
};

} // namespace kitt::perf
