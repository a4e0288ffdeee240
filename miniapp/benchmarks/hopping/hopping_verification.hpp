// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/finite.hpp"
#include "core/fields/gauge_observables.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/fields/storage.hpp"
#include "core/halo/face.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

/// \file
/// Comparison of the result of a hopping term with the expected result, and the allowed error.

namespace kitt::miniapp {

/// Error of a field. One wrong site among millions is visible only in `site`.
struct FieldError {
  double whole = 0; ///< |out - expected| / |expected| of the whole field
  /// largest |out - expected| of a site (x, s), divided by the root mean square of |expected| over
  /// all sites
  double site = 0;

  /// Returns the larger value of each error.
  FieldError worse(FieldError const& other) const {
    return {std::max(whole, other.whole), std::max(site, other.site)};
  }
  bool within(FieldError const& allowed) const {
    return is_within(whole, allowed.whole) && is_within(site, allowed.site);
  }
};

/// Sums over the sites of one rank or of all ranks, from which the error of a field follows.
struct Difference {
  double difference2 = 0;      ///< |out - expected|^2; NaN if any element of `out` is NaN
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

/// Returns the difference over all ranks. Collective if `world` is a communicator.
template <class World>
Difference over_all_ranks(Difference const& own, World const& world) {
  return {world.sum(own.difference2), world.sum(own.norm2), world.max(own.site_difference2),
          world.sum(own.sites)};
}

/// Computes the error of a field from a difference. The error is infinite if the result is NaN.
inline FieldError error_of(Difference const& all) {
  FieldError const error{std::sqrt(all.difference2 / all.norm2),
                         std::sqrt(all.site_difference2 / (all.norm2 / all.sites))};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return is_finite(error.whole) && is_finite(error.site) ? error : FieldError{infinity, infinity};
}

/// Returns the difference over this rank's sites. Runs with equal numbers of threads get equal
/// results.
template <class T, int Lanes, int Spins>
Difference difference_of(SpinorField<T, Lanes, Spins> const& out,
                         SpinorField<T, Lanes, Spins> const& expected) {
  auto const a = out.view();
  auto const b = expected.view();
  Difference sum{.sites = static_cast<double>(a.extent(0) * a.extent(1) * Lanes)};
  Kokkos::parallel_reduce(
      "kitt::miniapp::difference", SitePolicy(0, static_cast<int>(a.extent(0))),
      KOKKOS_LAMBDA(int site, double& difference2, double& norm2, double& largest2) {
        for (std::size_t s = 0; s < a.extent(1); ++s) {
          double off2[Lanes] = {};
          double value2[Lanes] = {};
          for (int i = 0; i < 6 * Spins; ++i)
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

/// Sources of rounding errors of a hopping term, apart from its arithmetic.
struct RoundingLosses {
  LinkStorage links = LinkStorage::full;
  Travel travel = Travel::same;  ///< halo precision; `same` if the lattice is not split
  UnitarityError unitarity = {}; ///< error of the links, which limits a third row made from two
};

/// Returns the largest relative rounding error of a floating-point number of 2, 4 or 8 bytes: half
/// a unit in the last place of a mantissa of 11, 24 or 53 bits.
constexpr double half_unit(std::size_t bytes) {
  return bytes == 2 ? 0x1p-11 : bytes == 4 ? 0x1p-24 : 0x1p-53;
}

/// Returns the largest allowed error of a result. Each source of errors adds its largest relative
/// error of one hop:
/// - Arithmetic in T and rounding of the fields add 2e-6 in single precision and 1e-13 in double
///   precision, ten times the measured errors.
/// - Links or ghosts with fewer bits add half a unit in the last place.
/// - A third row made from two adds an error that depends on the links. Let H = sqrt(U U^dagger) =
///   1 + E / 2 and V = H^-1 U, which is unitary. The third row of the link is the row of H V. The
///   two rows give the row of conj(det U) H^-1 V instead. To first order, these rows differ by
///   sqrt(3) times the largest element of E, and by |det U - 1|.
///
/// At one site, the errors of all hops may add up. A hop is P U psi with a projector P, and |psi|^2
/// is at most 24 for numbers in [-1, 1]. So eight hops reach 8 sqrt(24). The root mean square of
/// the sum of the hops is sqrt(8 * 24 / 6). The ratio of the two is below 8. For staggered hops,
/// |chi|^2 is at most 6. Eight hops reach 8 sqrt(6), the root mean square of their sum is sqrt(8 *
/// 6 / 3), and the ratio is below 5. Long hops change the ratio by a few percent.
template <class T>
FieldError tolerance(RoundingLosses const& losses) {
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
