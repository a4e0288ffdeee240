// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/lattice/lattice.hpp"

#include <cstdint>

namespace kitt {

// Each start has two forms, for a whole lattice and for one rank's part of a lattice. The links do
// not depend on how the lattice is distributed over ranks. All starts exist for SU(N) with N = 2,
// 3, 4 and 6.

/// Returns the gauge field whose links are all the unit matrix.
template <int N = colours>
GaugeFieldOf<N> unit_gauge(Extents const& extents) {
  ColourMatrix<N> one{};
  for (std::size_t i = 0; i < N; ++i)
    one[i][i] = 1.0;
  return {extents, std::vector<ColourMatrix<N>>(4 * volume(extents), one)};
}

/// Returns a gauge field of independent links with the Haar distribution, from Gram-Schmidt on a
/// complex Gaussian matrix. Link (x, mu) depends only on `seed` and on the global site.
template <int N = colours>
GaugeFieldOf<N> hot_gauge(LocalVolume const& volume, std::uint64_t seed);
template <int N = colours>
GaugeFieldOf<N> hot_gauge(Extents const& extents, std::uint64_t seed) {
  return hot_gauge<N>(LocalVolume::whole(extents), seed);
}

/// Returns a gauge field of links near one, from Gram-Schmidt on 1 + width * (complex Gaussian
/// matrix).
template <int N = colours>
GaugeFieldOf<N> weak_gauge(LocalVolume const& volume, std::uint64_t seed, double width = 0.1);
template <int N = colours>
GaugeFieldOf<N> weak_gauge(Extents const& extents, std::uint64_t seed, double width = 0.1) {
  return weak_gauge<N>(LocalVolume::whole(extents), seed, width);
}

/// Returns the part of a whole field that lies in a volume.
GaugeField cut_out(GaugeField const& whole, LocalVolume const& volume);

} // namespace kitt
