// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>

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

/// Transport of faces. `mpi`: MPI messages everywhere, from memory of the host. `shm`: shared
/// memory inside a node, where the sender writes into the receiver's buffer; MPI messages between
/// nodes. `direct`: MPI messages from the memory of kernels, which MPI must know (reads_memory_of).
enum class Transport { mpi, shm, direct };
constexpr auto names_of(Transport) {
  return std::array{"mpi", "shm", "direct"};
}

/// Returns whether this MPI states that it can send from the memory of a GPU. `space`: name of the
/// execution space of the GPU, as "Cuda", "HIP" or "SYCL". MPI is asked when the program runs,
/// because another MPI may be loaded than the one that KITT was built with. Requires that MPI has
/// started.
bool reads_memory_of(std::string_view space);

} // namespace kitt::comms
