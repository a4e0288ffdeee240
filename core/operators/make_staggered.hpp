// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/staggered_phases.hpp"
#include "core/operators/staggered.hpp"

#include <array>
#include <concepts>

/// \file
/// Staggered hopping terms, of a single rank unless said otherwise. Their links hold phases and
/// boundary sign already, as with_staggered_phases() folds them in, or as MILC writes fat and long
/// links.

namespace kitt {

/// The legs of one length, the hop of the stencil: 1 for fat or plain links, 3 for long ones.
/// `links(x, mu)` is V_mu(x), x up to one leg below the local lattice.
template <class Links, class LinksAt>
StaggeredReach<Links> make_staggered_reach(Stencil const& stencil, LinksAt const& links,
                                           MemorySource const& memory = kokkos_memory) {
  LegLinks const made{1, -1, stencil.hop()};
  return {stencil,
          {Links(stencil.lattice(), Parity::even, links, memory, made),
           Links(stencil.lattice(), Parity::odd, links, memory, made)}};
}

/// Makes the reach on a single rank. Throws UserError if the gauge field and the lattice have
/// different extents.
template <class Links>
StaggeredReach<Links> make_staggered_reach(Lattice const& lattice, GaugeField const& gauge, int hop,
                                           MemorySource const& memory = kokkos_memory) {
  require_links_of(lattice, gauge);
  return make_staggered_reach<Links>(Stencil(lattice, not_split, hop, long_hop),
                                     PeriodicLinks{gauge}, memory);
}

/// Makes the naive hopping term, which has legs of one site. Throws UserError if the gauge field
/// and the lattice have different extents.
template <LinksField Links>
StaggeredHopping<Links, 1> make_staggered(Lattice const& lattice, GaugeField const& gauge,
                                          Access access = Access::plain) {
  return StaggeredHopping<Links, 1>({make_staggered_reach<Links>(lattice, gauge, 1)}, access);
}

/// The improved hopping term (asqtad, HISQ): legs of one site with fat links, of three with long
/// links.
template <LinksField Links>
StaggeredHopping<Links, 2> make_staggered(Lattice const& lattice, GaugeField const& fat,
                                          GaugeField const& longer, Access access = Access::plain) {
  return StaggeredHopping<Links, 2>({make_staggered_reach<Links>(lattice, fat, 1),
                                     make_staggered_reach<Links>(lattice, longer, 3)},
                                    access);
}

/// Makes a hopping term with links of type T: naive from one gauge field, or improved from fat and
/// long links.
template <std::floating_point T, int Lanes = native_lanes<T>, std::same_as<GaugeField>... LongLinks>
auto make_staggered(Lattice const& lattice, GaugeField const& gauge, LongLinks const&... longer) {
  return make_staggered<LinkField<T, Lanes>>(lattice, gauge, longer...);
}

/// Makes both parities of a field of one spin, filled with zeros.
template <class T, int Lanes = native_lanes<T>>
BothParities<ColourVectorField<T, Lanes>> make_colour_vectors(Lattice const& lattice, int ls = 1) {
  using Field = ColourVectorField<T, Lanes>;
  return {Field("kitt::core::even_colour_vectors", lattice, ls),
          Field("kitt::core::odd_colour_vectors", lattice, ls)};
}

} // namespace kitt
