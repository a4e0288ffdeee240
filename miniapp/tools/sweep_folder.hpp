// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/descriptor.hpp"
#include "perf/sweep/sweep.hpp"

#include <filesystem>
#include <string>

namespace kitt::miniapp {

/// The folder of a sweep: its document (sweep.json), and a record and a log of each point. While it
/// lives no other sweep works there, nor does one before as long as processes that were started by
/// a sweep which was killed have not ended. Every member throws UserError where files refuse.
class SweepFolder {
public:
  /// Makes the folder if it is not there, and waits a while for what still works in it.
  explicit SweepFolder(std::filesystem::path path);

  /// What an earlier run of the same sweep knows beside the records: how long the points took.
  /// Throws UserError if the folder holds another command's sweep.
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
