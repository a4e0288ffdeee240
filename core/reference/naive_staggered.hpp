// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The staggered operators written a second time, directly from their formulas, to check the
/// kernels. naive.hpp has the other operators.

#include "core/reference/naive.hpp"

namespace kitt::reference {

/// A field of one colour vector per site and slice.
template <class T>
using ColourField = Field<T, 1>;

/// Adds one hop to `sum`: matrix * chi for a forward hop, -matrix^dagger * chi for a backward hop.
inline void add_staggered_leg(SiteColourVector& sum, GaugeField::Link const& matrix,
                              SiteColourVector const& chi, Hop hop) {
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      if (hop == Hop::forward)
        sum[0][row] += matrix[row][column] * chi[0][column];
      else
        sum[0][row] -= std::conj(matrix[column][row]) * chi[0][column];
}

/// Computes sum += factor * chi for colour vectors of one site.
inline void add(SiteColourVector& sum, SiteColourVector const& chi, double factor = 1) {
  for (std::size_t colour = 0; colour < 3; ++colour)
    sum[0][colour] += factor * chi[0][colour];
}

/// Returns the sum over all hops of length `reach`: sum_mu [V_mu(x) chi(x + reach mu) -
/// V_mu^dagger(x - reach mu) chi(x - reach mu)]. `links(x, mu)` must return V_mu(x) with phases and
/// boundary sign. `chi(x, s)` must return a SiteColourVector. `links` and `chi` are called for x up
/// to `reach` steps outside the lattice.
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

/// Returns the naive staggered hopping term applied to a field on a periodic lattice. The term has
/// hops over one site.
template <class Links, class T>
ColourField<T> apply_staggered(Links const& links, ColourField<T> const& in) {
  ColourField<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    return staggered_legs(links, periodic(in), x, s, 1);
  });
  return out;
}

/// Returns the improved staggered hopping term applied to a field on a periodic lattice. The term
/// has hops over one site with fat links, and over three sites with long links.
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
