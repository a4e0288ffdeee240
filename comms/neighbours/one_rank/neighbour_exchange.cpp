// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/neighbours/neighbour_exchange.hpp"

#include "core/base/error.hpp"

namespace kitt::comms {

// Never constructed: without MPI there is one rank, and `kitt stencil` refuses to run.
class NeighbourExchange::Implementation {};

NeighbourExchange::NeighbourExchange(Communicator const& /*world*/, std::vector<int> /*neighbours*/,
                                     NeighbourShape const& /*shape*/,
                                     MemorySource const& /*memory*/) {
  throw InternalError("an exchange with neighbours in a program of one rank (this KITT was built "
                      "without MPI): build KITT with -DKITT_MPI=ON");
}
NeighbourExchange::~NeighbourExchange() = default;
NeighbourExchange::NeighbourExchange(NeighbourExchange&&) noexcept = default;
NeighbourExchange& NeighbourExchange::operator=(NeighbourExchange&&) noexcept = default;

void NeighbourExchange::run() {}
std::byte* NeighbourExchange::outgoing(int /*direction*/, int /*message*/) const {
  return nullptr;
}
std::byte* NeighbourExchange::incoming(int /*direction*/, int /*message*/) const {
  return nullptr;
}

} // namespace kitt::comms
