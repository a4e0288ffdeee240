// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/link_algebra.hpp"

#include "core/base/error.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace kitt {

namespace {

using Link = GaugeField::Link;

/// Returns the Frobenius norm: the root of the sum of all |a_ij|^2.
double norm(Link const& a) {
  double sum = 0;
  for (auto const& row : a)
    for (auto const& element : row)
      sum += std::norm(element);
  return std::sqrt(sum);
}

/// Returns the matrix of cofactors. The inverse of a matrix is the transpose of its cofactors
/// divided by the determinant.
Link cofactors(Link const& a) {
  Link c;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      auto const &above = a[(i + 1) % 3], &below = a[(i + 2) % 3];
      c[i][j] = product(above[(j + 1) % 3], below[(j + 2) % 3]) -
                product(above[(j + 2) % 3], below[(j + 1) % 3]);
    }
  return c;
}

/// Returns (A^-1)^dagger. Empty if A is singular within rounding errors.
std::optional<Link> inverse_adjoint(Link const& a) {
  auto inverse = cofactors(a);
  auto const determinant = product(a[0][0], inverse[0][0]) + product(a[0][1], inverse[0][1]) +
                           product(a[0][2], inverse[0][2]);
  constexpr auto rounding = std::numeric_limits<double>::epsilon();
  if (!(std::abs(determinant) > rounding * norm(a) * norm(inverse)))
    return std::nullopt;
  for (auto& row : inverse)
    for (auto& element : row)
      element = std::conj(element / determinant);
  return inverse;
}

/// Returns the unitary part of V, by Newton's iteration for the polar decomposition. In each step a
/// singular value s becomes (s + 1/s) / 2, so that 1 + e becomes 1 + e^2/2. Before each step V is
/// scaled so that its singular values are centred on one. Without this scaling, a small singular
/// value becomes large, and rounding errors count twice. Empty if V is singular. Source: Higham,
/// SIAM J. Sci. Stat. Comput. 7 (1986) 1160.
std::optional<Link> unitary_part(Link v) {
  constexpr double square_vanishes = 1e-8;
  double distance = 1;
  while (distance > square_vanishes) {
    auto const other = inverse_adjoint(v);
    if (!other)
      return std::nullopt;
    double const scale = std::sqrt(norm(*other) / norm(v));
    Link mean{}, difference{};
    add(mean, v, scale / 2);
    add(mean, *other, 1 / scale / 2);
    add(difference, v, scale);
    add(difference, *other, -1 / scale);
    distance = norm(difference);
    v = mean;
  }
  return v;
}

} // namespace

GaugeField unitary_links(GaugeField links) {
  auto& all = links.links;
  std::size_t singular = all.size();
  Kokkos::parallel_reduce(
      "kitt::core::unitary_links",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, all.size()),
      [&](std::size_t i, std::size_t& first) {
        if (auto const unitary = unitary_part(all[i]))
          all[i] = *unitary;
        else
          first = std::min(first, i);
      },
      Kokkos::Min<std::size_t>(singular));
  KITT_VALIDATE(singular >= all.size(),
                "the link in direction " + std::string(1, "xyzt"[singular % 4]) + " of site " +
                    std::to_string(singular / 4) +
                    " is singular (it has no nearest unitary matrix): use another gauge field");
  return links;
}

} // namespace kitt
