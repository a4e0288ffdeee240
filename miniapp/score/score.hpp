// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "miniapp/score/readings.hpp"
#include "perf/record/record.hpp"
#include "perf/record/rules.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::miniapp {

/// A fixed set of variants from which a figure is made, with its name. The name is printed next to
/// the figure. New variants of the program, and variants that a run leaves out, thus never change a
/// figure silently.
struct VariantSet {
  std::string name;
  std::vector<std::string> variants;
};

/// Returns the set with this name ("itt-1"), or its form for GPUs ("itt-1-gpu") if kernels run on a
/// GPU. `kokkos_backend` is the name of Kokkos' default backend.
VariantSet const& variant_set_of(std::string const& name, std::string const& kokkos_backend);

/// Robustness of a kernel: speed of its slowest variant on this machine, divided by the speed of
/// its fastest variant.
struct Robustness {
  std::string set;                   ///< name of the set
  std::vector<std::string> variants; ///< variants of the set, as they are run
  std::vector<std::string> lacks;    ///< variants of the set that were not measured
  /// Worst figure divided by the best; empty if a variant was not measured.
  std::optional<double> worst_over_best;
};
constexpr auto fields_of(Robustness const*) {
  return kitt::fields(
      field("robustness", &Robustness::worst_over_best,
            "worst / best DWF4 variant of robustness_set at the l of the rules (16 by itt-2017); "
            "null if one variant was not measured")
          .at_most(1),
      field("robustness_set/name", &Robustness::set, "itt-1, itt-1-gpu"),
      field("robustness_set/variants", &Robustness::variants,
            "variants of the set, with both strategies on a split lattice"),
      field("robustness_set/lacks", &Robustness::lacks,
            "variants of the set that were not measured"));
}

/// Returns the robustness. `figures` has the figure of each variant as it was run: "columns-4.4",
/// or on a split lattice with each strategy, "columns-4.4/overlap". Variants outside the set are
/// ignored.
Robustness robustness_of(std::map<std::string, double> const& figures, VariantSet const& set);

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
  perf::Rules rules = perf::default_rules(); ///< rules of the record, which are outside its summary
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
             "mean of DWF4 at the two l of the rules (12 and 16 by itt-2017); null if unknown or "
             "not measured")
          .above(0),
      field(
          "points", &Score::points,
          "mean of each kernel of the rules at the two l of the rules, in each precision; kernels "
          "that were not measured at both l are left out")
          .or_absent(),
      figure("dwf4_l16_mflops_per_node", &Score::dwf4_l16_mflops_per_node, "Mflop/s/node",
             "DWF4 at l = 16 only; null if unknown or not measured")
          .above(0),
      inlined(&Score::robustness),
      field("memory_bandwidth", &Score::memory,
            "fastest axpy at the largest l; null if not measured"),
      field("large_message_bandwidth", &Score::exchange,
            "fastest exchange of the largest faces; null if not measured"));
}

/// Returns the score in the summary of a record.
Score score_of(perf::RunRecord const& record);

/// Returns the summary per node: the table with L, Wilson, DWF4 and DWF5, then memory bandwidth,
/// bandwidth of large messages, comparison point and robustness. If a figure is missing, says what
/// it needs.
std::string score_text(Score const& summary);

} // namespace kitt::miniapp
