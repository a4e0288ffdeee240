// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/colour_vectors.hpp"
#include "core/gauge_file/gauge_reading.hpp"
#include "miniapp/benchmarks/solve/solve_case.hpp"
#include "miniapp/run/run_context.hpp"

#include <optional>
#include <string>
#include <vector>

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

/// Right-hand side of staggered systems, if a run reads it from a file.
class SourceFile {
public:
  /// Requires that `path` and `reading` outlive this object. An empty `path` means no file.
  SourceFile(std::string const& path, GaugeReading const& reading)
      : path_(&path), reading_(&reading) {}

  std::vector<NamedFile> inputs() const;
  /// Reads the file on rank 0. Throws UserError on all ranks in these cases: the file cannot be
  /// read, all its numbers are zero, or its lattice differs from one of `lattices` on the grid
  /// `ranks`. Collective.
  void read(comms::Communicator const& world, SharedLattices const& lattices,
            std::optional<comms::RankGrid> const& ranks);
  /// Returns warnings about wrong or missing information in the file. Empty except on rank 0.
  std::vector<std::string> const& warnings() const { return warnings_; }
  /// Returns this rank's part of the right-hand side. Returns no vectors if there is no file.
  /// Collective.
  ColourVectors vectors(RunContext const& context, LocalVolume const& volume) const;

private:
  std::string const* path_;
  GaugeReading const* reading_;
  std::vector<std::string> warnings_;
  ColourVectors whole_; ///< right-hand side on the whole lattice; empty except on rank 0
};

} // namespace kitt::miniapp
