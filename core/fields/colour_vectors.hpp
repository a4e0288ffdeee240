// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/components.hpp"
#include "core/lattice/extents.hpp"

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

} // namespace kitt
