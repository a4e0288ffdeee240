// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/spinor_ghosts.hpp"

#include "comms/halo/edge_exchange.hpp"

namespace kitt::comms {

template <std::size_t Spins>
SpinorsWithGhosts<Spins>::SpinorsWithGhosts(Communicator const& world, ProcessGrid const& grid,
                                            reference::Field<double, Spins> const& local, int depth)
    : local_(&local), depth_(depth),
      ghosts_(exchange_edges<Site>(
          world, grid, {local.extents, depth, static_cast<std::size_t>(local.ls), "spinors"},
          [](int) { return true; },
          [&](std::size_t site, int, std::size_t s) {
            return reference::site_spinor(local, coordinate_of(site, local.extents),
                                          static_cast<int>(s));
          })) {}

template <std::size_t Spins>
reference::SiteSpins<Spins> SpinorsWithGhosts<Spins>::operator()(Coordinate x, int s) const {
  for (std::size_t mu = 0; mu < dimensions; ++mu) {
    auto const extent = local_->extents[mu];
    if (x[mu] >= 0 && x[mu] < extent)
      continue;
    auto const hop = x[mu] < 0 ? Hop::backward : Hop::forward;
    auto const& beyond = ghosts_[static_cast<std::size_t>(leg_of(static_cast<int>(mu), hop))];
    if (beyond.empty()) {
      x[mu] = ((x[mu] % extent) + extent) % extent;
      continue;
    }
    Extents edge = local_->extents;
    edge[mu] = depth_;
    x[mu] += hop == Hop::backward ? depth_ : -extent;
    return beyond[lexicographic(x, edge) * static_cast<std::size_t>(local_->ls) +
                  static_cast<std::size_t>(s)];
  }
  return reference::site_spinor(*local_, x, s);
}

template class SpinorsWithGhosts<4>;
template class SpinorsWithGhosts<1>;

} // namespace kitt::comms
