// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/colour_vectors.hpp"
#include "miniapp/run/session.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// The right-hand side of staggered systems, if a run reads it from a file.
class SourceFile {
public:
  /// `path` outlives it; empty: there is no file.
  explicit SourceFile(std::string const& path) : path_(&path) {}

  std::vector<NamedFile> inputs() const;
  /// Rank 0 reads the file. Throws UserError on all ranks if it cannot, if all in it is zero, or if
  /// one of the lattices, shared out over a grid as `--mpi` has it, is not the file's. Collective.
  void read(comms::Communicator const& world, SharedLattices const& lattices,
            std::optional<comms::RankGrid> const& ranks);
  /// This rank's part; no vectors without a file. Collective.
  ColourVectors vectors(Session const& session, LocalVolume const& volume) const;

private:
  std::string const* path_;
  ColourVectors whole_; ///< rank 0 alone has it
};

} // namespace kitt::miniapp
