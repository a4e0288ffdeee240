// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace kitt {

/// Extents of a four-dimensional lattice in the order x, y, z, t.
using Extents = std::array<int, 4>;

/// Returns the number of sites. The number has 64 bits, so that no volume that fits into memory
/// overflows.
constexpr std::size_t volume(Extents const& extents) {
  std::size_t product = 1;
  for (int const extent : extents)
    product *= static_cast<std::size_t>(extent);
  return product;
}

} // namespace kitt
