// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/text/table.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

constexpr std::size_t banner_width = 80;

std::string padded(std::string_view text, Column const& column) {
  return column.align == Align::left ? fmt::format("{:<{}}", text, column.width)
                                     : fmt::format("{:>{}}", text, column.width);
}

} // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  for (auto& column : columns_)
    column.width = std::max(
        {column.width, static_cast<int>(column.name.size()), static_cast<int>(column.unit.size())});
}

std::string Table::line(std::vector<std::string> const& cells) const {
  KITT_EXPECT(cells.size() == columns_.size());
  std::string text;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    text += (i == 0 ? "" : "  ") + padded(cells[i], columns_[i]);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

std::string Table::header() const {
  std::vector<std::string> names;
  std::vector<std::string> units;
  for (auto const& column : columns_) {
    names.push_back(column.name);
    units.push_back(column.unit);
  }
  bool const has_units =
      std::any_of(units.begin(), units.end(), [](auto const& unit) { return !unit.empty(); });
  return line(names) + (has_units ? line(units) : "") + rule();
}

std::string Table::row(std::vector<std::string> const& cells) const {
  return line(cells);
}

std::string Table::rule() const {
  std::size_t width = 2 * (columns_.size() - 1);
  for (auto const& column : columns_)
    width += static_cast<std::size_t>(column.width);
  return std::string(width, '-') + '\n';
}

std::string banner(std::string_view title) {
  std::string const rule(banner_width, '=');
  return fmt::format("{}\n{}\n{}\n", rule, title, rule);
}

} // namespace kitt::perf
