// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Helpers for tests of actions: padded links of a periodic lattice, and derivatives by a link.

#include "core/gauge_action/padded_links.hpp"
#include "test/core/fields/link_errors.hpp"

#include <cmath>
#include <complex>

namespace kitt::test {

/// Fills the ghosts of a field on a whole periodic lattice.
inline void fill_ghosts(AnyPaddedField const& field) {
  ExecutionSpace const exec;
  for (int mu = 0; mu < 4; ++mu)
    copy_layers(exec, field, mu);
  exec.fence("test: ghosts complete");
}

/// Returns padded links of a whole periodic lattice, with ghosts.
inline PaddedLinks padded_links(GaugeField const& field) {
  PaddedLinks links{PaddedLattice(LocalVolume::whole(field.extents))};
  set_links(field, links);
  fill_ghosts(links);
  return links;
}

/// Returns exp(i e lambda_a / 2) for one of the Gell-Mann matrices, written out for each of them.
inline GaugeField::Link turn(int a, double e) {
  GaugeField::Link u{};
  for (std::size_t i = 0; i < 3; ++i)
    u[i][i] = 1;
  auto const c = std::cos(e / 2);
  auto const s = std::sin(e / 2);
  auto const off = [&](std::size_t i, std::size_t j, std::complex<double> upper) {
    u[i][i] = u[j][j] = c;
    u[i][j] = upper * s;
    u[j][i] = -std::conj(upper) * s;
  };
  std::complex<double> const imaginary(0, 1);
  auto const phase = [&](double angle) { return std::polar(1.0, angle); };
  switch (a) {
  case 0:
    off(0, 1, imaginary);
    break;
  case 1:
    off(0, 1, 1);
    break;
  case 2:
    u[0][0] = phase(e / 2);
    u[1][1] = phase(-e / 2);
    break;
  case 3:
    off(0, 2, imaginary);
    break;
  case 4:
    off(0, 2, 1);
    break;
  case 5:
    off(1, 2, imaginary);
    break;
  case 6:
    off(1, 2, 1);
    break;
  default:
    u[0][0] = u[1][1] = phase(e / 2 / std::sqrt(3.0));
    u[2][2] = phase(-e / std::sqrt(3.0));
  }
  return u;
}

/// Returns the numerical derivative of action() in the direction of lambda_a at a link. The link is
/// the same afterwards.
template <class Action>
double derivative_by_link(GaugeField::Link& link, int a, Action const& action) {
  constexpr double e = 1e-3;
  auto const kept = link;
  auto const at = [&](double distance) {
    link = product(turn(a, distance), kept);
    return action();
  };
  auto const first = (at(e) - at(-e)) / (2 * e);
  auto const second = (at(2 * e) - at(-2 * e)) / (4 * e);
  link = kept;
  return (4 * first - second) / 3;
}

} // namespace kitt::test
