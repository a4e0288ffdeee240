// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

#include "core/lattice.hpp"

int main() {
  kitt::Extents const local{4, 4, 4, 8};
  kitt::Lattice const lattice(local, kitt::choose_lane_grid(local, 2));
  return lattice.sites_per_parity() == 4 * 4 * 4 * 8 / 2 / 2 ? 0 : 1;
}
