// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::perf {

enum class Align { left, right }; ///< side of a column on which its text stands
/// One column of a table: two header lines, width and alignment.
struct Column {
  std::string name;
  std::string unit; ///< unit in the second header line; may be empty
  int width = 0;    ///< width in characters, at least the width of name and unit
  Align align = Align::right;
};

/// Aligned text table that is printed row by row as results arrive. Every function returns whole
/// lines, each ending in a newline. A text wider than its column moves the rest of its row to the
/// right.
class Table {
public:
  explicit Table(std::vector<Column> columns);

  /// Returns the names, the units (if any), and a rule.
  std::string header() const;
  /// Returns one row. `cells` has one text per column.
  std::string row(std::vector<std::string> const& cells) const;
  std::string rule() const;

private:
  std::string line(std::vector<std::string> const& cells) const;

  std::vector<Column> columns_;
};

/// A column of a table of objects of type Thing, with a function that returns its text.
template <class Thing>
struct ColumnOf : Column {
  std::function<std::string(Thing const&)> text;
};

/// Returns an empty table with the given columns.
template <class Thing>
Table table_of(std::vector<ColumnOf<Thing>> const& columns) {
  return Table({columns.begin(), columns.end()});
}

/// Returns the texts of all columns for one object.
template <class Thing>
std::string row_of(std::vector<ColumnOf<Thing>> const& columns, Thing const& thing) {
  std::vector<std::string> texts;
  for (auto const& column : columns)
    texts.push_back(column.text(thing));
  return table_of(columns).row(texts);
}

/// Returns the header, the first `most` rows, and a line with the number of omitted rows.
template <class Thing>
std::string rows_text(std::vector<ColumnOf<Thing>> const& columns, std::vector<Thing> const& things,
                      std::size_t most = std::string::npos) {
  auto text = table_of(columns).header();
  for (std::size_t i = 0; i < std::min(things.size(), most); ++i)
    text += row_of(columns, things[i]);
  if (things.size() > most)
    text += "... and " + std::to_string(things.size() - most) + " more\n";
  return text;
}

/// Returns a heading between two double rules.
std::string banner(std::string_view title);

} // namespace kitt::perf
