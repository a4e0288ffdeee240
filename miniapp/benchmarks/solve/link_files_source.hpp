// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/solve/solve_case.hpp"

#include <optional>

namespace kitt::miniapp {

/// Returns this rank's part of links. Rank 0 has the links of the whole lattice in `whole`, other
/// ranks have none. Collective.
StaggeredLinks scatter_links(RunContext const& context, LocalVolume const& volume,
                             StaggeredLinks const& whole);

/// Fat and long links of a run, if it reads them from files.
class LinkFilesSource {
public:
  /// Requires that `files` and `reading` outlive this object.
  LinkFilesSource(LinkFiles const& files, GaugeReading const& reading)
      : files_(&files), reading_(&reading) {}

  BenchmarkRun::Files files() const;
  /// Reads the files on rank 0. All ranks get the extents of the lattice, or the error. Returns
  /// nothing if no files were given. Collective.
  std::optional<SharedLattices> read(comms::Communicator const& world);
  /// Returns warnings about wrong or missing information in the files. Empty except on rank 0.
  std::vector<std::string> const& warnings() const { return warnings_; }
  /// Returns the links of this rank's volume. Collective.
  StaggeredLinks links(RunContext const& context, LocalVolume const& volume) const {
    return scatter_links(context, volume, whole_);
  }

private:
  LinkFiles const* files_;
  GaugeReading const* reading_;
  std::vector<std::string> warnings_;
  StaggeredLinks whole_; ///< links of the whole lattice; empty except on rank 0
};

} // namespace kitt::miniapp
