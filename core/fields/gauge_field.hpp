// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/components.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <complex>
#include <cstddef>
#include <vector>

namespace kitt {

/// Boundary condition in time: the sign of a fermion field after one turn around the lattice.
enum class TimeBoundary { periodic, antiperiodic };
constexpr auto names_of(TimeBoundary) {
  return std::array{"periodic", "antiperiodic"};
}
/// Returns -U. -U replaces U on links that cross an antiperiodic boundary.
template <std::size_t Colours>
std::array<std::array<std::complex<double>, Colours>, Colours>
negative(std::array<std::array<std::complex<double>, Colours>, Colours> link) {
  for (auto& row : link)
    for (auto& element : row)
      element = -element;
  return link;
}

/// A link matrix on the host, indexed [row][column].
template <int Colours>
using ColourMatrix = std::array<std::array<std::complex<double>, Colours>, Colours>;

/// Gauge links U_mu(x), Colours x Colours matrices, on the host in a plain layout. Sites are in
/// lexicographic order with x fastest, then mu = x, y, z, t, then row, then column. Gauge-field
/// files are read into this type. Observables and the reference operators use it, and the link
/// fields of kernels are filled from it. The field contains no boundary condition.
template <int Colours>
struct GaugeFieldOf {
  using Link = ColourMatrix<Colours>;

  Extents extents{};
  std::vector<Link> links; ///< 4 * volume(extents) matrices; U_mu(site) is element 4 * site + mu

  Link& at(std::size_t site, int mu) { return links[4 * site + static_cast<std::size_t>(mu)]; }
  Link const& at(std::size_t site, int mu) const {
    return links[4 * site + static_cast<std::size_t>(mu)];
  }
};
using GaugeField = GaugeFieldOf<colours>; ///< gauge field of SU(3)

} // namespace kitt
