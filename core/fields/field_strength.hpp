// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_algebra.hpp"
#include "core/lattice/lattice.hpp"

#include <array>

namespace kitt {

/// A plane of two different directions.
struct Plane {
  int mu;
  int nu;
};
/// All planes with mu < nu.
inline constexpr std::array<Plane, 6> planes{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

/// Returns the site `steps` steps from x in direction mu.
inline Coordinate moved(Coordinate x, int mu, int steps) {
  x[static_cast<std::size_t>(mu)] += steps;
  return x;
}

/// Returns the sum Q of the four plaquettes in a plane that begin and end at x, the leaves of the
/// clover. Each leaf turns from mu to nu. `links(x, mu)` must return U_mu(x). `links` is called for
/// x up to one step outside the lattice in both directions of the plane at once.
template <class Links>
GaugeField::Link clover_leaves(Links const& links, Coordinate const& x, Plane const& plane) {
  auto const [mu, nu] = plane;
  auto const below = moved(x, mu, -1);
  auto const left = moved(x, nu, -1);
  // Each leaf has two halves: from x to the opposite corner, and from there back to x.
  auto const to_upper = product(links(x, mu), links(moved(x, mu, 1), nu));
  auto const from_upper = product(links(x, nu), links(moved(x, nu, 1), mu));
  auto sum = product(to_upper, adjoint(from_upper));
  auto const around = product(links(below, nu), links(moved(below, nu, 1), mu));
  add(sum, product(product(links(x, nu), adjoint(around)), links(below, mu)));
  auto const corner = moved(below, nu, -1);
  auto const to_corner = product(links(corner, nu), links(below, mu));
  auto const from_corner = product(links(corner, mu), links(left, nu));
  add(sum, product(adjoint(to_corner), from_corner));
  auto const beside = product(links(left, mu), links(moved(left, mu, 1), nu));
  add(sum, product(adjoint(links(left, nu)), product(beside, adjoint(links(x, mu)))));
  return sum;
}

/// Returns the lattice field strength F_mu,nu(x) = (Q - Q^dagger) / 8, which is antihermitian. Q is
/// the sum of the clover's leaves. On smooth fields F = i g a^2 (continuum field strength). Source:
/// Luscher, Sint, Sommer, Weisz, Nucl. Phys. B 478 (1996) 365.
template <class Links>
GaugeField::Link field_strength(Links const& links, Coordinate const& x, Plane const& plane) {
  auto const leaves = clover_leaves(links, x, plane);
  GaugeField::Link strength{};
  add(strength, leaves, 0.125);
  add(strength, adjoint(leaves), -0.125);
  return strength;
}

} // namespace kitt
