// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/finite.hpp"
#include "core/fields/gauge_observables.hpp"
#include "core/fields/link_storage.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/halo/face.hpp"
#include "core/halo/travel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

/// \file
/// What the result of a hopping term is compared with, and how far off it may be.

namespace kitt::miniapp {

/// How far a field is from the one expected: as a whole, |out - expected| / |expected|, and at the
/// site (x, s) where it is furthest. A site counts in units of the root mean square of |expected|
/// over all sites. One wrong site among millions shows in the second number alone.
struct HoppingError {
  double whole = 0;
  double site = 0;

  /// Returns the larger one of each error.
  HoppingError worse(HoppingError const& other) const {
    return {std::max(whole, other.whole), std::max(site, other.site)};
  }
  bool within(HoppingError const& allowed) const {
    return is_within(whole, allowed.whole) && is_within(site, allowed.site);
  }
};

/// Sums over the sites of one rank, or of all.
struct Difference {
  double difference2 = 0;      ///< |out - expected|^2, not a number if any element of `out` is not
  double norm2 = 0;            ///< |expected|^2
  double site_difference2 = 0; ///< the largest |out - expected|^2 of a site (x, s)
  double sites = 0;

  Difference& operator+=(Difference const& other) {
    difference2 += other.difference2;
    norm2 += other.norm2;
    site_difference2 = std::max(site_difference2, other.site_difference2);
    sites += other.sites;
    return *this;
  }
};

/// The difference over all ranks. Collective, if `world` is.
template <class World>
Difference over_all_ranks(Difference const& own, World const& world) {
  return {world.sum(own.difference2), world.sum(own.norm2), world.max(own.site_difference2),
          world.sum(own.sites)};
}

/// Infinite if the result is not a number.
inline HoppingError error_of(Difference const& all) {
  HoppingError const error{std::sqrt(all.difference2 / all.norm2),
                           std::sqrt(all.site_difference2 / (all.norm2 / all.sites))};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return is_finite(error.whole) && is_finite(error.site) ? error : HoppingError{infinity, infinity};
}

/// The difference over this rank's sites; the same in every run with the same threads.
template <class T, int Lanes>
Difference difference_of(SpinorField<T, Lanes> const& out, SpinorField<T, Lanes> const& expected) {
  auto const a = out.view();
  auto const b = expected.view();
  Difference sum{.sites = static_cast<double>(a.extent(0) * a.extent(1) * Lanes)};
  Kokkos::parallel_reduce(
      "kitt::miniapp::difference", SitePolicy(0, static_cast<int>(a.extent(0))),
      KOKKOS_LAMBDA(int site, double& difference2, double& norm2, double& largest2) {
        for (std::size_t s = 0; s < a.extent(1); ++s) {
          double off2[Lanes] = {};
          double value2[Lanes] = {};
          for (int i = 0; i < 24; ++i)
            for (int lane = 0; lane < Lanes; ++lane) {
              double const value = b(site, s, i / 2, i % 2, lane);
              double const off = a(site, s, i / 2, i % 2, lane) - value;
              off2[lane] += off * off;
              value2[lane] += value * value;
            }
          for (int lane = 0; lane < Lanes; ++lane) {
            difference2 += off2[lane];
            norm2 += value2[lane];
            largest2 = Kokkos::max(largest2, off2[lane]);
          }
        }
      },
      sum.difference2, sum.norm2, Kokkos::Max<double>(sum.site_difference2));
  return sum;
}

/// What a hopping term rounds besides its arithmetic.
struct HoppingLosses {
  LinkStorage links = LinkStorage::full;
  Travel travel = Travel::same;  ///< of the faces; `same` where there are none
  UnitarityError unitarity = {}; ///< of the links: what two rows cannot tell of the third
};

/// The most that a number of this many bytes is off, relative: half a unit in the last of the 11,
/// 24 or 53 bits that it has.
constexpr double half_unit(std::size_t bytes) {
  return bytes == 2 ? 0x1p-11 : bytes == 4 ? 0x1p-24 : 0x1p-53;
}

/// The largest error that passes. Each loss adds what it may put a leg off by, relative to the leg:
/// - arithmetic in T and the rounding of its fields: 2e-6 single, 1e-13 double, ten times what is
///   found;
/// - links or faces in fewer bits: half a unit in the last place;
/// - the third row made from two: with H = sqrt(U U^dagger) = 1 + E / 2 and V = H^-1 U unitary, the
///   two rows give that row of conj(det U) H^-1 V where the link has that of H V. They differ by
///   sqrt(3) times the largest element of E, and |det U - 1|, to first order.
///
/// The legs' errors at one site may all add up: a leg is P U psi, P a projector, with |psi|^2 at
/// most 24 for numbers in [-1, 1]; eight legs reach 8 sqrt(24), where the root mean square of their
/// sum is sqrt(8 * 24 / 6): a ratio below 8.
template <class T>
HoppingError tolerance(HoppingLosses const& losses) {
  double whole = sizeof(T) == sizeof(float) ? 2e-6 : 1e-13;
  if (losses.links == LinkStorage::narrow)
    whole += half_unit(sizeof(T) / 2);
  if (losses.links == LinkStorage::two_rows)
    whole += std::sqrt(3.0) * losses.unitarity.unitarity + losses.unitarity.determinant;
  if (travel_bytes<T>(losses.travel) < sizeof(T))
    whole += half_unit(travel_bytes<T>(losses.travel));
  return {whole, legs * whole};
}

} // namespace kitt::miniapp
