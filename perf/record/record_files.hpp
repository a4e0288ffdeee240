// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace kitt::perf {

/// Files of a record.
struct RecordFiles {
  std::filesystem::path json; ///< never empty
  std::filesystem::path csv;  ///< path of the CSV table; empty if there is no table
  Overwrite overwrite = Overwrite::no;
  /// Kinds of cells ("p2p"). Each kind has its own table. Empty if all cells are of one kind.
  std::vector<std::string> csv_kinds = {};
};

/// Returns the files of the tables by kind of cell: "a.csv" becomes "a.p2p.csv" for each kind. A
/// single table of all cells has the key "". Returns no files if `csv` is empty.
inline std::map<std::string, std::filesystem::path> csv_files(RecordFiles const& files) {
  if (files.csv.empty())
    return {};
  if (files.csv_kinds.empty())
    return {{"", files.csv}};
  std::map<std::string, std::filesystem::path> found;
  for (auto const& kind : files.csv_kinds) {
    auto path = files.csv;
    path.replace_extension('.' + kind + files.csv.extension().string());
    found[kind] = path;
  }
  return found;
}

/// Returns the files with their options, for check_outputs().
inline std::vector<NamedFile> named_files(RecordFiles const& files) {
  std::vector<NamedFile> named{
      {"--json", files.json, "give another name, --force, or --resume to continue this record"}};
  for (auto const& [kind, path] : csv_files(files))
    named.push_back({"--csv", path});
  return named;
}

} // namespace kitt::perf
