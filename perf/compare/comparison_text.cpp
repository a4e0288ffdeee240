// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/comparison.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace kitt::perf {

namespace {

using Status = ComparedFigure::Status;

std::string ratio_text(std::optional<double> const& ratio, std::optional<Statistic> statistic) {
  return fixed(ratio, 3) + (ratio ? mark_of(statistic) : "");
}

std::string or_dash(std::optional<int> const& count) {
  return count ? std::to_string(*count) : "-";
}

/// Returns the benchmarks for which the reference and at least one other operand have a common
/// cell.
std::vector<Benchmark> compared_benchmarks(Comparison const& comparison) {
  std::vector<Benchmark> compared;
  for (auto const& benchmark : benchmarks())
    for (std::size_t i = 1; i < comparison.operands.size(); ++i)
      if (comparison.geometric_mean(i, std::string(benchmark.name), Measure::node)) {
        compared.push_back(benchmark);
        break;
      }
  return compared;
}

/// Returns the summary of one operand's ratios: a row for each measure that is known.
std::string headline_rows(Table const& table, Comparison const& comparison, std::size_t i) {
  auto const& head = comparison.headlines[i];
  std::string text;
  for (auto const measure : measures) {
    bool const first = measure == Measure::node;
    std::vector<std::string> row{
        first ? letter(i) : "", to_string(measure),
        ratio_text(comparison.comparison_ratio(i, measure), head.comparison_statistic)};
    bool known = first;
    for (auto const& benchmark : compared_benchmarks(comparison)) {
      auto const mean = comparison.geometric_mean(i, std::string(benchmark.name), measure);
      known = known || mean.has_value();
      row.push_back(ratio_text(mean, comparison.statistic_of(i, std::string(benchmark.name))));
    }
    row.push_back(first ? std::to_string(head.compared) : "");
    row.push_back(first && head.compared > 0
                      ? fmt::format("{:.3f} {} to {:.3f} {}", head.lowest, head.lowest_cell,
                                    head.highest, head.highest_cell)
                      : "");
    if (known)
      text += table.row(row);
  }
  return text;
}

std::string headline_text(Comparison const& comparison) {
  std::vector<Column> columns{
      {"", "", 1, Align::left}, {"Ratio to A", "", 10, Align::left}, {"Comp.", "point", 6}};
  for (auto const& benchmark : compared_benchmarks(comparison))
    columns.push_back({std::string(benchmark.word), "geom. mean", 10});
  columns.push_back({"Cells", "", 5});
  columns.push_back({"lowest and highest", "", 18, Align::left});
  Table const table(columns);
  auto text = table.header();
  for (std::size_t i = 1; i < comparison.operands.size(); ++i)
    text += headline_rows(table, comparison, i);
  return text;
}

/// Returns one line for each operand with its points, or with the reason why it has none.
std::string points_text(Comparison const& comparison) {
  auto const& rules = rules_named(comparison.operands.front().rules);
  std::string text;
  for (std::size_t i = 0; i < comparison.operands.size(); ++i) {
    auto const& head = comparison.headlines[i];
    std::vector<std::string> points;
    for (auto const& point : head.points)
      points.push_back(
          fmt::format("{} {} {:.0f}", point.kernel, kitt::to_string(point.precision), point.value) +
          (i == 0 ? "" : fmt::format(" ({})", ratio_text(point.ratio, point.statistic))));
    if (!head.points_refused.empty())
      text += fmt::format("{} comparison point: refused ({})\n", letter(i), head.points_refused);
    else if (!points.empty())
      text += fmt::format("{} {}: {}\n", letter(i), i == 0 ? "points" : "points (ratio to A)",
                          fmt::join(points, ", "));
  }
  if (text.empty())
    return text;
  return fmt::format("\nPoints by {}: means of L = {} and {}, in Mflop/s per node\n{}", rules.name,
                     rules.point_l[0], rules.point_l[1], text);
}

std::string verdict_text(Comparison const& comparison, std::size_t i) {
  auto const& head = comparison.headlines[i];
  if (!comparison.options.fail_below.given())
    return {};
  if (head.below > 0)
    return fmt::format(" {} FAILED: {} of {} cells are below the tolerance\n", letter(i),
                       head.below, comparison.cells.size());
  if (head.undecided > 0)
    return fmt::format(
        " {} UNDECIDED: {} of {} cells are not the same work (see below): leave them "
        "out with --kernels or --L, or give results of the same work\n",
        letter(i), head.undecided, comparison.cells.size());
  return fmt::format(" {} passed\n", letter(i));
}

/// Returns the sources of the operands, each source once: "A, B: the page".
std::string sources_text(Comparison const& comparison) {
  std::vector<std::optional<std::string>> sources;
  for (auto const& operand : comparison.operands)
    sources.emplace_back(operand.source);
  std::string text;
  for (auto const& [letters, source] : texts_by_letters(sources))
    text += fmt::format("{}: {}\n", letters, source);
  return text;
}

/// Returns the robustness and its set of variants: "0.452 (itt-1)".
std::string robustness_text(Results const& results) {
  auto const figure = fixed(results.robustness, 3);
  return results.robustness && !results.robustness_set.empty()
             ? fmt::format("{} ({})", figure, results.robustness_set)
             : figure;
}

std::string operands_text(Comparison const& comparison) {
  std::size_t width = 0;
  for (auto const& operand : comparison.operands)
    width = std::max(width, operand.name.size());
  Table const table({{"", "", 1, Align::left},
                     {"Results", "", static_cast<int>(width), Align::left},
                     {"Nodes", "", 5},
                     {"Nodes", "x.y.z.t", 7},
                     {"Ranks", "per node", 8},
                     {"Cores", "per node", 8},
                     {"Comp. point", "Mflop/s/node", 12},
                     {"Robustness", "(variants)", 13},
                     {"what", "", 4, Align::left}});
  auto text = table.header();
  for (std::size_t i = 0; i < comparison.operands.size(); ++i) {
    auto const& o = comparison.operands[i];
    auto const& point = comparison.headlines[i].comparison_point;
    text += table.row({letter(i), o.name, or_dash(o.nodes),
                       o.node_grid ? grid_text(*o.node_grid) : "-", or_dash(o.ranks_per_node),
                       or_dash(o.cores_per_node), fixed(point, 0), robustness_text(o), o.title});
  }
  return text + sources_text(comparison);
}

/// Returns the cells of one operand that have a given note: "axpy L = 8, 12; halo xyzt L = 4".
std::string cells_with(Comparison const& comparison, std::size_t i, std::string const& note) {
  std::string text;
  std::string kernel;
  for (auto const& cell : comparison.cells) {
    if (cell.figures[i].note != note)
      continue;
    if (cell.reference.kernel == kernel)
      text += fmt::format(", {}", cell.reference.l);
    else
      text += (text.empty() ? "" : "; ") + cell_name(cell.reference);
    kernel = cell.reference.kernel;
  }
  return text;
}

/// Returns one line for each reason why cells are missing or were converted.
std::string notes_text(Comparison const& comparison) {
  static std::map<Status, std::string> const words{{Status::compared, "converted (*)"},
                                                   {Status::refused, "refused, not the same work"},
                                                   {Status::failed, "failed"},
                                                   {Status::missing, "without"}};
  std::string text;
  for (std::size_t i = 1; i < comparison.operands.size(); ++i) {
    std::map<std::string, Status> reasons;
    for (auto const& cell : comparison.cells)
      if (!cell.figures[i].note.empty())
        reasons.emplace(cell.figures[i].note, cell.figures[i].status);
    for (auto const& [note, status] : reasons)
      text += fmt::format("{} {}: {} ({})\n", letter(i), words.at(status),
                          cells_with(comparison, i, note), note);
  }
  return text;
}

std::string tolerance_text(Tolerances const& tolerances) {
  if (!tolerances.given())
    return {};
  std::string text = "<  below the tolerance; the ratio per node must be at least:";
  if (tolerances.any)
    text += fmt::format(" {}", *tolerances.any);
  for (auto const& [kernel, lowest] : tolerances.of_kernel)
    text += fmt::format(" {}={}", kernel, lowest);
  return text + '\n';
}

/// Returns the tables of all benchmarks, followed by their notes.
std::string cells_text(Comparison const& comparison) {
  std::string text =
      "Figures are from median times (m: from mean times, if one side has no median). A ratio "
      "above 1 is better than A.\n+- is the standard error of the mean; for a ratio it includes "
      "the known errors of both sides. !: +- is above 5 %.\n";
  for (auto const& benchmark : benchmarks())
    text += comparison_cells_text(comparison, std::string(benchmark.name));
  auto const notes = notes_text(comparison) + tolerance_text(comparison.options.fail_below);
  return text + (notes.empty() ? "" : '\n' + notes);
}

} // namespace

std::string comparison_text(Comparison const& comparison) {
  auto text = banner(fmt::format(" Comparison with A, {}", comparison.operands.front().name));
  bool const cells = !comparison.cells.empty(); // otherwise only profiles are compared
  if (cells)
    text += headline_text(comparison) + points_text(comparison);
  for (std::size_t i = 1; i < comparison.operands.size(); ++i)
    text += verdict_text(comparison, i);
  text += (cells ? "\n" : "") + operands_text(comparison);
  text += run_differences_text(comparison.differences);
  if (cells)
    text += cells_text(comparison);
  return text + routine_shares_text(comparison.routines);
}

} // namespace kitt::perf
