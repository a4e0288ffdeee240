// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/piecewise_file.hpp"
#include "perf/record/detail/document.hpp"
#include "perf/record/record_files.hpp"

#include <cstddef>
#include <map>
#include <string>

namespace kitt::perf::detail {

/// Writer that keeps the files of a record equal to its document. A complete file is on disk at
/// every moment, and no other run can write the files meanwhile.
class RecordWriter {
public:
  /// Creates files with the present document. Throws like check_outputs() and LockedFile.
  RecordWriter(RecordFiles const& files, Document const& document);
  /// Takes the JSON file of an earlier run. The CSV files may exist already. Throws likewise.
  RecordWriter(LockedFile json, RecordFiles const& files);

  /// Writes the change after a cell has been put.
  void write(Document& document);
  /// Writes the whole document, without room for more cells.
  void finish(Document& document);

private:
  /// CSV table of cells of one kind.
  struct Csv {
    LockedFile file;
    bool existed;          ///< whether the file existed before this run
    std::string kind = {}; ///< kind of its cells; empty if it has no cells yet
    std::size_t bytes = 0; ///< number of bytes that this run wrote
  };

  void open_csvs(RecordFiles const& files, Overwrite overwrite);
  Csv& csv_of(std::string const& kind);
  void write_json(Document const& document, std::vector<Json> const& cells);
  void write_csv(Document const& document, std::vector<Json> const& cells);
  void append_csv(Json const& cell, Json const& provenance);
  void empty_old_csvs();

  PiecewiseFile json_;
  std::map<std::string, Csv> csvs_; ///< tables by kind; key "" if all cells are of one kind
};

} // namespace kitt::perf::detail
