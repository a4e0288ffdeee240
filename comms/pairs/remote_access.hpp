// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>

namespace kitt::comms {

/// How MPI gets the memory that another rank accesses. `allocate`: MPI allocates the memory
/// (MPI_Win_allocate). `create`: MPI uses KITT's memory (MPI_Win_create). `shared`: MPI allocates
/// memory shared by the ranks of a node (MPI_Win_allocate_shared). `dynamic`: KITT's memory is
/// attached later (MPI_Win_create_dynamic, MPI_Win_attach).
enum class RmaWindow { allocate, create, shared, dynamic };
constexpr auto names_of(RmaWindow) {
  return std::array{"allocate", "create", "shared", "dynamic"};
}

/// Method that completes a window of messages. `flush`: MPI_Win_flush in a permanent epoch.
/// `fence`: MPI_Win_fence before and after, by the ranks of all pairs. `lock`: MPI_Win_lock and
/// MPI_Win_unlock. `pscw`: MPI_Win_start and MPI_Win_complete of the first rank, MPI_Win_post and
/// MPI_Win_wait of the second.
enum class RmaSync { flush, fence, lock, pscw };
constexpr auto names_of(RmaSync) {
  return std::array{"flush", "fence", "lock", "pscw"};
}
/// Returns whether the second rank takes no part in the synchronisation.
constexpr bool is_passive(RmaSync sync) {
  return sync == RmaSync::flush || sync == RmaSync::lock;
}

/// Activity of the second rank while the first rank puts or gets. `waiting`: the second rank waits
/// for the end inside MPI. `computing`: the second rank computes and calls MPI only after the first
/// rank has finished.
enum class RmaTarget { waiting, computing };
constexpr auto names_of(RmaTarget) {
  return std::array{"waiting", "computing"};
}

/// How a rank accesses the memory of another rank.
struct RemoteAccess {
  RmaWindow window = RmaWindow::allocate;
  RmaSync sync = RmaSync::flush;
  RmaTarget target = RmaTarget::waiting; ///< `computing` needs a passive synchronisation
};

} // namespace kitt::comms
