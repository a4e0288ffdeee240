// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/halo_exchange.hpp"

namespace kitt::comms {

Route halo_route(ProcessGrid const& grid, int rank, int leg, std::size_t bytes) {
  auto const hop = hop_of(leg);
  auto const opposite = hop == Hop::forward ? Hop::backward : Hop::forward;
  return {.leg = leg,
          .to = grid.neighbour(rank, leg / 2, opposite),
          .from = grid.neighbour(rank, leg / 2, hop),
          .bytes = bytes};
}

std::vector<Route> halo_routes(ProcessGrid const& grid, int rank,
                               std::array<std::size_t, legs> const& bytes) {
  std::vector<Route> routes;
  auto const splitting = grid.splitting();
  for (int leg = 0; leg < legs; ++leg)
    if (splitting[static_cast<std::size_t>(leg / 2)] == Continues::elsewhere)
      routes.push_back(halo_route(grid, rank, leg, bytes[static_cast<std::size_t>(leg)]));
  return routes;
}

} // namespace kitt::comms
