// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>

namespace kitt::comms {

/// How the memory that another rank puts into or gets from is given to MPI: MPI allocates it
/// (MPI_Win_allocate), is told of ours (MPI_Win_create), allocates what the ranks of a node share
/// (MPI_Win_allocate_shared), or has ours attached later (MPI_Win_create_dynamic, MPI_Win_attach).
enum class RmaWindow { allocate, create, shared, dynamic };
constexpr auto names_of(RmaWindow) {
  return std::array{"allocate", "create", "shared", "dynamic"};
}

/// What completes a window of messages. `flush`: MPI_Win_flush, in an epoch that lasts. `fence`: an
/// MPI_Win_fence before and one behind it, of the ranks of all pairs. `lock`: MPI_Win_lock and
/// MPI_Win_unlock. `pscw`: MPI_Win_start and MPI_Win_complete of the first rank, MPI_Win_post and
/// MPI_Win_wait of the second.
enum class RmaSync { flush, fence, lock, pscw };
constexpr auto names_of(RmaSync) {
  return std::array{"flush", "fence", "lock", "pscw"};
}
/// Whether the second rank takes no part in it.
constexpr bool is_passive(RmaSync sync) {
  return sync == RmaSync::flush || sync == RmaSync::lock;
}

/// What the second rank does while the first puts or gets: it waits for the end, inside MPI, or it
/// computes and calls MPI only when the first has finished.
enum class RmaTarget { waiting, computing };
constexpr auto names_of(RmaTarget) {
  return std::array{"waiting", "computing"};
}

/// How a rank reaches the memory of another.
struct RemoteAccess {
  RmaWindow window = RmaWindow::allocate;
  RmaSync sync = RmaSync::flush;
  RmaTarget target = RmaTarget::waiting; ///< computing: of a passive synchronisation only
};

} // namespace kitt::comms
