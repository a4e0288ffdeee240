// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/kernel_exchange.hpp"

namespace kitt::comms {

namespace {

/// Memory of a face in the exchange, which belongs to the host.
template <class Byte>
using OnHost = Kokkos::View<Byte*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

} // namespace

KernelExchange::KernelExchange(Communicator const& world, std::vector<Route> const& routes,
                               Transport transport, HugePages pages, bool staged)
    : exchange_(world, routes, transport, pages),
      staged_(staged && transport != Transport::direct) {
  if (!staged_)
    return;
  for (auto const& route : routes)
    for (auto* const faces : {&outgoing_, &incoming_})
      (*faces)[static_cast<std::size_t>(route.leg)] = Bytes(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "kitt::comms::staged_face"), route.bytes);
}

void KernelExchange::begin() {
  exchange_.begin();
  arrived_ = false;
}

std::byte* KernelExchange::outgoing(int leg) const {
  return staged_ ? outgoing_[static_cast<std::size_t>(leg)].data() : exchange_.outgoing(leg);
}

std::byte const* KernelExchange::incoming(int leg) const {
  return staged_ ? incoming_[static_cast<std::size_t>(leg)].data() : exchange_.incoming(leg);
}

void KernelExchange::send(ExecutionSpace const& exec) {
  for (int leg = 0; leg < legs; ++leg)
    if (auto const& face = outgoing_[static_cast<std::size_t>(leg)]; face.extent(0) > 0)
      Kokkos::deep_copy(exec, OnHost<std::byte>(exchange_.outgoing(leg), face.extent(0)), face);
  exec.fence("kitt::comms::kernel_exchange: outgoing faces are complete");
  exchange_.send();
}

void KernelExchange::wait(ExecutionSpace const& exec) {
  if (arrived_)
    return;
  exchange_.wait();
  for (int leg = 0; leg < legs; ++leg)
    if (auto const& face = incoming_[static_cast<std::size_t>(leg)]; face.extent(0) > 0)
      Kokkos::deep_copy(exec, face,
                        OnHost<std::byte const>(exchange_.incoming(leg), face.extent(0)));
  if (staged_)
    exec.fence("kitt::comms::kernel_exchange: incoming faces are copied");
  arrived_ = true;
}

} // namespace kitt::comms
