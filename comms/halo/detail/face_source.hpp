// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"
#include "comms/ranks/message_transport.hpp"

namespace kitt::comms::detail {

/// Returns the source of memory for the messages of an exchange. On a GPU this is pinned memory of
/// the host, which MPI, the host and kernels can use, or the memory of the GPU itself.
inline MemorySource face_source(Transport transport, HugePages pages) {
  if (transport == Transport::direct)
    return kokkos_memory;
  return BackendTraits<ExecutionSpace>::on_host ? huge_page_source(pages) : pinned_memory;
}

} // namespace kitt::comms::detail
