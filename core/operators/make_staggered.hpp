// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/staggered_phases.hpp"
#include "core/operators/staggered.hpp"

#include <array>

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

/// Those of a single rank.
template <class Links>
StaggeredReach<Links> make_staggered_reach(Lattice const& lattice, GaugeField const& gauge, int hop,
                                           MemorySource const& memory = kokkos_memory) {
  return make_staggered_reach<Links>(Stencil(lattice, not_split, hop, long_hop),
                                     PeriodicLinks{gauge}, memory);
}

/// The naive hopping term: legs of one site.
template <class Links>
StaggeredHopping<Links, 1> make_staggered(Lattice const& lattice, GaugeField const& gauge,
                                          Access access = Access::plain) {
  return StaggeredHopping<Links, 1>({make_staggered_reach<Links>(lattice, gauge, 1)}, access);
}

/// The improved hopping term (asqtad, HISQ): legs of one site with fat links, of three with long
/// links.
template <class Links>
StaggeredHopping<Links, 2> make_staggered(Lattice const& lattice, GaugeField const& fat,
                                          GaugeField const& longer, Access access = Access::plain) {
  return StaggeredHopping<Links, 2>({make_staggered_reach<Links>(lattice, fat, 1),
                                     make_staggered_reach<Links>(lattice, longer, 3)},
                                    access);
}

/// Makes both parities of a field of one spin, filled with zeros.
template <class T>
std::array<ColourVectorField<T, native_lanes<T>>, 2> make_colour_vectors(Lattice const& lattice) {
  using Field = ColourVectorField<T, native_lanes<T>>;
  return {Field("kitt::core::even_colour_vectors", lattice, 1),
          Field("kitt::core::odd_colour_vectors", lattice, 1)};
}

} // namespace kitt
