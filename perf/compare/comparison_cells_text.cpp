// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/comparison.hpp"
#include "perf/record/kernels.hpp"
#include "perf/text/table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace kitt::perf {

namespace {

using Status = ComparedFigure::Status;

std::string figure_text(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string ratio_text(std::optional<double> const& ratio) {
  return ratio ? fmt::format("{:.3f}", *ratio) : "-";
}

std::string error_text(std::optional<double> const& error) {
  return error ? fmt::format("{:.1f}", 100 * *error) : "-";
}

/// The table of one benchmark's cells; columns that no cell fills are left out.
class CellTable {
public:
  CellTable(Comparison const& comparison, std::string const& benchmark)
      : comparison_(comparison), benchmark_(benchmark),
        errors_(any([](auto const& f) { return f.error.has_value(); })),
        per_core_(fits() && any([](auto const& f) { return f.ratio_per_core.has_value(); })),
        per_watt_(fits() && any([](auto const& f) { return f.ratio_per_watt.has_value(); })) {}

  std::string text() const {
    Table const table(columns());
    std::string rows;
    for (auto const& cell : comparison_.cells)
      if (cell.reference.benchmark == benchmark_ && !lacks_all(cell))
        rows += table.row(row(cell));
    if (rows.empty())
      return {};
    auto const& benchmark = benchmark_named(benchmark_);
    return fmt::format("\n {}, {}\n{}{}", benchmark.what, benchmark.figures, table.header(), rows);
  }

private:
  /// No operand has it but the reference: the notes below the tables say so.
  static bool lacks_all(ComparedCell const& cell) {
    return std::all_of(cell.figures.begin() + 1, cell.figures.end(),
                       [](auto const& figure) { return figure.status == Status::missing; });
  }

  /// Where operands are many the headline alone gives ratios per core and per watt.
  bool fits() const {
    constexpr std::size_t most = 3;
    return comparison_.operands.size() <= most;
  }

  template <class Test>
  bool any(Test test) const {
    for (auto const& cell : comparison_.cells)
      for (std::size_t i = 1; i < cell.figures.size(); ++i)
        if (cell.reference.benchmark == benchmark_ && test(cell.figures[i]))
          return true;
    return false;
  }

  std::vector<Column> columns() const {
    std::vector<Column> columns{{"Kernel", "", 9, Align::left}, {"L", "", 3}, {"Ls", "", 3}};
    columns.push_back({"Prec.", "", 6, Align::left});
    columns.push_back({"A", "", 8});
    if (errors_)
      columns.push_back({"+-", "%", 4});
    for (std::size_t i = 1; i < comparison_.operands.size(); ++i) {
      columns.push_back({letter(i), "", 9});
      columns.push_back({letter(i) + "/A", "", 7});
      if (errors_)
        columns.push_back({"+-", "%", 4});
      if (per_core_)
        columns.push_back({letter(i) + "/A", "per core", 8});
      if (per_watt_)
        columns.push_back({letter(i) + "/A", "per watt", 8});
    }
    columns.push_back({"variants", "", 8, Align::left});
    return columns;
  }

  std::vector<std::string> row(ComparedCell const& cell) const {
    auto const& key = cell.reference;
    auto const& first = cell.figures.front();
    std::vector<std::string> texts{key.kernel, std::to_string(key.l),
                                   key.ls ? std::to_string(*key.ls) : "-", to_string(key.precision),
                                   figure_text(first.value)};
    if (errors_)
      texts.push_back(error_text(first.error));
    for (std::size_t i = 1; i < cell.figures.size(); ++i)
      add(texts, cell.figures[i]);
    texts.push_back(variants(cell));
    return texts;
  }

  void add(std::vector<std::string>& texts, ComparedFigure const& figure) const {
    static std::map<Status, std::string> const words{
        {Status::refused, "refused"}, {Status::failed, "FAILED"}, {Status::missing, "-"}};
    texts.push_back(figure.status == Status::compared
                        ? figure_text(figure.value) + (figure.converted ? "*" : "")
                        : words.at(figure.status));
    texts.push_back(ratio_text(ratio_by(figure, Measure::node)) + (figure.below ? " <" : ""));
    if (errors_)
      texts.push_back(error_text(figure.error));
    if (per_core_)
      texts.push_back(ratio_text(figure.ratio_per_core));
    if (per_watt_)
      texts.push_back(ratio_text(figure.ratio_per_watt));
  }

  /// "A: tuned, B: two-rows-stream", or the one that all have.
  std::string variants(ComparedCell const& cell) const {
    if (comparison_.options.filter.all_variants)
      return cell.reference.variant;
    auto const& first = cell.figures.front().variant;
    if (std::all_of(cell.figures.begin(), cell.figures.end(),
                    [&](auto const& figure) { return figure.variant == first; }))
      return first;
    std::string text;
    for (std::size_t i = 0; i < cell.figures.size(); ++i)
      if (auto const& variant = cell.figures[i].variant; !variant.empty())
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", letter(i), variant);
    return text;
  }

  Comparison const& comparison_;
  std::string benchmark_;
  bool errors_;
  bool per_core_;
  bool per_watt_;
};

} // namespace

std::string comparison_cells_text(Comparison const& comparison, std::string const& benchmark) {
  return CellTable(comparison, benchmark).text();
}

} // namespace kitt::perf
