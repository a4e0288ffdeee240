// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/colour_vectors.hpp"
#include "core/gauge_file/gauge_reading.hpp"
#include "miniapp/run/session.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// The right-hand side of staggered systems, if a run reads it from a file.
class SourceFile {
public:
  /// Requires that `path` and `reading` outlive this object. An empty `path` means no file.
  SourceFile(std::string const& path, GaugeReading const& reading)
      : path_(&path), reading_(&reading) {}

  std::vector<NamedFile> inputs() const;
  /// Rank 0 reads the file. Throws UserError on all ranks if it cannot, if all in it is zero, or if
  /// one of the lattices, shared out over a grid as `--mpi` has it, is not the file's. Collective.
  void read(comms::Communicator const& world, SharedLattices const& lattices,
            std::optional<comms::RankGrid> const& ranks);
  /// Returns what the file states wrongly or lacks. Empty except on rank 0.
  std::vector<std::string> const& warnings() const { return warnings_; }
  /// Returns this rank's part of the source, or no vectors without a file. Collective.
  ColourVectors vectors(Session const& session, LocalVolume const& volume) const;

private:
  std::string const* path_;
  GaugeReading const* reading_;
  std::vector<std::string> warnings_;
  ColourVectors whole_; ///< rank 0 alone has it
};

} // namespace kitt::miniapp
