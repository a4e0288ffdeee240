// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Staggered fermions once more straight from their formula, as naive.hpp has the others.

#include "core/reference/naive.hpp"

namespace kitt::reference {

/// One site's colour vector per slice.
template <class T>
using ColourField = Field<T, 1>;

/// Adds matrix * chi, or minus matrix^dagger * chi, to `sum`.
void add_staggered_leg(SiteColourVector& sum, GaugeField::Link const& matrix,
                       SiteColourVector const& chi, Hop hop);

/// sum += factor * chi
inline void add(SiteColourVector& sum, SiteColourVector const& chi, double factor = 1) {
  for (std::size_t colour = 0; colour < 3; ++colour)
    sum[0][colour] += factor * chi[0][colour];
}

/// sum_mu [V_mu(x) chi(x + reach mu) - V_mu^dagger(x - reach mu) chi(x - reach mu)]: `links(x, mu)`
/// is V_mu(x) with phases and boundary sign, `chi(x, s)` a SiteColourVector; both know what lies
/// outside the lattice, as far as the legs reach.
template <class Links, class ColourVectorAt>
SiteColourVector staggered_legs(Links const& links, ColourVectorAt const& chi, Coordinate const& x,
                                int s, int reach) {
  SiteColourVector sum{};
  for (std::size_t mu = 0; mu < 4; ++mu) {
    Coordinate forward = x;
    forward[mu] += reach;
    Coordinate backward = x;
    backward[mu] -= reach;
    int const direction = static_cast<int>(mu);
    add_staggered_leg(sum, links(x, direction), chi(forward, s), Hop::forward);
    add_staggered_leg(sum, links(backward, direction), chi(backward, s), Hop::backward);
  }
  return sum;
}

/// D chi on every site, naive: legs of one site.
template <class Links, class T>
ColourField<T> apply_staggered(Links const& links, ColourField<T> const& in) {
  ColourField<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    return staggered_legs(links, periodic(in), x, s, 1);
  });
  return out;
}

/// D chi on every site, improved: legs of one site with fat links, of three with long ones.
template <class Fat, class Long, class T>
ColourField<T> apply_staggered(Fat const& fat, Long const& longer, ColourField<T> const& in) {
  ColourField<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    auto sum = staggered_legs(fat, periodic(in), x, s, 1);
    add(sum, staggered_legs(longer, periodic(in), x, s, 3));
    return sum;
  });
  return out;
}

} // namespace kitt::reference
