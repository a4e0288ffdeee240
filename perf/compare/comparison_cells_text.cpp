// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/comparison.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/doubts.hpp"
#include "perf/results/work.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace kitt::perf {

namespace {

using Status = ComparedFigure::Status;

std::string figure_text(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string value_text(ComparedFigure const& figure) {
  static std::map<Status, std::string> const words{
      {Status::refused, "refused"}, {Status::failed, "FAILED"}, {Status::missing, "-"}};
  return figure.status == Status::compared
             ? figure_text(figure.value) + mark_of(figure.statistic) + (figure.converted ? "*" : "")
             : words.at(figure.status);
}

/// Returns the error of a figure, marked as in the tables of a run.
std::string error_text(ComparedFigure const& figure) {
  Statistics seconds;
  seconds.mean = 1;
  seconds.standard_error = figure.error.value_or(0);
  return percent(figure.error) + (is_uncertain(seconds) ? '!' : ' ');
}

std::string node_ratio_text(ComparedFigure const& figure) {
  if (figure.status != Status::compared)
    return fixed(std::nullopt, 3);
  return fixed(figure.ratio, 3) + mark_of(figure.ratio_statistic) + (figure.below ? " <" : "");
}

/// Table of the cells of one benchmark. Columns without any value are left out.
class CellTable {
public:
  CellTable(Comparison const& comparison, std::string const& benchmark)
      : comparison_(comparison), benchmark_(benchmark),
        errors_(any([](auto const& f) { return f.error.has_value(); })),
        per_core_(fits() && any([](auto const& f) { return f.ratio_per_core.has_value(); })),
        per_watt_(fits() && any([](auto const& f) { return f.ratio_per_watt.has_value(); })) {}

  std::string text() const {
    auto const columns = this->columns();
    std::string rows;
    for (auto const& cell : comparison_.cells)
      if (cell.reference.benchmark == benchmark_ && !lacks_all(cell))
        rows += row_of(columns, cell);
    if (rows.empty())
      return {};
    auto const& benchmark = benchmark_named(benchmark_);
    return fmt::format("\n {}, {}\n{}{}", benchmark.what, benchmark.figures,
                       table_of(columns).header(), rows);
  }

private:
  /// Returns true if only the reference has this cell. The notes below the tables say so.
  static bool lacks_all(ComparedCell const& cell) {
    return std::all_of(cell.figures.begin() + 1, cell.figures.end(),
                       [](auto const& figure) { return figure.status == Status::missing; });
  }

  /// Returns true if the table has room for ratios per core and per watt. With many operands, only
  /// the summary shows ratios per core and per watt.
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

  bool any_lattice() const {
    return std::any_of(comparison_.cells.begin(), comparison_.cells.end(), [&](auto const& c) {
      return c.reference.benchmark == benchmark_ && has_lattice(c.reference);
    });
  }

  int kernel_width() const {
    std::size_t width = 9;
    for (auto const& cell : comparison_.cells)
      if (cell.reference.benchmark == benchmark_)
        width = std::max(width, cell.reference.kernel.size());
    return static_cast<int>(width);
  }

  std::vector<ColumnOf<ComparedCell>> columns() const {
    std::vector<ColumnOf<ComparedCell>> columns{
        {{"Kernel", "", kernel_width(), Align::left}, [](auto& c) { return c.reference.kernel; }}};
    if (any_lattice())
      add_lattice(columns);
    for (std::size_t i = 0; i < comparison_.operands.size(); ++i)
      add_operand(columns, i);
    columns.push_back({{"variants", "", 8, Align::left}, [this](auto& c) { return variants(c); }});
    return columns;
  }

  static void add_lattice(std::vector<ColumnOf<ComparedCell>>& columns) {
    columns.push_back({{"L", "", 3}, [](auto& c) { return std::to_string(c.reference.l); }});
    columns.push_back({{"Ls", "", 3}, [](auto& c) {
                         return c.reference.ls ? std::to_string(*c.reference.ls) : "-";
                       }});
    columns.push_back(
        {{"Prec.", "", 6, Align::left}, [](auto& c) { return to_string(c.reference.precision); }});
  }

  /// Adds the columns of one operand. The first operand is the reference and has no ratio.
  void add_operand(std::vector<ColumnOf<ComparedCell>>& columns, std::size_t i) const {
    auto const add = [&](Column const& column, auto const& text) {
      columns.push_back({column, [=](auto& cell) { return text(cell.figures[i]); }});
    };
    auto const ratio =
        benchmark_named(benchmark_).less_is_better ? "A/" + letter(i) : letter(i) + "/A";
    add({letter(i), "", i == 0 ? 8 : 9}, value_text);
    if (i > 0)
      add({ratio, "", 8}, node_ratio_text);
    if (errors_)
      add({"+- ", "% ", 5}, error_text);
    if (i > 0 && per_core_)
      add({ratio, "per core", 8},
          [](ComparedFigure const& f) { return fixed(f.ratio_per_core, 3); });
    if (i > 0 && per_watt_)
      add({ratio, "per watt", 8},
          [](ComparedFigure const& f) { return fixed(f.ratio_per_watt, 3); });
  }

  /// Returns the variants of all operands, "A: tuned, B: two-rows-stream", or the single variant
  /// that all have.
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
