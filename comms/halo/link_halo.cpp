// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/link_halo.hpp"

namespace kitt::comms {

LinkHalo::LinkHalo(Communicator const& world, ProcessGrid const& grid, PaddedLattice const& lattice,
                   Transport transport, HugePages pages) {
  for (int mu = 0; mu < dimensions; ++mu) {
    if (grid.ranks()[static_cast<std::size_t>(mu)] == 1)
      continue;
    auto const bytes = layer_numbers(lattice, mu) * sizeof(double);
    std::vector<Route> routes;
    for (auto const hop : {Hop::forward, Hop::backward})
      routes.push_back(halo_route(grid, world.rank(), leg_of(mu, hop), bytes));
    exchanges_[static_cast<std::size_t>(mu)] =
        std::make_shared<HaloExchange>(world, routes, transport, pages);
  }
}

void LinkHalo::fill(ExecutionSpace const& exec, PaddedLinks const& links) const {
  for (int mu = 0; mu < dimensions; ++mu) {
    auto const& exchange = exchanges_[static_cast<std::size_t>(mu)];
    if (exchange) {
      exchange->begin();
      for (auto const hop : {Hop::forward, Hop::backward})
        pack_layer(exec, links, mu, hop,
                   reinterpret_cast<double*>(exchange->outgoing(leg_of(mu, hop))));
      exec.fence("kitt::comms::link_halo: layers packed");
      exchange->send();
    }
    if (!exchange || links.lattice().lane_distance(mu) > 0)
      copy_layers(exec, links, mu);
    if (exchange) {
      exchange->wait();
      for (auto const hop : {Hop::forward, Hop::backward})
        unpack_layer(exec, reinterpret_cast<double const*>(exchange->incoming(leg_of(mu, hop))), mu,
                     hop, links);
      exec.fence("kitt::comms::link_halo: layers unpacked");
      exchange->end();
    }
  }
  exec.fence("kitt::comms::link_halo: ghosts complete");
}

std::size_t LinkHalo::bytes_sent() const {
  std::size_t bytes = 0;
  for (auto const& exchange : exchanges_)
    if (exchange)
      bytes += exchange->bytes_by_messages() + exchange->bytes_by_shared_memory();
  return bytes;
}

} // namespace kitt::comms
