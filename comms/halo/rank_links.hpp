// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/edge_exchange.hpp"
#include "comms/ranks/communicator.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/fields/colour_vectors.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/fields/link_field.hpp"

#include <utility>

namespace kitt::comms {

/// Gives each rank its part of a gauge field. `local`: extents of each part. `whole`: the whole
/// field on rank 0, ignored on other ranks; its extents are `local` times the number of ranks per
/// direction. Throws std::runtime_error on all ranks if links arrive wrong. Collective.
GaugeField scatter_gauge_field(Communicator const& world, ProcessGrid const& grid,
                               Extents const& local, GaugeField const& whole);
/// Collects the parts of a gauge field that the ranks hold. Returns the whole field on rank 0, and
/// an empty field on other ranks. Throws std::runtime_error on all ranks if links arrive wrong.
/// Collective.
GaugeField gather_gauge_field(Communicator const& world, ProcessGrid const& grid,
                              GaugeField const& local);
/// Gives each rank its part of a field of colour vectors, as scatter_gauge_field() does for links.
/// Collective.
ColourVectors scatter_colour_vectors(Communicator const& world, ProcessGrid const& grid,
                                     Extents const& local, ColourVectors const& whole);

/// Fetches the links U_mu(x - depth mu) ... U_mu(x - mu) that a rank's sites need from neighbour
/// ranks. `local`: the gauge field of this rank's volume, with the same extents on all ranks.
/// Throws UserError if a split direction has fewer than `depth` sites. Throws std::runtime_error if
/// links arrive wrong. Collective.
template <int Colours>
LinkGhostsOf<Colours> exchange_link_ghosts(Communicator const& world, ProcessGrid const& grid,
                                           GaugeFieldOf<Colours> const& local, int depth = 1) {
  auto edges = exchange_edges<ColourMatrix<Colours>>(
      world, grid, {local.extents, depth, 1, "links"},
      [](int leg) { return hop_of(leg) == Hop::backward; },
      [&](std::size_t site, int leg, std::size_t) { return local.at(site, leg / 2); });
  LinkGhostsOf<Colours> ghosts{depth};
  for (int mu = 0; mu < dimensions; ++mu)
    ghosts.links[static_cast<std::size_t>(mu)] =
        std::move(edges[static_cast<std::size_t>(leg_of(mu, Hop::backward))]);
  return ghosts;
}

} // namespace kitt::comms
