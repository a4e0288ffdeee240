// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/solve/solve_case.hpp"

#include <optional>

namespace kitt::miniapp {

/// This rank's part of links of which rank 0 alone has the whole. Collective.
StaggeredLinks scatter_links(Session const& session, LocalVolume const& volume,
                             StaggeredLinks const& whole);

/// The fat and long links of a run, if it reads them from files.
class LinkFilesSource {
public:
  /// Requires that `files` and `reading` outlive this object.
  LinkFilesSource(LinkFiles const& files, GaugeReading const& reading)
      : files_(&files), reading_(&reading) {}

  BenchmarkRun::Files files() const;
  /// Rank 0 reads the files, and all ranks get the extents of the lattice or the error. Returns
  /// nothing without files. Collective.
  std::optional<SharedLattices> read(comms::Communicator const& world);
  /// Returns what the files state wrongly or lack. Empty except on rank 0.
  std::vector<std::string> const& warnings() const { return warnings_; }
  /// Returns the links of this rank's volume. Collective.
  StaggeredLinks links(Session const& session, LocalVolume const& volume) const {
    return scatter_links(session, volume, whole_);
  }

private:
  LinkFiles const* files_;
  GaugeReading const* reading_;
  std::vector<std::string> warnings_;
  StaggeredLinks whole_; ///< rank 0 alone has them
};

} // namespace kitt::miniapp
