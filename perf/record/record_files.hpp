// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"

#include <filesystem>
#include <vector>

namespace kitt::perf {

/// Where a record goes.
struct RecordFiles {
  std::filesystem::path json; ///< never empty
  std::filesystem::path csv;  ///< empty: none
  Overwrite overwrite = Overwrite::no;
};

/// The files with their options, as check_outputs() wants them.
inline std::vector<NamedFile> named_files(RecordFiles const& files) {
  return {{"--json", files.json, "give another name, --force, or --resume to go on with it"},
          {"--csv", files.csv}};
}

} // namespace kitt::perf
