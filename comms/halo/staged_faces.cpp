// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/staged_faces.hpp"

namespace kitt::comms {

namespace {

/// Memory of a face in the exchange, which belongs to the host.
template <class Byte>
using OnHost = Kokkos::View<Byte*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

} // namespace

StagedFaces::StagedFaces(std::vector<Route> const& routes) {
  for (auto const& route : routes)
    for (auto* const faces : {&outgoing_, &incoming_})
      (*faces)[static_cast<std::size_t>(route.leg)] = Bytes(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "kitt::comms::staged_face"), route.bytes);
}

void StagedFaces::write_to(HaloExchange const& exchange, ExecutionSpace const& exec) const {
  for (int leg = 0; leg < legs; ++leg)
    if (auto const& face = outgoing_[static_cast<std::size_t>(leg)]; face.extent(0) > 0)
      Kokkos::deep_copy(exec, OnHost<std::byte>(exchange.outgoing(leg), face.extent(0)), face);
}

void StagedFaces::fetch_from(HaloExchange const& exchange, ExecutionSpace const& exec) const {
  for (int leg = 0; leg < legs; ++leg)
    if (auto const& face = incoming_[static_cast<std::size_t>(leg)]; face.extent(0) > 0)
      Kokkos::deep_copy(exec, face,
                        OnHost<std::byte const>(exchange.incoming(leg), face.extent(0)));
}

} // namespace kitt::comms
