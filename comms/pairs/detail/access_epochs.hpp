// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/pairs/remote_access.hpp"
#include "comms/ranks/mpi.hpp"

namespace kitt::comms::detail {

/// When the first rank of a pair may reach the memory of the second, and when what it did there is
/// complete: the synchronisation of one-sided calls.
class AccessEpochs {
public:
  /// `partner`: the number of the other rank of the pair in `comm`, whose window it is. Both
  /// outlive this.
  AccessEpochs(MPI_Win window, MPI_Comm comm, RmaSync sync, int partner, bool is_first);
  ~AccessEpochs();
  AccessEpochs(AccessEpochs const&) = delete;
  AccessEpochs& operator=(AccessEpochs const&) = delete;

  /// Before and after one-sided calls of the first rank, on both ranks; of fences on the ranks of
  /// all pairs. All calls are complete on return from end(), on the second rank too unless the
  /// synchronisation is passive.
  void begin() const;
  void end() const;
  /// Before and after a meeting of the two outside of begin() and end(): what a rank has written
  /// into its own memory is there for the other, and the other's for it.
  void sync() const;

private:
  MPI_Win window_;
  RmaSync sync_;
  int rank_ = 0; ///< this rank's number
  int partner_;
  bool is_first_;
  MPI_Group group_ = MPI_GROUP_NULL; ///< of the partner alone
};

} // namespace kitt::comms::detail
