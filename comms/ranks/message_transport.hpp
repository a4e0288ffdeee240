// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <map>
#include <string>

namespace kitt::comms {

/// Returns the components with which MPI moves messages, as far as MPI reports them: "Open MPI pml
/// ob1, btl self tcp vader" or "MPICH ch4:ofi, FI_PROVIDER=efa". Environment variables show the
/// user's request, which MPI may not follow. Empty if MPI reports nothing, or without MPI. Requires
/// that MPI has started.
std::string message_transport();

/// Returns the message sizes at which MPI changes its protocol, as its current settings (MPI_T
/// control variables): {"btl_tcp_eager_limit": "65536", "btl_vader_single_copy_mechanism": "cma"}.
/// Empty if MPI reports nothing, or without MPI. Requires that MPI has started.
std::map<std::string, std::string> message_limits();

/// Transport of faces. `mpi`: MPI messages everywhere. `shm`: shared memory inside a node, where
/// the sender writes into the receiver's buffer; MPI messages between nodes.
enum class Transport { mpi, shm };
constexpr auto names_of(Transport) {
  return std::array{"mpi", "shm"};
}

} // namespace kitt::comms
