// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/components.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <complex>
#include <vector>

namespace kitt {

/// One colour vector per site, on the host, in a plain layout. Sites are in lexicographic order
/// with x fastest; the colours of a site are next to each other. Files of colour vectors are read
/// into this type. GaugeField is the corresponding type for links.
struct ColourVectors {
  using Vector = std::array<std::complex<double>, colours>;

  Extents extents{};
  std::vector<Vector> vectors; ///< one colour vector per site, volume(extents) in total
};

/// Returns the part of a whole field that lies in the volume `part`.
inline ColourVectors cut_out(ColourVectors const& whole, LocalVolume const& part) {
  ColourVectors own{part.extents, std::vector<ColourVectors::Vector>(volume(part.extents))};
  for (std::size_t site = 0; site < own.vectors.size(); ++site) {
    auto const global = part.to_global(coordinate_of(site, part.extents));
    own.vectors[site] = whole.vectors[lexicographic(global, whole.extents)];
  }
  return own;
}

} // namespace kitt
