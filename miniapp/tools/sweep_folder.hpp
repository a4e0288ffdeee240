// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/input_file.hpp"
#include "perf/sweep/sweep.hpp"

#include <filesystem>
#include <string>

namespace kitt::miniapp {

/// Folder of a sweep: its document (sweep.json), and a record and a log for each point. While this
/// object exists, no other sweep works in the folder. If an earlier sweep was killed, the folder is
/// free only when the processes that it started have ended. All members throw UserError if files
/// cannot be read or written.
class SweepFolder {
public:
  /// Creates the folder if needed. Waits a while if another sweep still uses the folder.
  explicit SweepFolder(std::filesystem::path path);

  /// Reads the run times of points that an earlier run of this sweep stored outside the records.
  /// Throws UserError if the folder holds the sweep of another command.
  void take_over(perf::Sweep& sweep) const;
  void write(perf::Sweep const& sweep) const;

  std::filesystem::path const& path() const { return path_; }
  std::filesystem::path file_of(perf::SweepPoint const& point) const {
    return path_ / point.record;
  }
  std::filesystem::path log_of(perf::SweepPoint const& point) const;

private:
  std::filesystem::path path_;
  Descriptor lock_;
};

} // namespace kitt::miniapp
