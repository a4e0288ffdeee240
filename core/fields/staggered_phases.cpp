// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/staggered_phases.hpp"

#include <utility>

namespace kitt {

namespace {

/// Returns true if eta_mu(x) is -1.
bool phase_is_negative(Coordinate const& x, int mu) {
  int exponent = 0;
  if (mu != 3) {
    exponent = x[3];
    for (int nu = 0; nu < mu; ++nu)
      exponent += x[static_cast<std::size_t>(nu)];
  }
  return exponent % 2 != 0;
}

} // namespace

GaugeField with_staggered_phases(GaugeField links, LocalVolume const& volume, TimeBoundary boundary,
                                 int hop) {
  for (std::size_t site = 0; site < links.links.size() / 4; ++site) {
    Coordinate const x = volume.to_global(coordinate_of(site, volume.extents));
    for (int mu = 0; mu < 4; ++mu) {
      int const crossings = mu == 3 ? (x[3] + hop) / volume.global[3] : 0;
      bool const turned = boundary == TimeBoundary::antiperiodic && crossings % 2 != 0;
      if (phase_is_negative(x, mu) != turned)
        links.at(site, mu) = negative(links.at(site, mu));
    }
  }
  return links;
}

GaugeField with_staggered_phases(GaugeField links, TimeBoundary boundary, int hop) {
  auto const volume = LocalVolume::whole(links.extents);
  return with_staggered_phases(std::move(links), volume, boundary, hop);
}

} // namespace kitt
