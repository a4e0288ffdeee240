// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/label_comparison.hpp"

#include "core/base/error.hpp"
#include "perf/text/table.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace kitt::perf {

namespace {

std::string const& label_of(Results const& run) {
  KITT_VALIDATE(!run.label.empty(),
                fmt::format("{} has no label (--by-label compares runs with different labels): "
                            "give runs that were started with --label",
                            run.name));
  return run.label;
}

using Labelled = std::pair<std::string, Results const*>;

/// Returns the runs by their number of nodes. Runs on equally many nodes keep the order in which
/// they were given.
std::map<int, std::vector<Labelled>> runs_by_nodes(std::vector<Results> const& runs) {
  std::map<int, std::vector<Labelled>> all;
  for (auto const& run : runs) {
    auto& same = all[run.nodes.value_or(0)];
    auto const label = label_of(run);
    for (auto const& [other, before] : same)
      KITT_VALIDATE(other != label,
                    fmt::format("{} and {} have the same label and number of nodes (\"{}\", {}): "
                                "give only one of them",
                                before->name, run.name, label, run.nodes.value_or(0)));
    same.emplace_back(label, &run);
  }
  return all;
}

/// Returns one row for each kernel that both runs have.
std::vector<LabelledKernel> kernels_of(Labelled const& run, Results const& reference,
                                       ComparisonOptions const& options) {
  auto const comparison = compare({reference, *run.second}, options);
  std::vector<LabelledKernel> rows;
  for (auto const& cell : comparison.cells) {
    auto const ratio = ratio_by(cell.figures[1], Measure::node);
    if (!ratio)
      continue;
    auto const& [benchmark, kernel] = std::tie(cell.reference.benchmark, cell.reference.kernel);
    auto row = std::find_if(rows.begin(), rows.end(), [&](LabelledKernel const& one) {
      return one.benchmark == benchmark && one.kernel == kernel;
    });
    if (row == rows.end())
      row =
          rows.insert(row, {run.second->nodes.value_or(0), run.first, benchmark, kernel, 0, 1, {}});
    ++row->cells;
    if (cell.figures[1].ratio_statistic == Statistic::mean)
      row->statistic = Statistic::mean;
    row->speed *= std::pow(*ratio / row->speed, 1 / static_cast<double>(row->cells));
  }
  return rows;
}

} // namespace

LabelComparison compare_labels(std::vector<Results> const& runs, ComparisonOptions const& options) {
  LabelComparison result{.reference = label_of(runs.front()), .kernels = {}};
  for (auto const& [nodes, same] : runs_by_nodes(runs)) {
    auto const reference = std::find_if(same.begin(), same.end(), [&](Labelled const& one) {
      return one.first == result.reference;
    });
    if (reference == same.end())
      continue;
    for (auto const& run : same)
      if (run.first != result.reference) {
        auto const rows = kernels_of(run, *reference->second, options);
        result.kernels.insert(result.kernels.end(), rows.begin(), rows.end());
      }
  }
  KITT_VALIDATE(
      !result.kernels.empty(),
      fmt::format("nothing to compare with \"{}\" (no run with another label is on the same number "
                  "of nodes): give runs of both labels on the same number of nodes",
                  result.reference));
  return result;
}

std::string label_comparison_text(LabelComparison const& comparison) {
  std::size_t label = 5;
  std::size_t kernel = 6;
  for (auto const& row : comparison.kernels) {
    label = std::max(label, row.label.size());
    kernel = std::max(kernel, row.kernel.size());
  }
  std::vector<ColumnOf<LabelledKernel>> const columns{
      {{"Nodes", "", 5}, [](auto& row) { return std::to_string(row.nodes); }},
      {{"Label", "", static_cast<int>(label), Align::left}, [](auto& row) { return row.label; }},
      {{"Kernel", "", static_cast<int>(kernel), Align::left}, [](auto& row) { return row.kernel; }},
      {{"Cells", "", 5}, [](auto& row) { return std::to_string(row.cells); }},
      {{"Speed", "ratio", 7},
       [](auto& row) { return fmt::format("{:.3f}{}", row.speed, mark_of(row.statistic)); }},
      {{"Gain", "%", 6}, [](auto& row) { return fmt::format("{:+.1f}", 100 * (row.speed - 1)); }}};
  return banner(fmt::format(" By label, compared with \"{}\" on the same number of nodes",
                            comparison.reference)) +
         rows_text(columns, comparison.kernels) +
         "Speed: geometric mean of the figures per node divided by those of the reference (inverse "
         "for times). m: from mean times (no medians).\n";
}

} // namespace kitt::perf
