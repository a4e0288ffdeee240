// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The operators written once more straight from their formulas, with dense gamma matrices, plain
/// coordinates and double precision: no lanes, no layout, no shared code with the kernels they
/// check. Slow on purpose.

#include "core/algebra/spin.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/lattice/local_volume.hpp"

#include <Kokkos_Core.hpp>

#include <complex>
#include <vector>

namespace kitt::reference {

/// One site's spinor: [spin][colour].
using SiteSpinor = std::array<std::array<std::complex<double>, 3>, 4>;

/// A full (both parities) spinor field: slices s, then sites lexicographic, then spin, then colour.
template <class T>
struct Field {
  Extents extents;
  int ls;
  std::vector<std::complex<T>> values;

  Field(Extents const& e, int slices)
      : extents(e), ls(slices), values(12 * static_cast<std::size_t>(slices) * volume(e)) {}

  std::complex<T>* at(Coordinate const& x, int s) {
    return values.data() +
           12 * (static_cast<std::size_t>(s) * volume(extents) + lexicographic(x, extents));
  }
  std::complex<T> const* at(Coordinate const& x, int s) const {
    return const_cast<Field*>(this)->at(x, s);
  }
};

/// gamma_x, gamma_y, gamma_z, gamma_t as 4 x 4 matrices (DeGrand-Rossi).
std::array<std::array<std::complex<double>, 4>, 4> const& gamma(int mu);

/// Adds sign * gamma_mu applied to psi, plus psi itself, times `factor`, to `sum`.
void add_projected(SiteSpinor& sum, SiteSpinor const& psi, int mu, double sign, double factor);

/// matrix * psi, or matrix^dagger * psi.
SiteSpinor times(GaugeField::Link const& matrix, SiteSpinor const& psi, Dagger dagger);
/// The spinor at (x, s).
template <class T>
SiteSpinor site_spinor(Field<T> const& field, Coordinate const& x, int s) {
  SiteSpinor psi;
  auto const* const values = field.at(x, s);
  for (std::size_t i = 0; i < 12; ++i)
    psi[i / 3][i % 3] = std::complex<double>(values[i]);
  return psi;
}

/// (D psi)(x, s) or (D^dagger psi)(x, s), D the hopping term. `links(x, mu)` is U_mu(x), boundary
/// sign included, `psi(x, s)` a SiteSpinor; both know what lies one step outside the lattice.
template <class Links, class SpinorAt>
SiteSpinor hopping(Links const& links, SpinorAt const& psi, Coordinate const& x, int s,
                   Dagger dagger) {
  SiteSpinor sum{};
  double const sign = dagger == Dagger::no ? 1.0 : -1.0;
  for (std::size_t mu = 0; mu < 4; ++mu) {
    Coordinate forward = x;
    forward[mu] += 1;
    Coordinate backward = x;
    backward[mu] -= 1;
    int const direction = static_cast<int>(mu);
    add_projected(sum, times(links(x, direction), psi(forward, s), Dagger::no), direction, -sign,
                  -0.5);
    add_projected(sum, times(links(backward, direction), psi(backward, s), Dagger::yes), direction,
                  sign, -0.5);
  }
  return sum;
}

/// The same for a field on a periodic lattice.
template <class Links, class T>
SiteSpinor hopping(Links const& links, Field<T> const& in, Coordinate const& x, int s,
                   Dagger dagger) {
  auto const periodic = LocalVolume::whole(in.extents);
  return hopping(
      links,
      [&](Coordinate const& y, int slice) { return site_spinor(in, periodic.to_global(y), slice); },
      x, s, dagger);
}

/// out(x, s) = f(x, s) for all sites and slices, sites in parallel.
template <class T, class SiteFunction>
void for_each_site(Field<T>& out, SiteFunction const& f) {
  Kokkos::parallel_for(
      "kitt::core::reference",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, volume(out.extents)),
      [&](std::size_t site) {
        Coordinate const x = coordinate_of(site, out.extents);
        for (int s = 0; s < out.ls; ++s) {
          SiteSpinor const value = f(x, s);
          for (std::size_t i = 0; i < 12; ++i)
            out.at(x, s)[i] = std::complex<T>(value[i / 3][i % 3]);
        }
      });
  Kokkos::DefaultHostExecutionSpace().fence("kitt::core::reference: result complete");
}

/// D psi on every site.
template <class Links, class T>
Field<T> apply_hopping(Links const& links, Field<T> const& in, Dagger dagger = Dagger::no) {
  Field<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) { return hopping(links, in, x, s, dagger); });
  return out;
}

/// Wilson operator M = (4 + mass) + D.
template <class Links, class T>
Field<T> apply_wilson(Links const& links, Field<T> const& in, double mass,
                      Dagger dagger = Dagger::no) {
  Field<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    SiteSpinor sum = hopping(links, in, x, s, dagger);
    SiteSpinor const psi = site_spinor(in, x, s);
    for (std::size_t i = 0; i < 12; ++i)
      sum[i / 3][i % 3] += (4.0 + mass) * psi[i / 3][i % 3];
    return sum;
  });
  return out;
}

/// Shamir domain wall: (D psi)(s) = [M(-m5) + 1] psi(s) - P_- psi(s+1) - P_+ psi(s-1), the fields
/// beyond either end being -mass times those at the other.
template <class Links, class T>
Field<T> apply_domain_wall(Links const& links, Field<T> const& in, double m5, double mass,
                           Dagger dagger = Dagger::no) {
  Field<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    SiteSpinor sum = hopping(links, in, x, s, dagger);
    SiteSpinor const psi = site_spinor(in, x, s);
    SiteSpinor const above = site_spinor(in, x, (s + 1) % in.ls);
    SiteSpinor const below = site_spinor(in, x, (s + in.ls - 1) % in.ls);
    double const wrap_above = s + 1 == in.ls ? -mass : 1.0;
    double const wrap_below = s == 0 ? -mass : 1.0;
    for (std::size_t i = 0; i < 12; ++i) {
      // P_+ keeps spins 0 and 1, P_- spins 2 and 3.
      bool const from_below = (i / 3 < 2) == (dagger == Dagger::no);
      sum[i / 3][i % 3] +=
          (5.0 - m5) * psi[i / 3][i % 3] -
          (from_below ? wrap_below * below[i / 3][i % 3] : wrap_above * above[i / 3][i % 3]);
    }
    return sum;
  });
  return out;
}

} // namespace kitt::reference
