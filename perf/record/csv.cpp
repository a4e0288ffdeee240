// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/csv.hpp"

#include "perf/record/cell_kind.hpp"
#include "perf/record/detail/cell_json.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>

namespace kitt::perf {

namespace {

struct CsvColumn {
  std::string name;
  std::vector<Json::json_pointer> places = {}; ///< paths of the values in a cell
};

/// Returns the name of a column: the path joined by "_".
std::string column_name(std::string path) {
  std::replace(path.begin(), path.end(), '/', '_');
  return path;
}

void add_column(std::string const& path, std::vector<CsvColumn>& columns) {
  auto const name = column_name(path);
  auto found = std::find_if(columns.begin(), columns.end(),
                            [&](auto const& column) { return column.name == name; });
  if (found == columns.end())
    found = columns.insert(found, {name});
  found->places.emplace_back('/' + path);
}

using ColumnsByKind = std::map<std::string, std::vector<CsvColumn>>;

/// Returns the columns of a kind of cells. Cells without figures are in the table of their kind.
std::vector<CsvColumn> columns_of(CellKind const& kind) {
  std::vector<std::string> paths{"benchmark", "status"};
  for (auto const& field : kind.fields())
    if (field.content == FieldDescription::Content::value)
      paths.push_back(field.path);
  detail::add_paths_without_figures(paths);
  std::vector<CsvColumn> columns;
  for (auto const& path : paths)
    add_column(path, columns);
  return columns;
}

ColumnsByKind all_columns() {
  ColumnsByKind columns;
  for (auto const* const kind : cell_kinds())
    columns[std::string(kind->name())] = columns_of(*kind);
  return columns;
}

ColumnsByKind const& columns_by_kind() {
  static auto const kinds = all_columns();
  return kinds;
}

/// Returns a value as text: "16", "4.4.4.8", "bytes=8 ranks=neighbours", "node=0 ranks=6; node=1
/// ranks=6".
std::string plain(Json const& value) {
  if (value.is_string())
    return value.get<std::string>();
  if (!value.is_structured())
    return value.is_null() ? "" : value.dump();
  std::string text;
  for (auto const& [name, element] : value.items())
    if (value.is_array())
      text += (text.empty() ? "" : element.is_object() ? "; " : ".") + plain(element);
    else
      text += (text.empty() ? "" : " ") + name + '=' + plain(element);
  return text;
}

/// Last columns of each row, and their keys in a record's provenance.
constexpr std::array run_columns{std::pair{"host", "hostnames"}, std::pair{"label", "label"},
                                 std::pair{"time", "time"}, std::pair{"commit", "git_commit"},
                                 std::pair{"command", "command_line"}};

/// Returns a value as text. A list in a provenance is a list of words: "kitt itt --quick".
std::string words(Json const& value) {
  if (!value.is_array())
    return plain(value);
  std::string text;
  for (auto const& word : value)
    text += (text.empty() ? "" : " ") + plain(word);
  return text;
}

} // namespace

std::string csv_field(std::string const& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos)
    return text;
  std::string result = "\"";
  for (auto const c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

std::vector<std::string> csv_kinds() {
  std::vector<std::string> names;
  for (auto const& [kind, columns] : columns_by_kind())
    names.push_back(kind);
  return names;
}

std::string csv_head(std::string const& kind) {
  std::string text;
  for (auto const& column : columns_by_kind().at(kind))
    text += column.name + ',';
  return text + csv_run_head() + '\n';
}

std::string csv_run_head() {
  std::string text;
  for (auto const& [name, key] : run_columns)
    text += (text.empty() ? "" : ",") + std::string(name);
  return text;
}

std::string csv_run_columns(Json const& provenance) {
  std::string text;
  for (auto const& [name, key] : run_columns)
    text += (provenance.contains(key) ? csv_field(words(provenance.at(key))) : "") + ',';
  text.pop_back();
  return text;
}

std::string csv_row(Json const& cell, Json const& provenance) {
  std::string row;
  for (auto const& column : columns_by_kind().at(cell.at("benchmark").get<std::string>())) {
    for (auto const& place : column.places)
      if (cell.contains(place)) {
        row += csv_field(plain(cell.at(place)));
        break;
      }
    row += ',';
  }
  return row + csv_run_columns(provenance) + '\n';
}

bool is_record_csv(std::filesystem::path const& path) {
  constexpr std::string_view begin = "benchmark,status,";
  std::string found(begin.size(), '\0');
  std::ifstream file(path);
  file.read(found.data(), static_cast<std::streamsize>(found.size()));
  return file.gcount() == 0 || found == begin;
}

} // namespace kitt::perf
