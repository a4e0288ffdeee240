// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace kitt::comms {

/// How faces travel: by MPI messages everywhere, or inside a node through memory that its ranks
/// share (the sender writes into the receiver's buffer) and by MPI between nodes.
enum class Transport { mpi, shm };
/// The name that options and records use.
inline std::string to_string(Transport transport) {
  return transport == Transport::mpi ? "mpi" : "shm";
}

} // namespace kitt::comms
