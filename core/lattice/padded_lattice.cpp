// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/lattice/padded_lattice.hpp"

#include "core/base/error.hpp"

#include <cstdint>
#include <limits>

namespace kitt {

PaddedLattice::PaddedLattice(LocalVolume const& volume) : volume_(volume), block_(volume.extents) {
  for (int count = 1; count < gauge_lanes; count *= 2) {
    int longest = -1;
    for (int mu = 3; mu >= 0; --mu) {
      auto const m = static_cast<std::size_t>(mu);
      bool const fits = lanes_[m] == 1 && block_[m] % 2 == 0;
      if (fits && (longest < 0 || block_[m] > block_[static_cast<std::size_t>(longest)]))
        longest = mu;
    }
    KITT_VALIDATE(longest >= 0,
                  "the local lattice " + to_string(volume.extents) + " cannot be cut into " +
                      std::to_string(gauge_lanes) +
                      " parts for the SIMD lanes (too few of its extents are even): choose a "
                      "lattice with even extents, or fewer ranks");
    block_[static_cast<std::size_t>(longest)] /= 2;
    lanes_[static_cast<std::size_t>(longest)] = 2;
  }
  std::int64_t stride = 1;
  int distance = 1;
  for (std::size_t mu = 0; mu < 4; ++mu) {
    strides_[mu] = static_cast<int>(stride);
    stride *= block_[mu] + 2;
    distances_[mu] = lanes_[mu] > 1 ? distance : 0;
    distance *= lanes_[mu];
    KITT_VALIDATE(stride <= std::numeric_limits<int>::max(),
                  "the local lattice " + to_string(volume.extents) +
                      " has too many sites (a site's number has 31 bits): use more ranks");
  }
  padded_sites_ = static_cast<int>(stride);
}

} // namespace kitt
