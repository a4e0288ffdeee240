// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"

namespace kitt::comms::detail {

/// Returns the source of memory for the faces of an exchange. On a GPU the faces lie in pinned
/// memory of the host, which MPI, the host and kernels can use.
inline MemorySource face_source(HugePages pages) {
  return BackendTraits<ExecutionSpace>::on_host ? huge_page_source(pages) : pinned_memory;
}

} // namespace kitt::comms::detail
