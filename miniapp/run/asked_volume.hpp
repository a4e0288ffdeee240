// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/local_volume.hpp"
#include "miniapp/run/run_context.hpp"

#include <vector>

namespace kitt::miniapp {

/// A volume as asked for, and this rank's part of it.
struct AskedVolume {
  int l;
  LocalVolume volume;
};

/// All of `lattices`, shared out over the session's grid of ranks.
inline std::vector<AskedVolume> asked_volumes(RunContext const& context,
                                              SharedLattices const& lattices) {
  auto const& grid = context.grid();
  auto const rank = context.communicator().rank();
  std::vector<AskedVolume> list;
  for (Extents const& given : lattices.volumes) {
    auto const local = comms::share_out(grid, given, lattices.volume_of);
    list.push_back({given[0], comms::volume_of_rank(grid, rank, local)});
  }
  return list;
}

} // namespace kitt::miniapp
