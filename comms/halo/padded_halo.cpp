// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/padded_halo.hpp"

namespace kitt::comms {

PaddedHalo::PaddedHalo(Communicator const& world, ProcessGrid const& grid,
                       AnyPaddedField const& field, Transport transport, HugePages pages)
    : rank_(world.rank()) {
  auto const by = transport == Transport::direct ? Transport::mpi : transport;
  for (int mu = 0; mu < dimensions; ++mu) {
    if (grid.ranks()[static_cast<std::size_t>(mu)] == 1)
      continue;
    auto const bytes = layer_numbers(field, mu) * sizeof(double);
    std::vector<Route> routes;
    for (auto const hop : {Hop::forward, Hop::backward})
      routes.push_back(halo_route(grid, world.rank(), leg_of(mu, hop), bytes));
    exchanges_[static_cast<std::size_t>(mu)] =
        std::make_shared<Exchange>(Exchange{routes, HaloExchange(world, routes, by, pages)});
  }
}

void PaddedHalo::fill(ExecutionSpace const& exec, AnyPaddedField const& field) const {
  for (int mu = 0; mu < dimensions; ++mu) {
    auto const& exchange = exchanges_[static_cast<std::size_t>(mu)];
    if (exchange) {
      auto& faces = exchange->faces;
      faces.begin();
      for (auto const& route : exchange->routes)
        pack_layer(exec, field, mu, hop_of(route.leg),
                   reinterpret_cast<double*>(faces.outgoing(route.leg)));
      exec.fence("kitt::comms::padded_halo: layers packed");
      if (checks_ != nullptr)
        for (auto const& route : exchange->routes)
          checks_->sent({rank_, route.to, route.leg}, {faces.outgoing(route.leg), route.bytes});
      faces.send();
    }
    if (!exchange || field.lattice.lane_distance(mu) > 0)
      copy_layers(exec, field, mu);
    if (exchange) {
      auto& faces = exchange->faces;
      faces.wait();
      for (auto const& route : exchange->routes) {
        auto const* const face = faces.incoming(route.leg);
        if (checks_ != nullptr)
          checks_->arrived({route.from, rank_, route.leg}, {face, route.bytes});
        unpack_layer(exec, reinterpret_cast<double const*>(face), mu, hop_of(route.leg), field);
      }
      exec.fence("kitt::comms::padded_halo: layers unpacked");
      faces.end();
    }
  }
  exec.fence("kitt::comms::padded_halo: ghosts complete");
}

std::size_t PaddedHalo::bytes_sent() const {
  std::size_t bytes = 0;
  for (auto const& exchange : exchanges_)
    if (exchange)
      bytes += exchange->faces.bytes_by_messages() + exchange->faces.bytes_by_shared_memory();
  return bytes;
}

} // namespace kitt::comms
