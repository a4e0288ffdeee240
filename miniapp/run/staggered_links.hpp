// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_field.hpp"
#include "core/operators/make_staggered.hpp"
#include "core/reference/naive_staggered.hpp"
#include "miniapp/run/run_context.hpp"

#include <array>
#include <cstddef>

namespace kitt::miniapp {

/// Links of a staggered operator on this rank, including phases and the sign of the boundary.
struct StaggeredLinks {
  GaugeField near; ///< links for hops of one site: the plain links, or fat links
  GaugeField far;  ///< long links for hops of three sites; empty for the naive operator
  LinkGhosts near_ghosts = {};
  LinkGhosts far_ghosts = {};

  /// Returns the number of sites of the longest hop.
  int reach() const { return far.links.empty() ? 1 : long_hop; }
  LocalLinks near_links(LocalVolume const& volume) const { return {near, near_ghosts, volume}; }
  LocalLinks far_links(LocalVolume const& volume) const { return {far, far_ghosts, volume}; }

  /// Fetches the ghosts from neighbour ranks. Collective.
  void exchange_ghosts(RunContext const& context);
};

/// Returns the staggered hopping term applied to chi at one site, computed naively. `chi` is as for
/// reference::staggered_legs().
template <class ColourVectorAt>
reference::SiteColourVector naive_hopping(StaggeredLinks const& links, LocalVolume const& volume,
                                          ColourVectorAt const& chi, Coordinate const& x, int s) {
  auto sum = reference::staggered_legs(links.near_links(volume), chi, x, s, 1);
  if (links.reach() > 1)
    reference::add(sum, reference::staggered_legs(links.far_links(volume), chi, x, s, long_hop));
  return sum;
}

/// Returns the links of the naive operator. `gauge`: links of this rank's volume. Collective.
StaggeredLinks naive_links(RunContext const& context, LocalVolume const& volume, GaugeField gauge,
                           TimeBoundary boundary);

/// Returns the links of Naik's operator, the improved operator without smearing: 9/8 of each link
/// for hops over one site, and -1/24 of the product of three links in a row. The operator is cheap
/// to make, and its hopping term has the work of asqtad and HISQ. Collective.
StaggeredLinks naik_links(RunContext const& context, LocalVolume const& volume, GaugeField gauge,
                          TimeBoundary boundary);

/// Returns the hops of a staggered hopping term: over one site (`Reaches` 1), or over one and three
/// sites.
template <class Links, std::size_t Reaches>
std::array<StaggeredReach<Links>, Reaches>
make_reaches(RunContext const& context, Lattice const& lattice, StaggeredLinks const& links,
             LocalVolume const& volume) {
  auto const reach = [&](LocalLinks const& of, int hop) {
    Stencil const stencil(lattice, context.grid().splitting(), hop, links.reach());
    return make_staggered_reach<Links>(stencil, of, context.memory());
  };
  if constexpr (Reaches == 1)
    return {reach(links.near_links(volume), 1)};
  else
    return {reach(links.near_links(volume), 1), reach(links.far_links(volume), long_hop)};
}

} // namespace kitt::miniapp
