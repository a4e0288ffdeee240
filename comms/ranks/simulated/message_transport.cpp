// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/message_transport.hpp"

namespace kitt::comms {

// SMPI, the MPI of SimGrid, has no MPI_T interface.
std::string message_transport() {
  return "SimGrid's simulated network";
}

std::map<std::string, std::string> message_limits() {
  return {};
}

} // namespace kitt::comms
