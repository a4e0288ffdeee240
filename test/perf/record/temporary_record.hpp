// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/record.hpp"

#include <filesystem>
#include <string>
#include <unistd.h>

namespace kitt::perf::test {

/// A record in a file that is removed with this object.
struct TemporaryRecord {
  /// Creates the record. `fill(record)` adds cells.
  template <class Fill>
  TemporaryRecord(RecordHeader const& header, Fill const& fill)
      : path((std::filesystem::temp_directory_path() /
              ("kitt-record-" + std::to_string(::getpid()) + ".json"))
                 .string()) {
    RunRecord record({.json = path, .csv = {}, .overwrite = kitt::Overwrite::yes}, header);
    fill(record);
  }
  ~TemporaryRecord() { std::filesystem::remove(path); }
  TemporaryRecord(TemporaryRecord const&) = delete;
  TemporaryRecord& operator=(TemporaryRecord const&) = delete;

  std::string path;
};

} // namespace kitt::perf::test
