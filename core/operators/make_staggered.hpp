// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/staggered_links.hpp"
#include "core/operators/staggered.hpp"

#include <array>
#include <concepts>

/// \file
/// Functions that make staggered hopping terms, for a single rank unless stated otherwise.
/// The links of these terms must already contain the phases and the boundary sign.
/// with_staggered_phases() adds both, and the fat and long links that MILC writes contain both.

namespace kitt {

/// Returns all hops of one length, which is the stencil's hop: 1 for fat or plain links, 3 for long
/// links. `links(x, mu)` must return V_mu(x) for x up to one hop below the local lattice.
template <class Links, class LinksAt>
StaggeredReach<Links> make_staggered_reach(Stencil const& stencil, LinksAt const& links,
                                           MemorySource const& memory = kokkos_memory) {
  LegLinks const made{1, -1, stencil.hop()};
  return {stencil,
          {Links(stencil.lattice(), Parity::even, links, memory, made),
           Links(stencil.lattice(), Parity::odd, links, memory, made)}};
}

/// Returns all hops of length `hop` on a single rank. Throws UserError if the gauge field and the
/// lattice have different extents.
template <class Links>
StaggeredReach<Links> make_staggered_reach(Lattice const& lattice, GaugeField const& gauge, int hop,
                                           MemorySource const& memory = kokkos_memory) {
  require_links_of(lattice, gauge);
  return make_staggered_reach<Links>(Stencil(lattice, not_split, hop, long_hop),
                                     PeriodicLinks{gauge}, memory);
}

/// Returns the naive hopping term, which has hops over one site. Throws UserError if the gauge
/// field and the lattice have different extents.
template <LinksField Links>
StaggeredHopping<Links, 1> make_staggered(Lattice const& lattice, GaugeField const& gauge,
                                          Access access = Access::plain) {
  return StaggeredHopping<Links, 1>({make_staggered_reach<Links>(lattice, gauge, 1)},
                                    Order::lexicographic(access));
}

/// Returns the improved hopping term (asqtad, HISQ): hops over one site with fat links, and over
/// three sites with long links.
template <LinksField Links>
StaggeredHopping<Links, 2> make_staggered(Lattice const& lattice, GaugeField const& fat,
                                          GaugeField const& longer, Access access = Access::plain) {
  return StaggeredHopping<Links, 2>({make_staggered_reach<Links>(lattice, fat, 1),
                                     make_staggered_reach<Links>(lattice, longer, 3)},
                                    Order::lexicographic(access));
}

/// Returns a hopping term with links of type T: naive from one gauge field, or improved from fat
/// and long links.
template <std::floating_point T, int Lanes = native_lanes<T>, std::same_as<GaugeField>... LongLinks>
auto make_staggered(Lattice const& lattice, GaugeField const& gauge, LongLinks const&... longer) {
  return make_staggered<LinkField<T, Lanes>>(lattice, gauge, longer...);
}

/// Returns both parities of a field with one spin, filled with zeros.
template <class T, int Lanes = native_lanes<T>>
BothParities<ColourVectorField<T, Lanes>> make_colour_vectors(Lattice const& lattice, int ls = 1) {
  using Field = ColourVectorField<T, Lanes>;
  return {Field("kitt::core::even_colour_vectors", lattice, ls),
          Field("kitt::core::odd_colour_vectors", lattice, ls)};
}

} // namespace kitt
