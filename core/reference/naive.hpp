// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The operators written a second time, directly from their formulas, to check the kernels. The
/// naive operators use dense gamma matrices, plain coordinates and double precision. The naive
/// operators have no lanes and no special layout, and share no code with the kernels. The naive
/// operators are slow on purpose.

#include "core/algebra/spin.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/lattice/lattice.hpp"

#include <Kokkos_Core.hpp>

#include <complex>
#include <vector>

namespace kitt::reference {

/// The complex numbers of one site of a field, indexed [spin][colour].
template <std::size_t Spins, std::size_t Colours = 3>
using SiteSpins = std::array<std::array<std::complex<double>, Colours>, Spins>;
using SiteSpinor = SiteSpins<4>;
/// A matrix that acts on colours.
template <std::size_t Colours>
using Matrix = std::array<std::array<std::complex<double>, Colours>, Colours>;
using SiteColourVector = SiteSpins<1>;

/// A spinor field of both parities. The order is: slices s, then sites in lexicographic order, then
/// spin, then colour.
template <class T, std::size_t Spins = 4, std::size_t Colours = 3>
struct Field {
  static constexpr std::size_t site_numbers = Colours * Spins;
  Extents extents;
  int ls;
  std::vector<std::complex<T>> values;

  Field(Extents const& e, int slices)
      : extents(e), ls(slices),
        values(site_numbers * static_cast<std::size_t>(slices) * volume(e)) {}

  std::complex<T>* at(Coordinate const& x, int s) {
    return values.data() + site_numbers * (static_cast<std::size_t>(s) * volume(extents) +
                                           lexicographic(x, extents));
  }
  std::complex<T> const* at(Coordinate const& x, int s) const {
    return const_cast<Field*>(this)->at(x, s);
  }
};

/// Returns the 4 x 4 matrix gamma_x, gamma_y, gamma_z or gamma_t (DeGrand-Rossi basis).
Matrix<4> const& gamma(int mu);

/// Returns sum + a * b, written out. The product of the standard library also handles infinities
/// and takes ten times as long.
inline std::complex<double> plus_product(std::complex<double> sum, std::complex<double> a,
                                         std::complex<double> b) {
  return {sum.real() + a.real() * b.real() - a.imag() * b.imag(),
          sum.imag() + a.real() * b.imag() + a.imag() * b.real()};
}

/// Adds factor * (1 + sign * gamma_mu) psi to `sum`.
template <std::size_t Colours>
void add_projected(SiteSpins<4, Colours>& sum, SiteSpins<4, Colours> const& psi, int mu,
                   double sign, double factor) {
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t colour = 0; colour < Colours; ++colour) {
      std::complex<double> projected = psi[row][colour];
      for (std::size_t column = 0; column < 4; ++column)
        projected = plus_product(projected, sign * gamma(mu)[row][column], psi[column][colour]);
      sum[row][colour] += factor * projected;
    }
}

/// Returns matrix * psi, or matrix^dagger * psi. The matrix acts on colours.
template <std::size_t Colours>
SiteSpins<4, Colours> times(Matrix<Colours> const& matrix, SiteSpins<4, Colours> const& psi,
                            Dagger dagger) {
  SiteSpins<4, Colours> product{};
  for (std::size_t spin = 0; spin < 4; ++spin)
    for (std::size_t row = 0; row < Colours; ++row)
      for (std::size_t column = 0; column < Colours; ++column)
        product[spin][row] = plus_product(product[spin][row],
                                          dagger == Dagger::no ? matrix[row][column]
                                                               : std::conj(matrix[column][row]),
                                          psi[spin][column]);
  return product;
}

/// Returns the spinor of a field at site x and slice s.
template <class T, std::size_t Spins, std::size_t Colours>
SiteSpins<Spins, Colours> site_spinor(Field<T, Spins, Colours> const& field, Coordinate const& x,
                                      int s) {
  SiteSpins<Spins, Colours> psi;
  auto const* const values = field.at(x, s);
  for (std::size_t i = 0; i < Colours * Spins; ++i)
    psi[i / Colours][i % Colours] = std::complex<double>(values[i]);
  return psi;
}

/// Returns the hopping term D, or its adjoint, applied to psi at one site: (D psi)(x, s) or
/// (D^dagger psi)(x, s). `links(x, mu)` must return U_mu(x) with the boundary sign. `psi(x, s)`
/// must return a spinor with the links' number of colours. `links` and `psi` are called for x up to
/// one step outside the lattice.
template <class Links, class SpinorAt>
auto hopping(Links const& links, SpinorAt const& psi, Coordinate const& x, int s, Dagger dagger) {
  decltype(psi(x, s)) sum{};
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

/// Returns a function of (x, s) that gives the spinors of a field on a periodic lattice.
template <class T, std::size_t Spins, std::size_t Colours>
auto periodic(Field<T, Spins, Colours> const& field) {
  return [&field, whole = LocalVolume::whole(field.extents)](Coordinate const& x, int s) {
    return site_spinor(field, whole.to_global(x), s);
  };
}

/// Returns the Wilson operator M = (4 + mass) + D, or its adjoint, applied to psi at one site: (M
/// psi)(x, s) or (M^dagger psi)(x, s). `links` and `psi` are as for hopping().
template <class Links, class SpinorAt>
auto wilson(Links const& links, SpinorAt const& psi, Coordinate const& x, int s, double mass,
            Dagger dagger) {
  auto sum = hopping(links, psi, x, s, dagger);
  auto const here = psi(x, s);
  for (std::size_t spin = 0; spin < 4; ++spin)
    for (std::size_t colour = 0; colour < here[spin].size(); ++colour)
      sum[spin][colour] += (4.0 + mass) * here[spin][colour];
  return sum;
}

/// Returns the twisted-mass operator M = (4 + mass) + i mu gamma_5 + D, or its adjoint, applied to
/// psi at one site. gamma_5 is the product of the four gamma matrices. `links` and `psi` are as for
/// hopping().
template <class Links, class SpinorAt>
SiteSpinor twisted_mass(Links const& links, SpinorAt const& psi, Coordinate const& x, int s,
                        std::array<double, 2> const& mass_mu, Dagger dagger) {
  auto const [mass, mu] = mass_mu;
  auto sum = wilson(links, psi, x, s, mass, dagger);
  auto turned = psi(x, s);
  for (int direction = 3; direction >= 0; --direction) {
    SiteSpinor next{};
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        for (std::size_t colour = 0; colour < 3; ++colour)
          next[row][colour] = plus_product(next[row][colour], gamma(direction)[row][column],
                                           turned[column][colour]);
    turned = next;
  }
  std::complex<double> const twist(0, dagger == Dagger::no ? mu : -mu);
  for (std::size_t i = 0; i < 12; ++i)
    sum[i / 3][i % 3] = plus_product(sum[i / 3][i % 3], twist, turned[i / 3][i % 3]);
  return sum;
}

/// Parameters of a Shamir domain-wall operator. `ls` is the number of slices of the fields.
struct DomainWall {
  int ls;
  double m5;
  double mass;
};

/// Returns the domain-wall operator, or its adjoint, applied to psi at one site: (D psi)(s) =
/// [M(-m5) + 1] psi(s) - P_- psi(s+1) - P_+ psi(s-1). Beyond either end of s, psi is -mass times
/// psi at the other end. `links` and `psi` are as for hopping().
template <class Links, class SpinorAt>
SiteSpinor domain_wall(Links const& links, SpinorAt const& psi, Coordinate const& x, int s,
                       DomainWall const& wall, Dagger dagger) {
  SiteSpinor sum = hopping(links, psi, x, s, dagger);
  SiteSpinor const here = psi(x, s);
  SiteSpinor const above = psi(x, (s + 1) % wall.ls);
  SiteSpinor const below = psi(x, (s + wall.ls - 1) % wall.ls);
  double const wrap_above = s + 1 == wall.ls ? -wall.mass : 1.0;
  double const wrap_below = s == 0 ? -wall.mass : 1.0;
  for (std::size_t i = 0; i < 12; ++i) {
    // P_+ keeps the spins 0 and 1, and P_- keeps the spins 2 and 3.
    bool const from_below = (i / 3 < 2) == (dagger == Dagger::no);
    sum[i / 3][i % 3] +=
        (5.0 - wall.m5) * here[i / 3][i % 3] -
        (from_below ? wrap_below * below[i / 3][i % 3] : wrap_above * above[i / 3][i % 3]);
  }
  return sum;
}

/// Parameters of a Moebius domain-wall operator.
struct Mobius {
  DomainWall wall;
  double b5;
  double c5;
};

/// Returns T psi, or its adjoint, at one site and slice: P_- psi(s+1) + P_+ psi(s-1), with psi from
/// the other end, times -mass, beyond either end of s. `psi(s)` must return a spinor.
template <class SpinorAt>
SiteSpinor shifted(SpinorAt const& psi, int s, DomainWall const& wall, Dagger dagger) {
  SiteSpinor const above = psi((s + 1) % wall.ls);
  SiteSpinor const below = psi((s + wall.ls - 1) % wall.ls);
  double const wrap_above = s + 1 == wall.ls ? -wall.mass : 1.0;
  double const wrap_below = s == 0 ? -wall.mass : 1.0;
  SiteSpinor sum;
  for (std::size_t i = 0; i < 12; ++i)
    sum[i / 3][i % 3] = (i / 3 < 2) == (dagger == Dagger::no) ? wrap_below * below[i / 3][i % 3]
                                                              : wrap_above * above[i / 3][i % 3];
  return sum;
}

/// Returns the sum a x + b y of spinors.
inline SiteSpinor combination(double a, SiteSpinor const& x, double b, SiteSpinor const& y) {
  SiteSpinor sum;
  for (std::size_t i = 0; i < 12; ++i)
    sum[i / 3][i % 3] = a * x[i / 3][i % 3] + b * y[i / 3][i % 3];
  return sum;
}

/// Returns the Moebius domain-wall operator, or its adjoint, applied to psi at one site: D_+ psi -
/// D_- T psi, with D_+ = b5 M + 1, D_- = 1 - c5 M and the Wilson operator M of mass -m5. `links`
/// and `psi` are as for hopping().
template <class Links, class SpinorAt>
SiteSpinor mobius(Links const& links, SpinorAt const& psi, Coordinate const& x, int s,
                  Mobius const& of, Dagger dagger) {
  auto const wilson_of = [&](auto const& field, int slice) {
    return wilson(links, field, x, slice, -of.wall.m5, dagger);
  };
  auto const here = [&](int slice) { return psi(x, slice); };
  auto const local =
      combination(1, psi(x, s), -1, shifted(here, s, of.wall, dagger)); // (1 - T) psi
  if (dagger == Dagger::no) {
    auto const turned = [&](Coordinate const& y, int slice) {
      return shifted([&](int at) { return psi(y, at); }, slice, of.wall, dagger);
    };
    auto const hops = combination(of.b5, wilson_of(psi, s), of.c5, wilson_of(turned, s));
    return combination(1, local, 1, hops);
  }
  auto const applied = [&](int slice) { return wilson_of(psi, slice); };
  auto const hops = combination(of.b5, applied(s), of.c5, shifted(applied, s, of.wall, dagger));
  return combination(1, local, 1, hops);
}

/// Sets out(x, s) = slices(s) for all sites and slices, with slices = at(x). Sites are computed in
/// parallel. `at` may compute what all slices of a site need.
template <class T, std::size_t Spins, std::size_t Colours, class SlicesAt>
void for_all_slices(Field<T, Spins, Colours>& out, SlicesAt const& at) {
  Kokkos::parallel_for(
      "kitt::core::reference",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, volume(out.extents)),
      [&](std::size_t site) {
        Coordinate const x = coordinate_of(site, out.extents);
        auto const& slices = at(x);
        for (int s = 0; s < out.ls; ++s) {
          SiteSpins<Spins, Colours> const value = slices(s);
          for (std::size_t i = 0; i < Colours * Spins; ++i)
            out.at(x, s)[i] = std::complex<T>(value[i / Colours][i % Colours]);
        }
      });
  Kokkos::DefaultHostExecutionSpace().fence("kitt::core::reference: result complete");
}

/// Sets out(x, s) = f(x, s) for all sites and slices. Sites are computed in parallel.
template <class T, std::size_t Spins, std::size_t Colours, class SiteFunction>
void for_each_site(Field<T, Spins, Colours>& out, SiteFunction const& f) {
  for_all_slices(out, [&](Coordinate const& x) { return [&f, x](int s) { return f(x, s); }; });
}

/// Returns the hopping term, or its adjoint, applied to a field on a periodic lattice.
template <class Links, class T, std::size_t Colours>
Field<T, 4, Colours> apply_hopping(Links const& links, Field<T, 4, Colours> const& in,
                                   Dagger dagger = Dagger::no) {
  Field<T, 4, Colours> out(in.extents, in.ls);
  for_each_site(
      out, [&](Coordinate const& x, int s) { return hopping(links, periodic(in), x, s, dagger); });
  return out;
}

/// Returns the Wilson operator applied to a field on a periodic lattice.
template <class Links, class T, std::size_t Colours>
Field<T, 4, Colours> apply_wilson(Links const& links, Field<T, 4, Colours> const& in, double mass,
                                  Dagger dagger = Dagger::no) {
  Field<T, 4, Colours> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    return wilson(links, periodic(in), x, s, mass, dagger);
  });
  return out;
}

/// Returns the twisted-mass operator, or its adjoint, applied to a field on a periodic lattice.
template <class Links, class T>
Field<T> apply_twisted_mass(Links const& links, Field<T> const& in, double mass, double mu,
                            Dagger dagger = Dagger::no) {
  Field<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    return twisted_mass(links, periodic(in), x, s, {mass, mu}, dagger);
  });
  return out;
}

/// Returns the domain-wall operator applied to a field on a periodic lattice.
template <class Links, class T>
Field<T> apply_domain_wall(Links const& links, Field<T> const& in, double m5, double mass,
                           Dagger dagger = Dagger::no) {
  Field<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    return domain_wall(links, periodic(in), x, s, {in.ls, m5, mass}, dagger);
  });
  return out;
}

/// Returns the Moebius domain-wall operator applied to a field on a periodic lattice.
template <class Links, class T>
Field<T> apply_mobius(Links const& links, Field<T> const& in, Mobius const& of,
                      Dagger dagger = Dagger::no) {
  Field<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    return mobius(links, periodic(in), x, s, of, dagger);
  });
  return out;
}

} // namespace kitt::reference
