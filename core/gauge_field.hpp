// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <vector>

namespace kitt {

/// Extents of a four-dimensional lattice in the order x, y, z, t.
using Extents = std::array<int, 4>;

/// Number of sites; 64 bits, so that no volume that fits in memory overflows.
constexpr std::size_t volume(Extents const& extents) {
  std::size_t product = 1;
  for (int const extent : extents)
    product *= static_cast<std::size_t>(extent);
  return product;
}

/// Gauge links U_mu(x) on the host in the plainest layout there is: sites lexicographic with x
/// fastest, then mu = x, y, z, t, then row, then column. What files are read into, what
/// observables and the reference operators read, and what the kernels' link fields are filled from.
/// No boundary condition is applied here.
struct GaugeField {
  using Link = std::array<std::array<std::complex<double>, 3>, 3>;

  Extents extents{};
  std::vector<Link> links; ///< 4 * volume(extents) matrices, at 4 * site + mu

  Link& at(std::size_t site, int mu) { return links[4 * site + static_cast<std::size_t>(mu)]; }
  Link const& at(std::size_t site, int mu) const {
    return links[4 * site + static_cast<std::size_t>(mu)];
  }
};

} // namespace kitt
