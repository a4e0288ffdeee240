// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/reference/naive.hpp"

#include <array>
#include <vector>

namespace kitt::comms {

/// A plain field of one rank's volume with the spinors up to `depth` steps outside of it, which the
/// naive operators ask for: a function psi(x, s). The field outlives it. For 4 spins and for 1.
template <std::size_t Spins>
class SpinorsWithGhosts {
public:
  using Site = reference::SiteSpins<Spins>;

  /// Collective: fetches them. The extents are the same on all ranks. Throws UserError where a
  /// direction that is split has fewer than `depth` sites.
  SpinorsWithGhosts(Communicator const& world, ProcessGrid const& grid,
                    reference::Field<double, Spins> const& local, int depth = 1);

  /// x lies in the volume or, in one direction alone, up to `depth` steps outside.
  Site operator()(Coordinate x, int s) const;

private:
  reference::Field<double, Spins> const* local_;
  int depth_;
  std::array<std::vector<Site>, legs> ghosts_; ///< by leg; sites, then s
};

} // namespace kitt::comms
