// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/timed_receives.hpp"

#include "core/base/error.hpp"

namespace kitt::comms {

// Never called: without MPI there is one rank on one node.
double timed_receives(Communicator const& /*world*/, int /*partner*/,
                      std::span<std::byte const> /*outgoing*/, std::span<std::byte> /*incoming*/,
                      int /*repeats*/) {
  throw InternalError("messages with another node in a program of one rank (this KITT was built "
                      "without MPI): build KITT with -DKITT_MPI=ON");
}

} // namespace kitt::comms
