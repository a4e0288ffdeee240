// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/detail/record_writer.hpp"

#include "perf/record/csv.hpp"
#include "perf/record/detail/cell_json.hpp"

namespace kitt::perf::detail {

namespace {

/// Adds the value to `begun`; of what lies less deep, each member is a piece of its own.
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
  open_csv(files.csv, files.overwrite);
}

RecordWriter::RecordWriter(LockedFile json, RecordFiles const& files) : json_(std::move(json)) {
  check_outputs(named_files(files), {}, Overwrite::yes);
  open_csv(files.csv, Overwrite::yes);
}

void RecordWriter::open_csv(std::filesystem::path const& path, Overwrite overwrite) {
  if (!path.empty())
    csv_.emplace(path, overwrite, csv_head());
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
  if (!csv_)
    return;
  auto text = csv_head();
  for (auto const& cell : cells)
    text += csv_row(cell, document.head.at("provenance"));
  csv_->write(text);
  csv_bytes_ = text.size();
}

void RecordWriter::write(Document& document) {
  if (document.altered) {
    auto const cells = document.cells_json();
    write_json(document, cells);
    write_csv(document, cells);
    document.altered = false;
    return;
  }
  auto const last = cell_to_json(document.cells.back());
  if (!json_.append(",\n" + text_of(last)) || !json_.replace_tail(summary_pieces(document)))
    write_json(document, document.cells_json());
  if (csv_)
    csv_bytes_ += csv_->write_at(csv_bytes_, csv_row(last, document.head.at("provenance")));
}

void RecordWriter::finish(Document& document) {
  auto const cells = document.cells_json();
  json_.write(document.text(cells));
  write_csv(document, cells);
  document.altered = true;
}

} // namespace kitt::perf::detail
