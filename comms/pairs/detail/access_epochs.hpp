// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/remote_access.hpp"
#include "comms/ranks/mpi.hpp"

namespace kitt::comms::detail {

/// Synchronisation of one-sided calls in a pair. The synchronisation decides when the first rank
/// may access the memory of the second rank, and when these accesses are complete.
class AccessEpochs {
public:
  /// Prepares the synchronisation. `partner`: number in `comm` of the other rank of the pair.
  /// `comm` is the communicator of `window`. Requires that `comm` and `window` outlive this object.
  AccessEpochs(MPI_Win window, MPI_Comm comm, RmaSync sync, int partner, bool is_first);
  ~AccessEpochs();
  AccessEpochs(AccessEpochs const&) = delete;
  AccessEpochs& operator=(AccessEpochs const&) = delete;

  /// Begin and end an epoch. Both ranks call these functions before and after one-sided calls of
  /// the first rank. With fences, the ranks of all pairs call them at the same time. After end()
  /// all calls are complete. On the second rank the calls are complete unless the synchronisation
  /// is passive.
  void begin() const;
  void end() const;
  /// Makes each rank's writes to its own memory visible to the other rank. Called before and after
  /// the two ranks meet, outside begin() and end().
  void sync() const;

private:
  MPI_Win window_;
  RmaSync sync_;
  int rank_ = 0; ///< number of this rank
  int partner_;
  bool is_first_;
  MPI_Group group_ = MPI_GROUP_NULL; ///< group that contains only the partner
};

} // namespace kitt::comms::detail
