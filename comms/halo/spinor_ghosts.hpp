// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/reference/naive.hpp"

#include <array>
#include <vector>

namespace kitt::comms {

/// A plain spinor field of one rank's volume together with the spinors up to `depth` steps outside
/// it. The object is a function psi(x, s), as the naive operators need. The field must outlive this
/// object. Available for 4 spins and for 1 spin.
template <std::size_t Spins>
class SpinorsWithGhosts {
public:
  using Site = reference::SiteSpins<Spins>;

  /// Fetches the spinors outside the volume. All ranks must have the same extents. Throws UserError
  /// if a split direction has fewer than `depth` sites. Collective.
  SpinorsWithGhosts(Communicator const& world, ProcessGrid const& grid,
                    reference::Field<double, Spins> const& local, int depth = 1);

  /// Returns the spinor at x and slice s. x lies in the volume, or in one direction only up to
  /// `depth` steps outside it.
  Site operator()(Coordinate x, int s) const;

private:
  reference::Field<double, Spins> const* local_;
  int depth_;
  std::array<std::vector<Site>, legs> ghosts_; ///< spinors by hop, then by site, then by slice s
};

} // namespace kitt::comms
