// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/detail/record_writer.hpp"

#include "core/base/error.hpp"
#include "perf/record/csv.hpp"

namespace kitt::perf::detail {

namespace {

/// Adds the value to `begun`. Ends a piece after each member of an object or list at a smaller
/// depth than `depth`.
void split(Json const& value, int depth, std::string& begun, std::vector<std::string>& pieces) {
  if (depth == 0 || !value.is_structured() || value.empty()) {
    begun += text_of(value);
    return;
  }
  begun += value.is_object() ? '{' : '[';
  char const* before = "\n";
  for (auto const& [key, member] : value.items()) {
    begun += std::exchange(before, ",\n");
    if (value.is_object())
      begun += '"' + key + "\": ";
    split(member, depth - 1, begun, pieces);
    pieces.push_back(std::exchange(begun, {}));
  }
  begun += value.is_object() ? '}' : ']';
}

std::vector<std::string> summary_pieces(Document const& document) {
  constexpr int to_figures_of_a_row = 3;
  std::vector<std::string> pieces;
  std::string begun = "\n  ],\n  \"summary\": ";
  split(document.summary_json(), to_figures_of_a_row, begun, pieces);
  pieces.push_back(begun + "\n}\n");
  return pieces;
}

LockedFile new_file(RecordFiles const& files, Document const& document) {
  check_outputs(named_files(files), {}, files.overwrite);
  return LockedFile(files.json, files.overwrite, document.text(document.cells_json()));
}

} // namespace

RecordWriter::RecordWriter(RecordFiles const& files, Document const& document)
    : json_(new_file(files, document)) {
  open_csvs(files, files.overwrite);
}

RecordWriter::RecordWriter(LockedFile json, RecordFiles const& files) : json_(std::move(json)) {
  check_outputs(named_files(files), {}, Overwrite::yes);
  open_csvs(files, Overwrite::yes);
}

void RecordWriter::open_csvs(RecordFiles const& files, Overwrite overwrite) {
  for (auto const& [kind, path] : csv_files(files)) {
    bool const existed = std::filesystem::exists(path);
    csvs_.emplace(kind, Csv{LockedFile(path, overwrite, ""), existed});
  }
}

RecordWriter::Csv& RecordWriter::csv_of(std::string const& kind) {
  auto const found = csvs_.find(csvs_.contains("") ? "" : kind);
  KITT_EXPECT(found != csvs_.end());
  auto& csv = found->second;
  KITT_EXPECT(csv.kind.empty() || csv.kind == kind);
  csv.kind = kind;
  return csv;
}

void RecordWriter::write_json(Document const& document, std::vector<Json> const& cells) {
  auto opening = document.head;
  opening.erase("cells");
  opening.erase("summary");
  auto text = opening.dump(2, ' ', false, Json::error_handler_t::replace);
  text.resize(text.rfind("\n}"));
  std::vector<std::string> pieces;
  for (auto const& cell : cells)
    pieces.push_back((pieces.empty() ? "\n" : ",\n") + text_of(cell));
  json_.write(text + ",\n  \"cells\": [", pieces, summary_pieces(document));
}

void RecordWriter::write_csv(Document const& document, std::vector<Json> const& cells) {
  if (csvs_.empty())
    return;
  std::map<std::string, std::string> tables;
  for (auto const& cell : cells) {
    auto const kind = cell.at("benchmark").get<std::string>();
    auto& table = tables.try_emplace(kind, csv_head(kind)).first->second;
    table += csv_row(cell, document.head.at("provenance"));
  }
  for (auto const& [kind, table] : tables) {
    auto& csv = csv_of(kind);
    csv.file.write(table);
    csv.bytes = table.size();
  }
}

/// Empties each table of an earlier run if this run has no cells of its kind.
void RecordWriter::empty_old_csvs() {
  for (auto& [kind, csv] : csvs_)
    if (csv.existed && csv.bytes == 0)
      csv.file.write(kind.empty() ? "" : csv_head(kind));
}

void RecordWriter::write(Document& document) {
  if (document.altered) {
    auto const cells = document.cells_json();
    write_json(document, cells);
    write_csv(document, cells);
    document.altered = false;
    return;
  }
  auto const& last = *document.cells.back().data;
  if (!json_.append(",\n" + text_of(last)) || !json_.replace_tail(summary_pieces(document)))
    write_json(document, document.cells_json());
  if (!csvs_.empty())
    append_csv(last, document.head.at("provenance"));
}

void RecordWriter::append_csv(Json const& cell, Json const& provenance) {
  auto const kind = cell.at("benchmark").get<std::string>();
  auto& csv = csv_of(kind);
  auto const row = csv_row(cell, provenance);
  if (csv.bytes > 0) {
    csv.bytes += csv.file.write_at(csv.bytes, row);
    return;
  }
  auto const table = csv_head(kind) + row;
  csv.file.write(table);
  csv.bytes = table.size();
}

void RecordWriter::finish(Document& document) {
  auto const cells = document.cells_json();
  json_.write(document.text(cells));
  write_csv(document, cells);
  empty_old_csvs();
  document.altered = true;
}

} // namespace kitt::perf::detail
