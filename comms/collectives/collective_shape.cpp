// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/collectives/collective.hpp"

namespace kitt::comms {

std::size_t CollectiveShape::blocks_out(int ranks) const {
  switch (operation) {
  case CollectiveOperation::barrier:
    return 0;
  case CollectiveOperation::alltoall:
    return static_cast<std::size_t>(ranks);
  case CollectiveOperation::allreduce_by_node:
    return static_cast<std::size_t>(threads);
  default:
    return 1;
  }
}

std::size_t CollectiveShape::blocks_in(int ranks) const {
  switch (operation) {
  case CollectiveOperation::barrier:
    return 0;
  case CollectiveOperation::allgather:
  case CollectiveOperation::alltoall:
    return static_cast<std::size_t>(ranks);
  default:
    return 1;
  }
}

} // namespace kitt::comms
