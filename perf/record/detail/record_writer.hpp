// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/piecewise_file.hpp"
#include "perf/record/detail/document.hpp"
#include "perf/record/record_files.hpp"

#include <cstddef>
#include <optional>

namespace kitt::perf::detail {

/// Keeps the files of a record as its document is. One that is complete is on disk at every moment,
/// and no other run writes the files meanwhile.
class RecordWriter {
public:
  /// New files, which hold the document as it is. Throws as check_outputs() and LockedFile do.
  RecordWriter(RecordFiles const& files, Document const& document);
  /// The JSON file of an earlier run, and a CSV file that may be there already. Throws likewise.
  RecordWriter(LockedFile json, RecordFiles const& files);

  /// After a cell has been put.
  void write(Document& document);
  /// The whole document, without room for more cells.
  void finish(Document& document);

private:
  void open_csv(std::filesystem::path const& path, Overwrite overwrite);
  void write_json(Document const& document, std::vector<Json> const& cells);
  void write_csv(Document const& document, std::vector<Json> const& cells);

  PiecewiseFile json_;
  std::optional<LockedFile> csv_;
  std::size_t csv_bytes_ = 0;
};

} // namespace kitt::perf::detail
