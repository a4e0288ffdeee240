// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/components.hpp"
#include "core/lattice/local_volume.hpp"

#include <array>
#include <complex>
#include <vector>

namespace kitt {

/// A colour vector per site on the host in the plainest layout there is, as GaugeField has links:
/// sites lexicographic with x fastest, then colour. Files are read into it.
struct ColourVectors {
  using Vector = std::array<std::complex<double>, colours>;

  Extents extents{};
  std::vector<Vector> vectors; ///< volume(extents) of them
};

/// The part of a whole field that lies in a volume.
inline ColourVectors cut_out(ColourVectors const& whole, LocalVolume const& part) {
  ColourVectors own{part.extents, std::vector<ColourVectors::Vector>(volume(part.extents))};
  for (std::size_t site = 0; site < own.vectors.size(); ++site) {
    auto const global = part.to_global(coordinate_of(site, part.extents));
    own.vectors[site] = whole.vectors[lexicographic(global, whole.extents)];
  }
  return own;
}

} // namespace kitt
