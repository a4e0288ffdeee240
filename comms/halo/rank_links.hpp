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

/// The links of a rank's volume and of all sites up to one step outside it, also in several
/// directions at once. The object is a function links(x, mu), as the field strength needs. Links
/// have no boundary sign.
class LinksWithMargin {
public:
  /// Fetches the links outside the volume, direction after direction, so that the links beyond a
  /// corner come from the neighbour's margin. `local`: the gauge field of this rank's volume, with
  /// the same extents on all ranks. Throws std::runtime_error if links arrive wrong. Collective.
  LinksWithMargin(Communicator const& world, ProcessGrid const& grid, GaugeField const& local)
      : around_(local) {
    for (std::size_t mu = 0; mu < dimensions; ++mu)
      around_ = extended(std::exchange(around_, {}), world, grid, mu);
  }

  /// Returns U_mu(x). x lies in the volume, or up to one step outside it in any directions.
  GaugeField::Link const& operator()(Coordinate x, int mu) const {
    for (auto& coordinate : x)
      ++coordinate;
    return around_.at(lexicographic(x, around_.extents), mu);
  }

private:
  /// Returns the links with a margin of one site below and above in direction mu.
  static GaugeField extended(GaugeField const& inner, Communicator const& world,
                             ProcessGrid const& grid, std::size_t mu) {
    auto const ghosts = exchange_edges<GaugeField::Link>(
        world, grid, {inner.extents, 1, dimensions, "links"},
        [mu](int leg) { return static_cast<std::size_t>(leg / 2) == mu; },
        [&](std::size_t site, int, std::size_t nu) {
          return inner.at(site, static_cast<int>(nu));
        });
    GaugeField outer{inner.extents, {}};
    outer.extents[mu] += 2;
    outer.links.resize(dimensions * volume(outer.extents));
    Extents edge = inner.extents;
    edge[mu] = 1;
    int const extent = inner.extents[mu];
    for (std::size_t site = 0; site < volume(outer.extents); ++site) {
      auto x = coordinate_of(site, outer.extents);
      auto const hop = x[mu] == 0 ? Hop::backward : Hop::forward;
      auto const& beyond = ghosts[static_cast<std::size_t>(leg_of(static_cast<int>(mu), hop))];
      bool const at_edge = x[mu] == 0 || x[mu] > extent;
      bool const of_neighbour = at_edge && !beyond.empty();
      x[mu] = of_neighbour ? 0 : (x[mu] - 1 + extent) % extent;
      auto const first = dimensions * lexicographic(x, of_neighbour ? edge : inner.extents);
      auto const& from = of_neighbour ? beyond : inner.links;
      for (std::size_t nu = 0; nu < dimensions; ++nu)
        outer.links[dimensions * site + nu] = from[first + nu];
    }
    return outer;
  }

  GaugeField around_; ///< links of the volume with a margin of one site on all sides
};

} // namespace kitt::comms
