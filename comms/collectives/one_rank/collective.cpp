// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/collectives/collective.hpp"

#include "core/base/error.hpp"

namespace kitt::comms {

// Never constructed: without MPI there is one rank, and `kitt collectives` refuses to run.
class Collective::Implementation {};

Collective::Collective(Communicator const& /*world*/, CollectiveShape const& /*shape*/,
                       MemorySource const& /*memory*/) {
  throw InternalError("a collective operation in a program of one rank (this KITT was built "
                      "without MPI): build KITT with -DKITT_MPI=ON");
}
Collective::~Collective() = default;
Collective::Collective(Collective&&) noexcept = default;
Collective& Collective::operator=(Collective&&) noexcept = default;

void Collective::run() {}
std::byte* Collective::outgoing() const {
  return nullptr;
}
std::byte* Collective::incoming() const {
  return nullptr;
}

std::vector<double> gather_at_first(Communicator const& /*world*/,
                                    std::vector<double> const& numbers) {
  return numbers;
}

} // namespace kitt::comms
