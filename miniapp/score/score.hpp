// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/score/readings.hpp"
#include "miniapp/score/variant_set.hpp"
#include "perf/record/record.hpp"
#include "perf/record/rules.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::miniapp {

/// Best variant of one kernel at one L.
struct ScoreEntry {
  double mflops_per_node = 0;
  std::string variant;
};
constexpr auto fields_of(ScoreEntry const*) {
  return kitt::fields(figure("mflops_per_node", &ScoreEntry::mflops_per_node, "Mflop/s/node",
                             "median, 10^6 flop/s per node")
                          .above(0),
                      field("variant", &ScoreEntry::variant, "its name"));
}

/// One row of the summary table per node. Kernels that were not measured are empty.
struct ScoreRow {
  int l = 0;
  std::optional<ScoreEntry> wilson;
  std::optional<ScoreEntry> dwf4;
  std::optional<ScoreEntry> dwf5;
};
constexpr auto fields_of(ScoreRow const*) {
  return kitt::fields(field("l", &ScoreRow::l, "local extent").at_least(1),
                      field("wilson", &ScoreRow::wilson, "best variant; null if not measured"),
                      field("dwf4", &ScoreRow::dwf4, "best variant; null if not measured"),
                      field("dwf5", &ScoreRow::dwf5, "best variant; null if not measured"));
}

/// A kernel that has a column in the table.
struct ScoreColumn {
  std::string_view kernel;
  std::optional<ScoreEntry> ScoreRow::*entry;
};
inline constexpr std::array score_columns{ScoreColumn{"Wilson", &ScoreRow::wilson},
                                          ScoreColumn{"DWF4", &ScoreRow::dwf4},
                                          ScoreColumn{"DWF5", &ScoreRow::dwf5}};

/// Mean of the best variants of a kernel at the two sizes of the rules.
struct ScorePoint {
  std::string kernel;
  perf::Precision precision = perf::Precision::single_precision;
  double mflops_per_node = 0;
};
constexpr auto fields_of(ScorePoint const*) {
  return kitt::fields(field("kernel", &ScorePoint::kernel, "name of the kernel"),
                      field("precision", &ScorePoint::precision, "precision of its fields"),
                      figure("mflops_per_node", &ScorePoint::mflops_per_node, "Mflop/s/node",
                             "mean of the best variants at both sizes")
                          .above(0));
}

/// Score of a run (README.md, "How to read it"). Members are empty if their cells are missing.
struct Score {
  int ls = 0; ///< Ls of the domain-wall kernels; 0 without domain-wall kernels
  perf::Precision precision = perf::Precision::single_precision;
  std::vector<ScoreRow> rows;                ///< rows of the summary table, sorted by L
  perf::Rules rules = perf::default_rules(); ///< rules of the record; not a part of its summary
  /// Points of all kernels of the rules that were measured at both sizes.
  std::vector<ScorePoint> points = {};
  /// Mean of DWF4 (best variant) at the two sizes of the rules.
  std::optional<double> comparison_mflops_per_node;
  /// DWF4 (best variant) at L = 16.
  std::optional<double> dwf4_l16_mflops_per_node;
  /// Robustness of DWF4 at the size of the rules; the result of a search (`tuned`) is never
  /// included.
  Robustness robustness;
  std::optional<MemoryReading> memory;
  std::optional<ExchangeReading> exchange;
};
constexpr auto fields_of(Score const*) {
  return kitt::fields(
      field("precision", &Score::precision, "precision of the cells in the table"),
      field("ls", &Score::ls, "Ls of the domain-wall kernels; null if unknown or not measured")
          .at_least(1)
          .or_null(),
      field("per_node_table", &Score::rows, "one row for each l"),
      figure("comparison_point_mflops_per_node", &Score::comparison_mflops_per_node, "Mflop/s/node",
             "mean of DWF4 at the two l of the rules (12 and 16 by itt-2017); null: unknown or "
             "not measured")
          .above(0),
      field("points", &Score::points,
            "for each kernel of the rules and precision, mean of the kernel at the two l of the "
            "rules; without kernels that were not measured at both")
          .since_later(),
      figure("dwf4_l16_mflops_per_node", &Score::dwf4_l16_mflops_per_node, "Mflop/s/node",
             "DWF4 at l = 16 alone; null: unknown or not measured")
          .above(0),
      inlined(&Score::robustness),
      field("memory_bandwidth", &Score::memory,
            "fastest axpy at the largest l; null if not measured")
          .since_later(),
      field("large_message_bandwidth", &Score::exchange,
            "fastest exchange of the largest faces; null if not measured")
          .since_later());
}

/// Returns the score in the summary of a record.
Score score_of(perf::RunRecord const& record);

} // namespace kitt::miniapp
