// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory_causes.hpp"

namespace kitt::comms {

std::size_t MemoryByCause::named() const {
  return fields + message_buffers + ceilings + page_rounding + shared_segments + mpi_start +
         thread_stacks + allocator + fragmentation + program;
}

} // namespace kitt::comms
